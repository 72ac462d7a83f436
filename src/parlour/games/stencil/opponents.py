"""Who plays Stencil: from somebody who never turns the plate to somebody who hardly ever errs.

With good play the game is drawn, so what sets the stronger levels apart is how seldom they go wrong.
"""

from parlour.engine.level import Level
from parlour.engine.options import Values
from parlour.games.stencil.knowledge import AS_HELD, AS_TURNED, HONEST, PASSING

OWN_PLATE = ("stencil", "held", "turned")
BOTH_PLATES = ("claim", "finish", *OWN_PLATE, "over")


def levels(values: Values) -> tuple[Level, ...]:
    return (
        Level("never turns the plate and never looks at yours", ("held",), sight=AS_HELD, wavering=0.05),
        Level(
            "turns the plate, will not complete yours, but misses what you are about to do",
            ("claim", *OWN_PLATE),
            sight=AS_TURNED,
            wavering=0.05,
        ),
        Level("sees what you could complete next, and nothing beyond", BOTH_PLATES, sight=HONEST, wavering=0.08),
        Level("sees two threats at once and counts safe cells", sight=HONEST, simulations=8, wavering=0.03),
        Level("reads a few moves ahead, and claims wrongly to pass", sight=PASSING, simulations=100, wavering=0.03),
        Level("reads nearly to the end, and hardly ever errs", sight=PASSING, simulations=6000, wavering=0.002),
    )


REASONS: dict[str, tuple[str, str]] = {
    "claim": ("has a stencil to claim", "completes no stencil for the other"),
    "stencil": ("completes a stencil", "leaves the other no stencil to claim next"),
    "finish": ("can complete a stencil next", "keeps the other from completing a stencil"),
    "fork": ("threatens what cannot all be stopped", "breaks up threats that could not all be stopped"),
    "threat": ("threatens to complete a stencil", "takes away a threat"),
    "held": ("fills the plate as it lies", "spoils the other's plate as it lies"),
    "turned": ("fills the plate turned another way", "spoils the other's plate turned another way"),
    "over": ("fills the plate turned over", "spoils the other's plate turned over"),
    "reply": ("keeps its own patterns going", "spoils what the other has begun"),
    "squeeze": ("keeps more cells that give nothing away", "leaves the other fewer cells that give nothing away"),
    "move": ("keeps the move", "does not leave the other the move"),
}
