"""The words of advance entry in the history: the parameters and the endings of the codes, and the story of the ledger
on which both depend."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass, field

from arrowswitch.core.errors import ParamValue
from arrowswitch.core.moments import Moment
from arrowswitch.core.naming import Names
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.slices.advance import AdvanceEntrySet, AdvanceTermsSet, FeePaid, FeesMoved
from arrowswitch.tournament.model.slices.entries import EntrySet
from arrowswitch.tournament.model.values.advance import AdvanceTerms
from arrowswitch.tournament.model.values.people import AdvanceEntry

AdvanceFact = AdvanceTermsSet | AdvanceEntrySet | FeePaid | FeesMoved


@dataclass(frozen=True, slots=True)
class AdvanceStory:
    """How things stood before each step of advance entry: by step and link the entry of the link, and whom it asks; by
    step whose fee was paid, and the conditions."""

    before: dict[tuple[int, str], AdvanceEntry] = field(default_factory=dict)
    requests: dict[tuple[int, str], tuple[Names, Names]] = field(default_factory=dict)
    paid: dict[int, tuple[Names, AdvanceTerms]] = field(default_factory=dict)

    @classmethod
    def of(cls, ledger: Iterable[LedgerEntry], gone: Set[int]) -> AdvanceStory:
        """Returns the story of a ledger; steps that were undone (`gone`) change nothing for later steps."""
        made = cls()
        links: dict[str, AdvanceEntry] = {}
        called: dict[EntryId, Names] = {}
        terms = AdvanceTerms()
        for entry in ledger:
            for fact in entry.facts:
                made._note(entry, fact, links, called, terms)
                if entry.seq in gone:
                    continue
                match fact:
                    case EntrySet(entry=changed):
                        called[changed.entry_id] = changed.display_names
                    case AdvanceEntrySet(advance):
                        links[advance.link] = advance
                        if advance.waiting is not None:
                            called[advance.entry_id] = advance.waiting.display_names
                    case AdvanceTermsSet(terms=terms):
                        pass
        return made

    def _note(
        self,
        entry: LedgerEntry,
        fact: Fact,
        links: dict[str, AdvanceEntry],
        called: dict[EntryId, Names],
        terms: AdvanceTerms,
    ) -> None:
        match fact:
            case FeePaid(entry_id=entry_id):
                self.paid[entry.seq] = (called.get(entry_id, Names()), terms)
            case AdvanceEntrySet(advance):
                key = (entry.seq, advance.link)
                if advance.link in links:
                    self.before[key] = links[advance.link]
                was = self.before.get(key)
                asks = advance.asks or (was.asks if was is not None else None)
                if asks is not None:
                    self.requests[key] = called.get(advance.entry_id, Names()), called.get(asks, Names())


def advance_words(fact: AdvanceFact, entry: LedgerEntry, story: AdvanceStory) -> dict[str, ParamValue]:
    """Returns the parameters of a fact's message."""
    match fact:
        case AdvanceTermsSet(terms):
            closes = {} if terms.closes_at is None else {"closes": Moment(terms.closes_at.isoformat(), is_end=True)}
            return {"most": terms.most or 0, **closes}
        case AdvanceEntrySet(advance):
            return _words_of_link(advance, entry, story)
        case FeePaid(amount=amount, note=note):
            names, terms = story.paid.get(entry.seq, (Names(), AdvanceTerms()))
            return {"amount": terms.amount(abs(amount)), "note": note, "names": names}
    return {}


def advance_words_variant(fact: AdvanceFact, entry: LedgerEntry, story: AdvanceStory) -> tuple[str, ...]:
    """Returns the endings of the code of a fact's message."""
    match fact:
        case AdvanceTermsSet(terms) if not terms.is_open:
            return ("closed",)
        case AdvanceTermsSet(terms):
            endings = ("places" if terms.most is not None else "", "until" if terms.closes_at is not None else "")
            return tuple(filter(None, ("-".join(filter(None, endings)),)))
        case AdvanceEntrySet(advance):
            return _variant_of_link(advance, entry, story)
        case FeePaid(amount=amount, by=by):
            return ("back",) if amount < 0 else (by.value,)
    return ()


def _words_of_link(advance: AdvanceEntry, entry: LedgerEntry, story: AdvanceStory) -> dict[str, ParamValue]:
    was = story.before.get((entry.seq, advance.link))
    who, other = story.requests.get((entry.seq, advance.link), (Names(), Names()))
    if advance.waiting is not None:
        return {"names": advance.waiting.display_names}
    if was is not None and was.waiting is not None:
        return {"names": was.waiting.display_names}
    return {"names": who if advance.own is None else Names((advance.own,)), "other": other}


def _variant_of_link(advance: AdvanceEntry, entry: LedgerEntry, story: AdvanceStory) -> tuple[str, ...]:
    was = story.before.get((entry.seq, advance.link))
    now = next(
        (one.entry for one in entry.facts if isinstance(one, EntrySet) and one.entry.entry_id == advance.entry_id), None
    )
    if advance.waiting is not None:
        return ("waiting",)
    if was is not None and was.waiting is not None:
        return ("up",) if now is not None else ("left",)
    if advance.own is not None and (was is None or was.entry_id != advance.entry_id):
        return ("joined",) if now is None or len(now.people) > 1 else ("alone",)
    if advance.asks is not None:
        return ("asks",)
    return ("asks-none",) if was is not None and was.asks is not None and now is None else ()
