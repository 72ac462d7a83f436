"""Who plays Dash."""

from parlour.engine.level import Level
from parlour.engine.options import Values


def levels(values: Values) -> tuple[Level, ...]:
    """With one turn each there is nothing to think about."""
    glancing = Level("goes by the ground", knows=("ground",), sight=0, wavering=0.2)
    if values["rounds"] == 1:
        return (glancing,)
    return (glancing, Level("looks at a few lines", simulations=20), Level("looks at many", simulations=200))


REASONS = {
    "ground": ("covers ground", "holds the others up"),
    "fallen": ("stays on its feet", "brings somebody down"),
}
