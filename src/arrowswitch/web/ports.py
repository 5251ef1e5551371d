"""What the pages need of the outside: a print shop that makes sheets. `bootstrap` joins the real one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from arrowswitch.core.errors import NotFound
from arrowswitch.core.game.chicago import Chicago
from arrowswitch.core.game.rubber import Rubber
from arrowswitch.i18n import Locale
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState, SessionNumber


class SheetOption(Protocol):
    """An option of a sheet: its name, and its values with the default first (any text when there are none)."""

    @property
    def name(self) -> str:
        """Returns the name of the option, as in an address (`round`)."""
        ...

    @property
    def title(self) -> str:
        """Returns the message code of the option's name."""
        ...

    @property
    def values(self) -> Sequence[str]:
        """Returns the values that may be chosen."""
        ...

    def value_title(self, value: str) -> str:
        """Returns the message code of a value."""
        ...


class SheetInfo(Protocol):
    """One kind of sheet: its name in addresses (`guide-cards`), and the codes of its title and of what it is for."""

    @property
    def name(self) -> str:
        """Returns the name of the sheet."""
        ...

    @property
    def title(self) -> str:
        """Returns the message code of the title."""
        ...

    @property
    def about(self) -> str:
        """Returns the message code of one sentence on what the sheet is for."""
        ...

    @property
    def options(self) -> Sequence[SheetOption]:
        """Returns what the sheet can be asked for."""
        ...


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
