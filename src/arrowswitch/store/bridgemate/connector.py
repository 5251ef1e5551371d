"""The Data Connector of Bridgemate Control Software 5 (`tournament.bridgemate.units.Connector`), by the maker's client.

Requests go through `send_request`: the client's own reading methods return nothing when a request fails, and an
accepted item must be one that was stored. An error of the software becomes a problem with its words.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from bridgemate_dataconnector import DataConnectorClient, HttpTransport, validate_init_dto, validate_section_update_dto
from bridgemate_dataconnector.dto import (
    ContinueDTO,
    DataConnectorResponseData,
    ErrorType,
    HandrecordDTO,
    InitDTO,
    ParticipationDTO,
    ResultDTO,
    ScoringProgramDataConnectorCommands,
    ScoringProgramRequest,
    ScoringProgramResponse,
    TdCallDTO,
)

from arrowswitch.core.errors import Impossible, Problem, Refused
from arrowswitch.store.bridgemate import messages
from arrowswitch.store.bridgemate.transport import ConnectorUnreachable, LanTransport
from arrowswitch.tournament.bridgemate.units import (
    Queue,
    UnitCall,
    UnitHands,
    UnitResult,
    UnitSeat,
    UnitSection,
    UnitSession,
)
from arrowswitch.tournament.model.club_values.bridgemate import BridgemateAccount

_Item = TypeVar("_Item")
_Command = ScoringProgramDataConnectorCommands
_LONGEST_WORDS = 300
_ACCEPT = {
    UnitResult: _Command.AcceptResultQueueItems,
    UnitSeat: _Command.AcceptParticipantQueueItems,
    UnitHands: _Command.AcceptHandrecordQueueItems,
    UnitCall: _Command.AcceptTdCallQueueItems,
}
_LICENCE_WORDS = ("licen", "clubid", "club id", "credential")


class _Message(Protocol):
    def to_dict(self) -> dict[str, object]: ...


class DataConnector:
    """The Data Connector at the address of an account. `transport` carries the requests (None: HTTP)."""

    def __init__(self, transport: HttpTransport | None = None) -> None:
        self._transport = transport or LanTransport()

    def connect(self, account: BridgemateAccount) -> None:
        """Checks that it answers, and that it takes club id and key."""
        self._send(account, _Command.Ping, "", json.dumps("arrowswitch"))

    def start(self, account: BridgemateAccount, session: UnitSession) -> None:
        """Starts a new session."""
        message = messages.init_message(session, account.club_id)
        if not validate_init_dto(message):
            raise Impossible(f"an invalid start of a session: {message.validation_messages}")
        self._send(account, _Command.InitializeEvent, "", _json(message))

    def resume(self, account: BridgemateAccount, guid: str) -> None:
        """Opens the session again."""
        commands = InitDTO.StartBCS | InitDTO.Command_StartReading
        message = ContinueDTO(event_guid=guid, club_id=account.club_id, commands=commands)
        self._send(account, _Command.ContinueEvent, "", _json(message))

    def update(self, account: BridgemateAccount, guid: str, section: UnitSection) -> None:
        """Replaces the movement of a section."""
        message = messages.update_message(guid, section, account.club_id)
        if not validate_section_update_dto(message):
            raise Impossible(f"an invalid movement: {message.validation_messages}")
        self._send(account, _Command.UpdateMovement, guid, _json(message))

    def send_results(self, account: BridgemateAccount, guid: str, results: Sequence[UnitResult]) -> None:
        """Sends results."""
        self._send(account, _Command.PutResults, guid, _all_json(messages.result_messages(guid, results)))

    def send_hands(self, account: BridgemateAccount, guid: str, hands: Sequence[UnitHands]) -> None:
        """Sends hand records."""
        self._send(account, _Command.PutHandrecords, guid, _all_json(messages.hands_messages(guid, hands)))

    def results(self, account: BridgemateAccount, guid: str) -> Queue[UnitResult]:
        """Returns the results that were not accepted yet."""
        return self._queue(
            account,
            guid,
            _Command.PollQueueForNewResults,
            lambda item: messages.read_result(ResultDTO.from_dict(item)),
        )

    def seats(self, account: BridgemateAccount, guid: str) -> Queue[UnitSeat]:
        """Returns the players that were not accepted yet."""
        return self._queue(
            account,
            guid,
            _Command.PollQueueForNewParticipations,
            lambda item: messages.read_seat(ParticipationDTO.from_dict(item)),
        )

    def hands(self, account: BridgemateAccount, guid: str) -> Queue[UnitHands]:
        """Returns the hand records that were not accepted yet."""
        return self._queue(
            account,
            guid,
            _Command.PollQueueForNewHandrecords,
            lambda item: messages.read_hands(HandrecordDTO.from_dict(item)),
        )

    def calls(self, account: BridgemateAccount, guid: str) -> Queue[UnitCall]:
        """Returns the calls that were not accepted yet."""
        return self._queue(
            account,
            guid,
            _Command.PollQueueForNewTdCalls,
            lambda item: messages.read_call(TdCallDTO.from_dict(item)),
        )

    def accept(self, account: BridgemateAccount, guid: str, kind: type[object], last: int) -> None:
        """Has a queue forget its items up to one."""
        self._send(account, _ACCEPT[kind], guid, json.dumps(last))

    def _queue(
        self,
        account: BridgemateAccount,
        guid: str,
        command: ScoringProgramDataConnectorCommands,
        read: Callable[[dict[str, object]], _Item | None],
    ) -> Queue[_Item]:
        answer = self._send(account, command, guid, "", empty=ErrorType.NoData)
        if answer.session_guid and answer.session_guid != guid:
            raise Refused.of("bridgemate.other-session")
        try:
            is_empty = answer.data_type in (DataConnectorResponseData.OK, DataConnectorResponseData.Error)
            items = json.loads("[]" if is_empty else answer.serialized_data or "[]")
        except json.JSONDecodeError as error:
            raise Refused.of("bridgemate.refused", detail=str(error)) from error
        if not isinstance(items, list):
            items = []
        values = (read(item) for item in items if isinstance(item, dict))
        return Queue(tuple(one for one in values if one is not None), answer.last_queue_item_id if items else 0)

    def _send(
        self,
        account: BridgemateAccount,
        command: ScoringProgramDataConnectorCommands,
        guid: str,
        data: str,
        empty: ErrorType | None = None,
    ) -> ScoringProgramResponse:
        """Returns the answer to a request; raises Refused for an error, except one that means an `empty` queue."""
        client = DataConnectorClient(account.club_id, account.licence_key, account.address, self._transport)
        request = ScoringProgramRequest(command=command, session_guid=guid, serialized_data=data)
        try:
            answer = client.send_request(request)
        except ConnectorUnreachable as trouble:
            raise _no_connection(account, str(trouble)) from trouble
        if answer.data_type is DataConnectorResponseData.Error and answer.error_type is not empty:
            raise _refusal(answer, account)
        return answer


def _refusal(answer: ScoringProgramResponse, account: BridgemateAccount) -> Refused:
    """Returns the problem of an answer that is an error, in the words of the software without the key."""
    words = answer.serialized_data or ""
    try:
        content = json.loads(words)
    except json.JSONDecodeError:
        content = words
    detail = str(content)[:_LONGEST_WORDS]
    if account.licence_key:
        detail = detail.replace(account.licence_key, "…")
    if answer.error_type is ErrorType.NoConnection:
        return _no_connection(account, detail)
    if answer.error_type is ErrorType.Validation and any(word in detail.lower() for word in _LICENCE_WORDS):
        return Refused(Problem("bridgemate.licence", {"detail": detail}))
    if answer.error_type is ErrorType.EntryUnknown:
        return Refused(Problem("bridgemate.other-session"))
    return Refused(Problem("bridgemate.refused", {"detail": f"{answer.error_type.name}: {detail}"}))


def _no_connection(account: BridgemateAccount, detail: str) -> Refused:
    return Refused(Problem("bridgemate.no-connection", {"address": account.address, "detail": detail}))


def _json(message: _Message) -> str:
    return json.dumps(message.to_dict(), separators=(",", ":"))


def _all_json(contents: Sequence[_Message]) -> str:
    return json.dumps([message.to_dict() for message in contents], separators=(",", ":"))
