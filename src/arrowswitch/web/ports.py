"""What the pages need of the outside: a print shop that makes sheets. `bootstrap` joins the real one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from arrowswitch.core.errors import NotFound
from arrowswitch.core.game.chicago import Chicago
from arrowswitch.core.game.rubber import Rubber
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.i18n import Locale
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState

if TYPE_CHECKING:
    from arrowswitch.documents.job import SheetInfo


class PrintShop(Protocol):
    """Makes the printed sheets of an event."""

    def sheets(self, state: EventState) -> Sequence[SheetInfo]:
        """Returns the sheets that events of this form have, in the order in which an evening needs them."""
        ...

    def render(
        self,
        sheet: str,
        state: EventState,
        ledger: tuple[LedgerEntry, ...],
        locale: Locale,
        options: Mapping[str, str],
        session: SessionNumber = 1,
    ) -> bytes:
        """Returns the PDF of a sheet of a session.

        Raises NotFound for an unknown sheet, Refused when it cannot be made yet.
        """
        ...

    def score_pad(self, pad: Rubber | Chicago, names: tuple[str, str], locale: Locale, printed_at: datetime) -> bytes:
        """Returns the PDF of a score pad; `names` are those of North-South and East-West, empty for We and They."""
        ...


class NoPrintShop:
    """A print shop without a single sheet, for programs that serve pages only."""

    def sheets(self, state: EventState) -> Sequence[SheetInfo]:
        """Returns nothing."""
        return ()

    def render(
        self,
        sheet: str,
        state: EventState,
        ledger: tuple[LedgerEntry, ...],
        locale: Locale,
        options: Mapping[str, str],
        session: SessionNumber = 1,
    ) -> bytes:
        """Raises NotFound (`desk.print.unknown`): there is no sheet at all."""
        raise NotFound.of("desk.print.unknown", sheet=sheet)

    def score_pad(self, pad: Rubber | Chicago, names: tuple[str, str], locale: Locale, printed_at: datetime) -> bytes:
        """Raises NotFound (`desk.print.unknown`)."""
        raise NotFound.of("desk.print.unknown", sheet="score-pad")
