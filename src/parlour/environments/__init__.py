"""Environments for research: many plays at once, on a processor or a GPU."""

from parlour.environments.batch import Batch, Saved
from parlour.environments.refusal import BadInput

__all__ = ["BadInput", "Batch", "Saved"]
