"""The laboratory: what becomes of a game when its rules are changed. Plays are rows, and questions are reports."""

from parlour.laboratory.plan import Plan, new_plan
from parlour.laboratory.refusal import LaboratoryError
from parlour.laboratory.runs import run_plan

__all__ = ["LaboratoryError", "Plan", "new_plan", "run_plan"]
