"""What somebody could have done better in a finished game."""

from alcove.analysis.decisions import BEST, Analysis, Decision, Judged, Mark, accuracies, decisions, judged, mark_of

__all__ = ["BEST", "Analysis", "Decision", "Judged", "Mark", "accuracies", "decisions", "judged", "mark_of"]
