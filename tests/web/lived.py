"""A night that is lived through the pages alone, from an empty program: what is ruled, and what the pages then say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.rehearsal.playing import invented_people
from tests.browser.evenings.pages import Element
from tests.browser.evenings.walking import Walker, enter, fill, http_walker, new_event, take_proposal


@dataclass(frozen=True)
class PlayedLine:
    """A line of a traveller as it is printed: who sat there, the result, the points of both."""

    ns: str
    ew: str
    result: str
    ns_points: str
    ew_points: str
    key: str


@dataclass
class Night:
    """A director at the pages of one event."""

    walker: Walker
    base: str

    def go(self, path: str) -> str:
        """Opens a page of the event and returns what it says."""
        self.walker.visit(self.base + path)
        return self.walker.text

    @property
    def root(self) -> Element:
        """Returns the page that is shown."""
        return self.walker.page.root

    def keys(self, board: int) -> tuple[str, ...]:
        """Returns the places where a board is played, as its page of the scores lists them, in the order of rounds."""
        self.go(f"/scores?order=boards&board={board}")
        return tuple(one.get("data-key") for one in self.root.all("tr") if one.get("data-key"))

    def result(self, key: str, text: str) -> None:
        """Enters a result on the page of its place."""
        self.go(f"/slots/{key}")
        self.walker.press("/result", {"text": text})

    def results(self, board: int, texts: Sequence[str]) -> tuple[str, ...]:
        """Enters the results of a board, one for each place that has it, and returns the places; none for an empty
        text."""
        keys = self.keys(board)
        assert len(keys) == len(texts), f"board {board} is played {len(keys)} times"
        for key, text in zip(keys, texts, strict=True):
            if text:
                self.result(key, text)
        return keys

    def award(self, key: str, ns: str, ew: str, **more: str) -> None:
        """Gives a ruling on the page of its place."""
        self.go(f"/slots/{key}")
        fields = {"ns_text": ns, "ew_text": ew, "reason": "ruling", "law": "12C2", **more}
        self.allow_words(*fields.values())
        self.walker.press("/award", fields)

    def allow_words(self, *typed: str) -> None:
        """Remembers words that were typed, which a page may show in any language."""
        self.walker.typed += " " + " ".join(typed)

    def penalty(self, number: str, amount: str, unit: str, **more: str) -> None:
        """Gives a penalty with the form of the rulings page."""
        self.go("/rulings")
        self.walker.press(
            "/rulings/penalty", {"number": number, "amount": amount, "unit": unit, "reason": "penalty", **more}, at=-1
        )

    def traveller(self, board: int) -> tuple[PlayedLine, ...]:
        """Returns the lines of a traveller."""
        self.go(f"/travellers?board={board}")
        lines = []
        for row in self._rows("traveller"):
            cells = [cell.text for cell in row.all("td")]
            button = row.all("button")[0]
            lines.append(PlayedLine(cells[0], cells[1], cells[2], cells[5], cells[6], button.get("data-slot")))
        return tuple(lines)

    def points(self, board: int) -> Mapping[str, tuple[str, str]]:
        """Returns the points of both sides of a board, by place."""
        return {line.key: (line.ns_points, line.ew_points) for line in self.traveller(board)}

    def traveller_sums(self) -> tuple[str, str]:
        """Returns the sums at the foot of the traveller that is shown."""
        foot = next(one for one in self.root.all("tfoot") if one.within("section").get("id") == "traveller")  # type: ignore[union-attr]  # stands in one
        cells = [cell.text for cell in foot.all("td")]
        return cells[3], cells[4]

    def ranking(self) -> Mapping[str, Mapping[str, str]]:
        """Returns the lines of the ranking by number, each by its heading."""
        self.go("/ranking")
        forms: dict[str, Mapping[str, str]] = {}
        for table in self.root.all("table"):
            heads = [head.text for row in table.all("thead") for head in row.all("th")]
            for body in table.all("tbody"):
                for row in body.all("tr"):
                    cells = [cell.text for cell in row.everything() if cell.tag in ("td", "th")]
                    if len(cells) == len(heads) and len(heads) > 3:
                        forms.setdefault(cells[1], dict(zip(heads, cells, strict=True)))
        return forms

    def why(self, number: str, board: int | None = None) -> str:
        """Returns how the points of a number are explained, on a board or in all."""
        self.go(f"/ranking/why/{number}{'' if board is None else f'?board={board}'}")
        return self.root.all("main")[0].text

    def text_of(self, name: str) -> str:
        """Returns the text of a part of the current page."""
        element = self.root.by_id(name)
        assert element is not None, f"no {name} on {self.walker.face.address}"
        return element.text

    def _rows(self, name: str) -> list[Element]:
        table = next(one for one in self.root.all("table") if one.get("class") == name)
        return [row for body in table.all("tbody") for row in body.all("tr")]


@contextmanager
def night(
    entries: int, *, locale: Locale = Locale.JA, form: str = "pairs", people: int = 2, **settings: str
) -> Iterator[Night]:
    """Opens an event of invented people from an empty program, with the movement that the page proposes, and starts."""
    with http_walker(locale) as walker:
        yield begin(walker, entries, form=form, people=people, **settings)


def begin(walker: Walker, entries: int, *, form: str = "pairs", people: int = 2, **settings: str) -> Night:
    """Makes an event from the page that is shown, with the movement that the page proposes, and starts it.

    The first entry is typed into the page, the others come from elsewhere.
    """
    new_event(walker, form, "オープン", **settings)
    everybody = [person.name for person in invented_people(entries * people)]
    enter(walker, [everybody[:people]])
    enter_aside(walker, [everybody[at * people : (at + 1) * people] for at in range(1, entries)])
    take_proposal(walker)
    return Night(walker, "/".join(walker.face.address.split("/")[:3]))


def enter_aside(walker: Walker, entries: Sequence[Sequence[str]]) -> None:
    """Adds entries of guests without the page, while it is open."""
    assert walker.tournament is not None
    event_id = EventId(walker.face.address.split("/")[2])
    with walker.aside():
        for at, people in enumerate(entries):
            walker.typed += " " + " ".join((*people, "・".join(people), " – ".join(people)))
            command = AddEntry(tuple(map(Person, people)))
            walker.tournament.execute(event_id, command, Stamp(f"enter-{at}", "director"))


def complete(lived: Night) -> None:
    """Enters all missing results without the pages."""
    lived.go("/scores")
    fill(lived.walker)


def foul(lived: Night, board: int, *later: Sequence[str]) -> None:
    """Reports a board as fouled on its page, with the pairs that played each later form of the deal."""
    lived.go("/rulings")
    lived.walker.press("/rulings/fouled", {"board": str(board)})
    names = [one.get("name") for one in lived.root.all("select") if one.get("name").startswith("form-")]
    forms = {f"form-{key}": letter for letter, keys in zip("BCDEF", later, strict=False) for key in keys}
    lived.allow_words("asked")
    lived.walker.press("/rulings/fouled", {**{name: forms.get(name, "A") for name in names}, "reason": "asked"}, at=1)
