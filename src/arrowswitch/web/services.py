"""The services for every route: the tournament, the workbench, the rules' names, the club's settings and zone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, tzinfo
from typing import Annotated, Protocol, TypeVar

from fastapi import Depends, Request

from arrowswitch.documents import Letterhead
from arrowswitch.regulations.guides import ClubGuides
from arrowswitch.tournament.club.attempts import PaperAttempt, make_no_pages
from arrowswitch.tournament.club.equipment import ClubEquipment
from arrowswitch.tournament.club.screens import HallScreens
from arrowswitch.tournament.club.site import SiteUploads
from arrowswitch.tournament.deals.analyst import Analyst
from arrowswitch.tournament.demonstration.demo import Demo
from arrowswitch.tournament.files.contradictions import Attempt, score
from arrowswitch.tournament.ladders.ladders import Ladders
from arrowswitch.tournament.model.club_values.club import ClubSettings
from arrowswitch.tournament.points.points import Points
from arrowswitch.tournament.prints.memory import Prints
from arrowswitch.tournament.service.keeping import BackupKeeper
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.tournament.sheets.workbench import Workbench
from arrowswitch.tournament.simultaneous.fields import Simultaneous
from arrowswitch.web.background.bridgemates import ReadingBridgemates
from arrowswitch.web.background.delivering import Delivering
from arrowswitch.web.background.local_name import LocalName
from arrowswitch.web.background.mailing import Mailing
from arrowswitch.web.devices.arrivals import Arrivals
from arrowswitch.web.devices.commands import CommandQueue
from arrowswitch.web.devices.holds import Presence
from arrowswitch.web.devices.repeated_sends import RepeatedSends
from arrowswitch.web.devices.screens import Screens
from arrowswitch.web.guests import Devices, GuestList
from arrowswitch.web.helping import Helpers
from arrowswitch.web.logbook import Logbook
from arrowswitch.web.nudges import Nudges
from arrowswitch.web.serving.network_switch import NetworkSwitch
from arrowswitch.web.serving.own_addresses import OwnAddresses
from arrowswitch.web.zones import zone_named

_SERVICES = "arrowswitch.services"
_IS_HERE = "arrowswitch.is-here"
_FORWARDED = frozenset(
    (
        *(b"forwarded", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto", b"x-forwarded-port"),
        *(b"x-forwarded-server", b"x-real-ip", b"via"),
    )
)


class Listening(Protocol):
    """Where the program listens for other computers."""

    @property
    def is_open(self) -> bool:
        """True if the program listens on the network at all."""
        ...

    def address(self) -> str:
        """Returns its address in the network as it is now (`http://192.168.1.5:8642`), or nothing."""
        ...

    def is_here(self, address: str) -> bool:
        """True if the address of a request is this computer's own."""
        ...

    def is_called(self, name: str) -> bool:
        """True if a name (lower case, without a port) is one of this computer's; `localhost` is every computer's."""
        ...


_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class HereOnly:
    """The program listens on its own computer."""

    is_open: bool = False

    def address(self) -> str:
        """Returns nothing."""
        return ""

    def is_here(self, address: str) -> bool:
        """True if an address leads back to the computer itself."""
        return address in ("127.0.0.1", "::1")

    def is_called(self, name: str) -> bool:
        """Returns False: no name is known."""
        return False


@dataclass(frozen=True, slots=True)
class WebServices:
    """The parts that the pages work with.

    `usual_zone` is the time zone where the club names none; times in the ledger are UTC. `keeper` makes the backups,
    None where there is no place for files; `guest_list` lets other devices in, `helpers` are links for people who help
    with the scores, `logbook` records visitors and refusals, `points` adds up everybody's masterpoints, `ladders` are
    those of a season with everybody's own page, `mailing` sends mail, `delivering` sends events and reports to other
    programs, `bridgemates` reads Bridgemates, `prints` records what was printed, `hall_screens` are the screens of the
    hall, `simultaneous` are the events over many clubs; `analyst` has deals analysed, None where there is no solver;
    `listening` are the addresses of the pages, `switch` opens them to the network, None where they are open from the
    start; `own_addresses` are those that the director can choose for phones, `local_name` announces the desk in its
    network; `uploads` puts result packages on the club's site, None where there is no way to; `guides` are the ruling
    guides, the club's own among them. `arrivals` are the sessions that devices have reached. `commands` carries out the
    commands of devices, and `screens` has their newest screens. `presence` are the devices that this process has heard
    of; `sends` recognises a form that is sent again. `attempt` is what an event from outside must pass before it is
    stored (`contradictions`), `attempt_papers` what uploads, reports and parts of backups must pass (`attempts`).
    `demo` is the demonstration, None on the desk of a club.
    """

    tournament: Tournament
    workbench: Workbench
    usual_zone: tzinfo
    nudges: Nudges
    guest_list: GuestList
    helpers: Helpers
    logbook: Logbook
    sends: RepeatedSends
    points: Points
    ladders: Ladders
    simultaneous: Simultaneous
    mailing: Mailing
    delivering: Delivering
    bridgemates: ReadingBridgemates
    prints: Prints
    commands: CommandQueue
    hall_screens: HallScreens
    screens: Screens
    arrivals: Arrivals
    presence: Presence = field(default_factory=Presence)
    keeper: BackupKeeper | None = None
    analyst: Analyst | None = None
    listening: Listening = HereOnly()
    switch: NetworkSwitch | None = None
    own_addresses: OwnAddresses | None = None
    local_name: LocalName | None = None
    uploads: SiteUploads | None = None
    guides: ClubGuides = field(default_factory=ClubGuides)
    attempt: Attempt = score
    attempt_papers: PaperAttempt = make_no_pages
    demo: Demo | None = None

    @property
    def club(self) -> ClubSettings:
        return self.tournament.club.settings

    @property
    def equipment(self) -> ClubEquipment:
        return ClubEquipment(self.tournament.store)

    @property
    def has_password(self) -> bool:
        """True if other devices log in with a password; otherwise they use the code."""
        return self.tournament.club.has_password or self.has_organiser

    @property
    def has_organiser(self) -> bool:
        """True if the organiser has a password that directors do not have."""
        return self.tournament.club.has_organiser

    @property
    def devices(self) -> Devices:
        """Returns how other devices connect to the desk, and which are connected."""
        return self.guest_list.devices(self.listening.address(), has_password=self.has_password)

    @property
    def local_address(self) -> str:
        """Returns the address of the desk in its network by its announced name; nothing while none is announced."""
        return "" if self.local_name is None else self.local_name.address(self.listening.address())

    @property
    def zone(self) -> tzinfo:
        """Returns the club's time zone, or the usual one if it has none."""
        return zone_named(self.club.zone) or self.usual_zone

    @property
    def letterhead(self) -> Letterhead:
        return Letterhead(self.club.name, self.club.logo, self.club.colour)

    @property
    def regulations(self) -> Mapping[str, str]:
        """Returns the names of the regulations that an event is offered, with the titles of the club's own."""
        books = self.tournament.rulebooks
        own = {record.name: record.title for record in books.own()}
        return {name: own.get(name, "") for name in books.playable()}

    def now(self) -> datetime:
        """Returns the time at the club."""
        return self.tournament.clock.now().astimezone(self.zone)

    def today(self) -> date:
        """Returns the date at the club."""
        return self.now().date()


def has_choice(services: WebServices) -> bool:
    """True if the director can choose the address for phones: this computer has several."""
    return services.own_addresses is not None and len(services.own_addresses.all) > 1


def is_here(request: Request) -> bool:
    """True if a request comes from the computer that the program runs on, and through no proxy."""
    is_local: bool | None = request.scope.get(_IS_HERE)
    if is_local is None:
        client = request.scope.get("client")
        is_forwarded = any(name in _FORWARDED for name, _ in request.scope["headers"])
        is_local = client is not None and not is_forwarded and services_of(request).listening.is_here(client[0])
        request.scope[_IS_HERE] = is_local
    return is_local


def services_of(request: Request) -> WebServices:
    """Returns the parts that `create_app` was given."""
    services: WebServices | None = request.scope.get(_SERVICES)
    if services is None:
        services = request.scope[_SERVICES] = request.app.state.services
    return services


def kept_in_program(request: Request, name: str, make: Callable[[], _Value]) -> _Value:
    """Returns the value that this program has under a name; `make` makes it at its first use."""
    state = request.app.state
    if not hasattr(state, name):
        setattr(state, name, make())
    value: _Value = getattr(state, name)
    return value


async def _find_services(request: Request) -> WebServices:
    # Dependencies that never wait are resolved where the request is read: a thread for each would cost more than the
    # rest.
    return services_of(request)


ServicesDep = Annotated[WebServices, Depends(_find_services)]
