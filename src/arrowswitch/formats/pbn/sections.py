"""The auction and the play section of a PBN game (PBN 2.1, sections 3.5, 3.6, 3.7 and 3.9), read and written.

Calls and cards that cannot be read, made or played are reported with their line; those before them are imported. Note
references become the explanations of their calls. Suffixes and numeric glyphs judge a call or a card and are noted as
left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from arrowswitch.core.deals.deal import CARDS, card_text, parse_deal
from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.game.auction import ALL_PASS, INSUFFICIENT, PASSED_OVER, Auction, all_pass, parse_call
from arrowswitch.core.game.contracts import Denomination
from arrowswitch.core.game.play import OUT_OF_TURN, REVOKE, Play, parse_card
from arrowswitch.core.game.seats import Seat
from arrowswitch.formats.pbn.games import Game, Tag

JUDGED = re.compile(r"\$\d+|[!?]{1,2}")
_TOKEN = re.compile(r"=\d+=|\$\d+|[!?]{1,2}|\^[A-Za-z]|\*|\+|[A-Za-z0-9-]+|\S+")
_NOTE = re.compile(r"=(\d+)=")
_SEATS = 4
_SIGNS = (INSUFFICIENT, REVOKE, OUT_OF_TURN)
_CONTRACT = re.compile(r"([1-7])?(NT|[SHDC])X{0,2}", re.IGNORECASE)


def auction_of(game: Game) -> tuple[Auction | None, tuple[Problem, ...]]:
    """Returns the calls of a game, None where it tells none, and what is wrong with them: `pbn.first`, `pbn.call`,
    `pbn.note` (a reference that no note explains) and those of `Auction.problems`."""
    tag = game.tag("Auction")
    if tag is None:
        return None, ()
    reader = _AuctionReader(game, tag)
    return reader.auction, tuple(reader.problems)


def play_of_game(game: Game) -> tuple[Play | None, tuple[Problem, ...]]:
    """Returns the tricks of a game, None where it tells none, and what is wrong with them: `pbn.first`, `pbn.card` and
    those of `Play.problems`."""
    tag = game.tag("Play")
    if tag is None:
        return None, ()
    leader = _seat(tag)
    if leader is None:
        return None, (Problem("pbn.first", {"text": tag.value[:20]}, tag.where),)
    cells: list[str] = []
    problems: list[Problem] = []
    sign = ""
    for line, token in _tokens(tag):
        if token in ("*",):
            break
        if JUDGED.fullmatch(token) or _NOTE.fullmatch(token):
            continue
        if token.upper() in _SIGNS:
            sign = token.upper()
            continue
        try:
            cells.append("" if token in ("-", "+") else parse_card(sign + token))
        except Malformed:
            problems.append(Problem("pbn.card", {"text": token[:20]}, f"line {line}"))
            break
        sign = ""
    cells += [""] * (-len(cells) % _SEATS)
    tricks = tuple(tuple(cells[at : at + _SEATS]) for at in range(0, len(cells), _SEATS))
    play = Play(leader, tuple(trick for trick in tricks if any(trick)))
    trump = _trump(game)
    if trump is not None:
        faults = play.problems(trump, _holders(game))
        problems += [Problem(one.code, one.params, tag.where) for one in faults]
    return (play if play.cards else None), tuple(problems)


class _AuctionReader:
    """Reads the calls of a game one after the other."""

    def __init__(self, game: Game, tag: Tag) -> None:
        self.problems: list[Problem] = []
        self.auction: Auction | None = None
        first = _seat(tag)
        if first is None:
            self.problems.append(Problem("pbn.first", {"text": tag.value[:20]}, tag.where))
            return
        self._explained = _notes(game, tag)
        self._calls: list[str] = []
        self._notes: dict[int, str] = {}
        self._lines: list[int] = []
        self._sign = ""
        self._skipped = 0
        for line, token in _tokens(tag):
            if not self._take(line, token):
                break
        for _ in range(self._skipped % _SEATS):
            first = first.left
        if self._calls:
            self.auction = Auction(first, tuple(self._calls), self._notes)
            faults = self.auction.problems
            self.problems += [replace(one, where=f"line {self._lines[int(one.params['n']) - 1]}") for one in faults]

    def _take(self, line: int, token: str) -> bool:
        """Takes a token. Returns True if calls may follow."""
        if token in ("*", "+"):
            return False
        reference = _NOTE.fullmatch(token)
        if JUDGED.fullmatch(token):
            return True
        if reference is not None:
            self._refer(line, reference[1])
        elif token == "-" and not self._calls:
            self._skipped += 1
        elif token.upper() == INSUFFICIENT:
            self._sign = INSUFFICIENT
        elif token.upper() == ALL_PASS:
            self._add(line, *all_pass(self._calls))
        else:
            try:
                self._add(line, parse_call(self._sign + token))
            except Malformed:
                self.problems.append(Problem("pbn.call", {"text": token[:20]}, f"line {line}"))
                return False
        return True

    def _refer(self, line: int, index: str) -> None:
        if index in self._explained and self._calls:
            self._notes[len(self._calls) - 1] = self._explained[index]
        elif self._calls:
            self._notes[len(self._calls) - 1] = f"={index}="

    def _add(self, line: int, *calls: str) -> None:
        self._calls += calls
        self._lines += [line] * len(calls)
        self._sign = ""


def is_judged(tag: Tag) -> bool:
    """True if calls or cards of a section are judged by suffixes or glyphs."""
    return any(JUDGED.fullmatch(token) for _, token in _tokens(tag))


def _tokens(tag: Tag) -> Iterator[tuple[int, str]]:
    for line, text in tag.section:
        yield from ((line, found[0]) for found in _TOKEN.finditer(text))


def _seat(tag: Tag) -> Seat | None:
    letter = tag.value.strip().upper()
    return Seat(letter) if letter in set(Seat) else None


def _notes(game: Game, tag: Tag) -> dict[str, str]:
    """Returns the texts of the notes that follow a section, by their index (section 3.5.5)."""
    texts = {}
    for following in game.tags[game.tags.index(tag) + 1 :]:
        if following.name != "Note":
            break
        index, _, text = following.value.partition(":")
        texts[index.strip()] = text.strip()
    return texts


def _trump(game: Game) -> Denomination | None:
    """Returns the denomination of the contract, of an end position as well (section 3.10)."""
    match = _CONTRACT.fullmatch(game.value("Contract").strip())
    return Denomination(match[2].upper()) if match else None


def _holders(game: Game) -> dict[str, Seat]:
    """Returns the holder of each card; empty unless all four hands are whole."""
    try:
        deal = parse_deal(game.value("Deal"))
    except Malformed:
        return {}
    return {card_text(card): deal.holders[card] for card in range(CARDS)}


def auction_lines(auction: Auction) -> list[str]:
    """Returns the section of an auction in the export format: four calls a line from its first player on, then the
    notes (sections 3.5.2 to 3.5.5)."""
    texts = list(dict.fromkeys(auction.notes[at] for at in sorted(auction.notes)))[:_MOST_NOTES]
    words = []
    for at, call in enumerate(auction.calls):
        word = call.replace(INSUFFICIENT, f"{INSUFFICIENT} ") if call != PASSED_OVER else call
        note = auction.notes.get(at)
        words.append(f"{word} ={texts.index(note) + 1}=" if note in texts else word)
    if not auction.is_over:
        words.append("*")
    lines = [f'[Auction "{auction.first.value}"]']
    lines += [" ".join(words[at : at + _SEATS]) for at in range(0, len(words), _SEATS)]
    return lines + [f'[Note "{place}:{escape_text(text)}"]' for place, text in enumerate(texts, start=1)]


def play_lines(play: Play) -> list[str]:
    """Returns the section of a play in the export format: four cards a line, the opening leader's first; `*` where
    nothing more is known (section 3.6)."""
    lines = [f'[Play "{play.leader.value}"]']
    for trick in play.tricks:
        cells = [f"{cell[:2]} {cell[2:]}" if cell.startswith("^") else cell or "-" for cell in trick]
        lines.append(" ".join(cells))
    return lines if play.is_whole else [*lines, "*"]


_MOST_NOTES = 32
"""Indexes that note references may have (section 3.5.4)."""


def escape_text(text: str) -> str:
    """Returns a text as a string token (section 3.2): at most 255 signs, with `\\"` and `\\\\`."""
    printable = "".join(sign if sign.isprintable() else " " for sign in text)
    token = ""
    for sign in printable:
        piece = f"\\{sign}" if sign in '\\"' else sign
        if len(token) + len(piece) > _LONGEST:
            break
        token += piece
    return token


_LONGEST = 253
"""Signs of a string token besides its two quotes."""
