"""The edits of the workbench: one small value for each thing that a director does to a master sheet.

JCBL director's manual 3.3, lines 1129-1135 and 3485 (sheets are mended, shortened, renumbered and newly made) and
4228-4231 (the sheet editor). `apply` carries an edit out, `plain` writes it as JSON. An edit contains the wanted
change, never the earlier sheet: to undo it, the caller restores the earlier sheet. The edits are in `cells`, `numbers`,
`layout` and `appendix`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass

from arrowswitch.core.movements.model import Movement


@dataclass(frozen=True, slots=True)
class Edit(ABC):
    """Something that can be done to a sheet: called with one it returns the sheet after it, not yet settled."""

    @classmethod
    def kind(cls) -> str:
        """Returns the name of this kind of edit: that of the class, in small letters with hyphens."""
        return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=AB)(?=[A-Z])", "-", cls.__name__).lower()

    @abstractmethod
    def __call__(self, movement: Movement) -> Movement:
        """Returns the sheet after the edit, of which nothing is known here; raises Refused (`sheet.*`)."""
