"""The program's values as messages of the Data Connector, and back.

Codes are those of the client's classes. A result from a unit is written as a director types it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bridgemate_dataconnector.dto import (
    HandrecordDTO,
    InitDTO,
    ParticipationDTO,
    PlayerDataDTO,
    ResultDTO,
    RoundDTO,
    ScoringGroupDTO,
    SectionDTO,
    SectionUpdateDTO,
    SessionDTO,
    TableDirection,
    TableDTO,
    TdCallDTO,
)

from arrowswitch.core.deals.deal import Deal, parse_deal
from arrowswitch.core.errors import Mistake
from arrowswitch.core.game.contracts import Contract, Denomination, Doubling, PassedOut, Played
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.scoring.outcomes import Average, AverageKind, NotPlayed
from arrowswitch.core.scoring.slips import SlipEntry, format_entry, parse_entry
from arrowswitch.tournament.bridgemate.units import (
    GameType,
    UnitCall,
    UnitHands,
    UnitResult,
    UnitRound,
    UnitScoring,
    UnitSeat,
    UnitSection,
    UnitSession,
    UnitTable,
)

_GAMES = {
    GameType.PAIRS: SectionDTO.GameType_Pairs,
    GameType.INDIVIDUAL: SectionDTO.GameType_Individual,
    GameType.TEAMS: SectionDTO.GameType_Teams,
}
_SCORING = {
    UnitScoring.MATCHPOINTS: ScoringGroupDTO.ScoringType_Pairs,
    UnitScoring.BUTLER: ScoringGroupDTO.ScoringType_Imp3_NoCorrection,
    UnitScoring.CROSS_IMPS: ScoringGroupDTO.ScoringType_XImp3_Average,
    UnitScoring.TEAM_IMPS: ScoringGroupDTO.ScoringType_TeamImps,
    UnitScoring.TEAM_POINTS: ScoringGroupDTO.ScoringType_TeamVPContinuous,
    UnitScoring.BOARD_A_MATCH: ScoringGroupDTO.ScoringType_Bam,
    UnitScoring.PATTON: ScoringGroupDTO.ScoringType_Patton,
}
_SEATS = {
    Seat.NORTH: TableDirection.North,
    Seat.EAST: TableDirection.East,
    Seat.SOUTH: TableDirection.South,
    Seat.WEST: TableDirection.West,
}
_DENOMINATIONS = tuple(Denomination)
_STAKES = (Doubling.UNDOUBLED, Doubling.DOUBLED, Doubling.REDOUBLED)
_KINDS = (AverageKind.MINUS, AverageKind.AVERAGE, AverageKind.PLUS)
_NO_PLAY, _PASS, _HIGHEST = -10, 0, 7
_COMMANDS = InitDTO.StartBCS | InitDTO.Command_Reset | InitDTO.Command_StartReading | InitDTO.Command_ClearData
_HANDS = (("north", Seat.NORTH), ("east", Seat.EAST), ("south", Seat.SOUTH), ("west", Seat.WEST))
_SUITS = ("spades", "hearts", "diamonds", "clubs")
_CALLING = (TdCallDTO.TdCallStatus_Launched,)


def init_message(session: UnitSession, club_id: str) -> InitDTO:
    """Returns the message that starts a session."""
    guid = session.guid
    groups = [
        ScoringGroupDTO(
            session_guid=guid,
            club_id=club_id,
            sections=[_section(guid, section)],
            scoring_group_number=section.group,
            scoring_method=_SCORING[section.scoring],
        )
        for section in session.sections
    ]
    dto = SessionDTO(
        scoring_groups=groups,
        event_guid=guid,
        session_guid=guid,
        name=session.name,
        year=session.at.year,
        month=session.at.month,
        day=session.at.day,
        hour=session.at.hour,
        minute=session.at.minute,
    )
    seats = [seat for section in session.sections for seat in section.seats]
    return InitDTO(
        commands=_COMMANDS,
        event_guid=guid,
        club_id=club_id,
        sessions=[dto],
        player_data=list(_players(session, seats, club_id)),
        participations=list(_seats(guid, seats)),
    )


def update_message(guid: str, section: UnitSection, club_id: str) -> SectionUpdateDTO:
    """Returns the message that replaces the movement of a section."""
    is_single = section.game is GameType.INDIVIDUAL
    return SectionUpdateDTO(
        session_guid=guid,
        club_id=club_id,
        scoring_group_number=section.group,
        scoring_group_scoring_method=_SCORING[section.scoring],
        letters=section.letter,
        winners=section.winners,
        game_type=_GAMES[section.game],
        keep_bridgemates_alive=section.stays_open,
        has_explicit_participations=is_single,
        added_players=[
            _player(guid, club_id, number, name)
            for number, name in {seat.number: seat.name for seat in section.seats if seat.number}.items()
        ],
        participations=list(_seats(guid, section.seats)),
        tables=_tables(guid, section),
    )


def result_messages(guid: str, results: Iterable[UnitResult]) -> list[ResultDTO]:
    """Returns the messages of results; raises Mistake for a text that the units cannot have."""
    return [_result(guid, one) for one in results]


def hands_messages(guid: str, hands: Iterable[UnitHands]) -> list[HandrecordDTO]:
    """Returns the messages of hand records; raises Mistake for a text that is no deal."""
    return [_hands(guid, one) for one in hands]


def read_result(dto: ResultDTO) -> UnitResult:
    """Returns a result from a unit; its text is None where it is none that can be typed."""
    return UnitResult(
        section=dto.section_letters or "",
        round=dto.round_number,
        table=dto.table_number,
        board=dto.board_number,
        ns=dto.pair_north_south,
        ew=dto.pair_east_west,
        text="" if dto.is_deleted else _text(dto),
    )


def read_seat(dto: ParticipationDTO) -> UnitSeat | None:
    """Returns a player typed on a unit; None for a seat that was emptied or has no direction."""
    seat = next((seat for seat, direction in _SEATS.items() if direction is dto.direction), None)
    if seat is None or dto.is_removal:
        return None
    names = (dto.first_name or "", dto.last_name or "")
    return UnitSeat(
        section=dto.section_letters or "",
        table=dto.table_number,
        seat=seat,
        name=" ".join(name for name in names if name)[:60],
        number=(dto.player_number or "")[:40],
        round=max(dto.round_number, 1),
    )


def read_hands(dto: HandrecordDTO) -> UnitHands | None:
    """Returns a hand record typed on a unit; None if it is not whole."""
    hands = (".".join((getattr(dto, f"{name}_{suit}") or "").upper() for suit in _SUITS) for name, _ in _HANDS)
    try:
        deal: Deal = parse_deal(f"N:{' '.join(hands)}")
    except Mistake:
        return None
    return UnitHands(dto.section_letters or "", dto.scoring_group_number, dto.board_number, deal.pbn)


def read_call(dto: TdCallDTO) -> UnitCall | None:
    """Returns a call of the director; None for one that was already answered."""
    return UnitCall(dto.section_letters or "", dto.table_number) if dto.status in _CALLING else None


def _section(guid: str, section: UnitSection) -> SectionDTO:
    return SectionDTO(
        session_guid=guid,
        scoring_group_number=section.group,
        letters=section.letter,
        winners=section.winners,
        game_type=_GAMES[section.game],
        keep_bridgemates_alive=section.stays_open,
        has_explicit_participations=section.game is GameType.INDIVIDUAL,
        tables=_tables(guid, section),
    )


def _tables(guid: str, section: UnitSection) -> list[TableDTO]:
    return [
        TableDTO(
            session_guid=guid,
            section_letters=section.letter,
            table_number=table.table,
            keep_bridgemates_alive=section.stays_open,
            rounds=[_round(guid, section.letter, table, one) for one in table.rounds],
        )
        for table in section.tables
    ]


def _round(guid: str, letter: str, table: UnitTable, unit_round: UnitRound) -> RoundDTO:
    return RoundDTO(
        session_guid=guid,
        section_letters=letter,
        table_number=table.table,
        round_number=unit_round.round,
        low_board_number=unit_round.low,
        high_board_number=unit_round.high,
        pair_ns=unit_round.ns,
        pair_ew=unit_round.ew,
        team_ns=unit_round.teams[0],
        team_ew=unit_round.teams[1],
        mates_table_section_letters=letter if unit_round.mates[0] else None,
        mates_table_table_number=unit_round.mates[0],
        mates_table_round_number=unit_round.mates[1],
    )


def _players(session: UnitSession, seats: Iterable[UnitSeat], club_id: str) -> Iterator[PlayerDataDTO]:
    """Yields each player number once: those of the register, and those of the entries."""
    named = {**session.players, **{seat.number: seat.name for seat in seats if seat.number}}
    for number, name in named.items():
        yield _player(session.guid, club_id, number, name)


def _player(guid: str, club_id: str, number: str, name: str) -> PlayerDataDTO:
    return PlayerDataDTO(session_guid=guid, club_id=club_id, player_number=number, last_name=name)


def _seats(guid: str, seats: Iterable[UnitSeat]) -> Iterator[ParticipationDTO]:
    for seat in seats:
        yield ParticipationDTO(
            session_guid=guid,
            section_letters=seat.section,
            table_number=seat.table,
            direction=_SEATS[seat.seat],
            round_number=seat.round,
            player_number=seat.number or None,
            last_name=None if seat.number else seat.name,
        )


def _result(guid: str, result: UnitResult) -> ResultDTO:
    dto = ResultDTO(
        session_guid=guid,
        section_letters=result.section,
        table_number=result.table,
        round_number=result.round,
        board_number=result.board,
        scoring_direction=ResultDTO.ScoringDirection_NSEW,
        pair_north_south=result.ns,
        pair_east_west=result.ew,
        declaring_pair=result.ns,
    )
    if not result.text:
        dto.is_deleted = True
        return dto
    entry = parse_entry(result.text, board=result.board)
    match entry.result, entry.ns_award, entry.ew_award:
        case Played(contract, tricks), None, None:
            is_ns = contract.declarer in (Seat.NORTH, Seat.SOUTH)
            dto.declaring_pair = result.ns if is_ns else result.ew
            dto.declarer_direction = int(_SEATS[contract.declarer])
            dto.level = contract.level
            dto.denomination = _DENOMINATIONS.index(contract.denomination) + 1
            dto.stake = _STAKES.index(contract.doubling)
            dto.total_tricks = tricks
        case PassedOut(), None, None:
            dto.level = _PASS
        case None, Average(ns), Average(ew):
            dto.level = -(3 * _KINDS.index(ns) + _KINDS.index(ew) + 1)
        case _:
            dto.level = _NO_PLAY
    return dto


def _text(dto: ResultDTO) -> str | None:
    """Returns a result as it is typed; None for one of one side alone, or with cells that are none of a result."""
    if dto.scoring_direction not in (0, ResultDTO.ScoringDirection_NSEW):
        return None
    level = dto.level
    if level == _NO_PLAY:
        return format_entry(SlipEntry.both(NotPlayed()))
    if level == _PASS:
        return format_entry(SlipEntry(PassedOut()))
    if _NO_PLAY < level < _PASS:
        ns, ew = divmod(-level - 1, len(_KINDS))
        return format_entry(SlipEntry(None, Average(_KINDS[ns]), Average(_KINDS[ew])))
    seat = next((seat for seat, direction in _SEATS.items() if int(direction) == dto.declarer_direction), None)
    is_known = 1 <= level <= _HIGHEST and 1 <= dto.denomination <= len(_DENOMINATIONS) and 0 <= dto.stake < len(_STAKES)
    if seat is None or not is_known or not 0 <= dto.total_tricks <= 13:
        return None
    contract = Contract(level, _DENOMINATIONS[dto.denomination - 1], _STAKES[dto.stake], seat)
    return format_entry(SlipEntry(Played(contract, dto.total_tricks)))


def _hands(guid: str, hands: UnitHands) -> HandrecordDTO:
    deal = parse_deal(hands.deal)
    dto = HandrecordDTO(
        session_guid=guid,
        scoring_group_number=hands.group,
        section_letters=hands.section,
        board_number=hands.board,
    )
    for name, seat in _HANDS:
        for suit, cards in zip(_SUITS, deal.suits(seat), strict=True):
            setattr(dto, f"{name}_{suit}", cards)
    return dto
