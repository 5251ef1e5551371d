"""The workbench's core: edits of a sheet, what they break, and two sheets side by side."""

from arrowswitch.core.movements.editing.apply import apply, what_breaks
from arrowswitch.core.movements.editing.compare import SheetComparison, compare
from arrowswitch.core.movements.editing.edits import Edit
from arrowswitch.core.movements.editing.plain import edit_from_plain, edit_to_plain

__all__ = ["Edit", "SheetComparison", "apply", "compare", "edit_from_plain", "edit_to_plain", "what_breaks"]
