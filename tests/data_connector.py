"""A Data Connector for tests, with Bridgemates that tests type on: an HTTP server in a thread.

It reads and writes every message with the classes of the maker's client and validates what it gets with the client's
own checks, as the real one does. A queue keeps its items until they are accepted; a changed movement deletes the
results of a table from its first changed round on.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from bridgemate_dataconnector import (
    validate_handrecord_dto,
    validate_init_dto,
    validate_result_dto,
    validate_section_update_dto,
)
from bridgemate_dataconnector.dto import (
    DataConnectorResponseData,
    ErrorType,
    HandrecordDTO,
    InitDTO,
    ParticipationDTO,
    ResultDTO,
    RoundDTO,
    ScoringProgramDataConnectorCommands,
    ScoringProgramRequest,
    ScoringProgramResponse,
    SectionDTO,
    SectionUpdateDTO,
    TdCallDTO,
)

Command = ScoringProgramDataConnectorCommands
Data = DataConnectorResponseData
CLUB, KEY = "KOTORI", "tsubame-37-sora"
Key = tuple[str, int, int, int]
"""Section, round, table and board."""
_POLLS = {
    Command.PollQueueForNewResults: Data.Results,
    Command.PollQueueForNewParticipations: Data.Participations,
    Command.PollQueueForNewHandrecords: Data.Handrecords,
    Command.PollQueueForNewTdCalls: Data.TdCalls,
}
_ACCEPTS = {
    Command.AcceptResultQueueItems: Data.Results,
    Command.AcceptParticipantQueueItems: Data.Participations,
    Command.AcceptHandrecordQueueItems: Data.Handrecords,
    Command.AcceptTdCallQueueItems: Data.TdCalls,
}


@dataclass
class Units:
    """The software and its Bridgemates: what they have, and what waits in the queues."""

    guid: str = ""
    init: InitDTO | None = None
    sections: dict[str, SectionDTO | SectionUpdateDTO] = field(default_factory=dict)
    results: dict[Key, ResultDTO] = field(default_factory=dict)
    hands: dict[int, HandrecordDTO] = field(default_factory=dict)
    queues: dict[Data, list[tuple[int, Any]]] = field(default_factory=dict)
    commands: list[Command] = field(default_factory=list)
    drops_accepts: bool = False
    """The network breaks down at every accept."""
    last: int = 0
    port: int = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def type(self, data: Data, dto: Any) -> None:
        """Puts an item into a queue."""
        self.last += 1
        self.queues.setdefault(data, []).append((self.last, dto))

    def round(self, letter: str, table: int, number: int) -> RoundDTO:
        """Returns a round that the units have."""
        (rounds,) = (
            unit_round
            for at in self.sections[letter].tables or ()
            for unit_round in at.rounds or ()
            if (at.table_number, unit_round.round_number) == (table, number)
        )
        return rounds

    def tables_in(self, number: int) -> Iterator[tuple[str, RoundDTO]]:
        """Yields the tables that play a round, with their section."""
        for letter, section in self.sections.items():
            for at in section.tables or ():
                for unit_round in at.rounds or ():
                    if unit_round.round_number == number and unit_round.pair_ns and unit_round.pair_ew:
                        yield letter, unit_round

    def enter(self, key: Key, level: int, tricks: int = 0, denomination: int = 4, by: int = 1, stake: int = 0) -> None:
        """Types a result on a unit: a contract by North (1) to West (4), or a special level."""
        letter, number, table, board = key
        unit_round = self.round(letter, table, number)
        dto = ResultDTO(
            session_guid=self.guid,
            section_letters=letter,
            table_number=table,
            round_number=number,
            board_number=board,
            scoring_direction=3,
            pair_north_south=unit_round.pair_ns,
            pair_east_west=unit_round.pair_ew,
            declaring_pair=unit_round.pair_ns if by in (1, 3) else unit_round.pair_ew,
            declarer_direction=by if level > 0 else 0,
            level=level,
            denomination=denomination if level > 0 else 0,
            total_tricks=tricks,
            stake=stake,
        )
        assert validate_result_dto(dto), dto.validation_messages
        assert unit_round.low_board_number <= board <= unit_round.high_board_number
        self.results[key] = dto
        self.type(Data.Results, dto)

    def delete(self, key: Key) -> None:
        """Deletes a result on its unit."""
        result = self.results.pop(key)
        self.type(Data.Results, ResultDTO(**{**vars(result), "is_deleted": True}))

    def play(self, number: int, level: int = 4, tricks: int = 10) -> int:
        """Types a result for every board of a round, and returns their number."""
        n = 0
        for letter, unit_round in self.tables_in(number):
            for board in range(unit_round.low_board_number, unit_round.high_board_number + 1):
                self.enter((letter, number, unit_round.table_number, board), level, tricks)
                n += 1
        return n

    def sit(self, table: int, direction: int, number: str, letter: str = "A") -> None:
        """Types a player number at a seat."""
        self.type(
            Data.Participations,
            ParticipationDTO.from_dict(
                {
                    "SessionGuid": self.guid,
                    "SectionLetters": letter,
                    "TableNumber": table,
                    "Direction": direction,
                    "PlayerNumber": number,
                }
            ),
        )

    def call(self, table: int, status: int = TdCallDTO.TdCallStatus_Launched) -> None:
        """Calls the director to a table."""
        self.type(
            Data.TdCalls,
            TdCallDTO(self.guid, section_letters="A", table_number=table, round_number=1, status=status),
        )

    def waiting(self, data: Data) -> int:
        """Returns the number of items of a kind that nobody has accepted."""
        return len(self.queues.get(data, ()))

    def answer(self, request: ScoringProgramRequest) -> ScoringProgramResponse:
        """Returns the answer to a request."""
        self.commands.append(request.command)
        if (request.club_id, request.licence_key) != (CLUB, KEY):
            return _error(request, ErrorType.Validation, "Invalid ClubId or LicenceKey.")
        content = json.loads(request.serialized_data or "null")
        if request.command is Command.Ping:
            return _ok(request, content)
        if request.command is Command.InitializeEvent:
            return self._initialize(request, InitDTO.from_dict(content))
        if request.command is Command.ContinueEvent:
            is_own = content["EventGuid"] == self.guid
            return _ok(request) if is_own else _error(request, ErrorType.EntryUnknown, "Unknown event")
        if request.session_guid != self.guid:
            return _error(request, ErrorType.EntryUnknown, "Unknown session")
        return self._of_session(request, content)

    def _of_session(self, request: ScoringProgramRequest, content: Any) -> ScoringProgramResponse:
        command = request.command
        if command in _POLLS:
            queue = self.queues.get(_POLLS[command], [])
            data = json.dumps([dto.to_dict() for _, dto in queue])
            last = queue[-1][0] if queue else 0
            return ScoringProgramResponse(command, _POLLS[command], last, ErrorType.None_, self.guid, data)
        if command in _ACCEPTS:
            queue = self.queues.get(_ACCEPTS[command], [])
            self.queues[_ACCEPTS[command]] = [item for item in queue if item[0] > content]
            return _ok(request)
        if command is Command.UpdateMovement:
            return self._update(request, SectionUpdateDTO.from_dict(content))
        if command is Command.PutResults:
            return self._put(request, [ResultDTO.from_dict(item) for item in content])
        if command is Command.PutHandrecords:
            for item in map(HandrecordDTO.from_dict, content):
                assert validate_handrecord_dto(item), item.validation_messages
                self.hands[item.board_number] = item
            return _ok(request)
        return _error(request, ErrorType.NotImplemented, command.name)

    def _initialize(self, request: ScoringProgramRequest, init: InitDTO) -> ScoringProgramResponse:
        if not validate_init_dto(init):
            return _error(request, ErrorType.Validation, "; ".join(init.validation_messages or ()))
        session = (init.sessions or [])[0]
        self.init, self.guid = init, session.session_guid or ""
        groups = session.scoring_groups or ()
        self.sections = {one.letters or "": one for group in groups for one in group.sections or ()}
        self.results, self.queues = {}, {}
        return _ok(request)

    def _update(self, request: ScoringProgramRequest, update: SectionUpdateDTO) -> ScoringProgramResponse:
        if not validate_section_update_dto(update):
            return _error(request, ErrorType.Validation, "; ".join(update.validation_messages or ()))
        letter = update.letters or ""
        before, after = _rounds(self.sections[letter]), _rounds(update)
        changed: dict[int, int] = {}
        for (table, number), unit_round in sorted(before.items()):
            if after.get((table, number)) != unit_round:
                changed.setdefault(table, number)
        self.sections[letter] = update
        self.results = {
            key: dto for key, dto in self.results.items() if key[0] != letter or key[1] < changed.get(key[2], 999)
        }
        return _ok(request)

    def _put(self, request: ScoringProgramRequest, results: list[ResultDTO]) -> ScoringProgramResponse:
        for dto in results:
            if not validate_result_dto(dto):
                return _error(request, ErrorType.Validation, "; ".join(dto.validation_messages or ()))
            key = (dto.section_letters or "", dto.round_number, dto.table_number, dto.board_number)
            unit_round = self.round(key[0], key[2], key[1])
            if not unit_round.low_board_number <= key[3] <= unit_round.high_board_number:
                return _error(request, ErrorType.Movement, f"board {key[3]}")
            if dto.is_deleted:
                self.results.pop(key, None)
            else:
                self.results[key] = dto
        return _ok(request)


def _rounds(section: SectionDTO | SectionUpdateDTO) -> dict[tuple[int, int], tuple[int, int, int, int]]:
    return {
        (at.table_number, one.round_number): (
            one.pair_ns,
            one.pair_ew,
            one.low_board_number,
            one.high_board_number,
        )
        for at in section.tables or ()
        for one in at.rounds or ()
    }


def _ok(request: ScoringProgramRequest, content: object = "") -> ScoringProgramResponse:
    return ScoringProgramResponse(
        request.command, Data.OK, 0, ErrorType.None_, request.session_guid, json.dumps(content)
    )


def _error(request: ScoringProgramRequest, kind: ErrorType, words: str) -> ScoringProgramResponse:
    return ScoringProgramResponse(request.command, Data.Error, 0, kind, request.session_guid, json.dumps(words))


@contextmanager
def data_connector(units: Units) -> Iterator[Units]:
    """Serves units on a port of this computer."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers["Content-Length"]))
            request = ScoringProgramRequest.from_dict(json.loads(content))
            if units.drops_accepts and request.command in _ACCEPTS:
                self.send_error(503)
                return
            answer = json.dumps(units.answer(request).to_dict()).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, format: str, *args: object) -> None:
            """Writes nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        units.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield units
        finally:
            server.shutdown()
            thread.join()
