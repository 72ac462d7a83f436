"""Who plays Pig, from the weakest to the strongest."""

from parlour.engine.level import Level
from parlour.engine.options import Values


def levels(values: Values) -> tuple[Level, ...]:
    return (
        Level("counts what is safe, and wavers", knows=("banked", "gathered"), wavering=0.2),
        Level("plays a few hundred lines ahead", simulations=300),
    )


# Of each term: what a move gains for whoever makes it, and what it takes from the others
REASONS = {
    "banked": ("makes points safe", "keeps the others from banking"),
    "gathered": ("gathers more", "leaves the others less to gather"),
    "ahead": ("gets further ahead", "catches up with the leader"),
}
