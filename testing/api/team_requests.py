"""Events of teams for the tests of all addresses, and a good request for each endpoint of theirs."""

from __future__ import annotations

from dataclasses import dataclass

from players.models import Account, Club
from testing.api.requests_of_play import Request
from testing.factories import PersonFactory
from testing.tournaments.factories import entry
from testing.tournaments.teams import announced_teams, hand_in, running_teams, seats, team
from tournaments.entries.services import entries
from tournaments.models import Event
from tournaments.teams.services import byes, exclusions, late, leaving


@dataclass(frozen=True)
class TeamWorld:
    """`announced` has the Owls and a player without a team; in `running`, Pia has handed in for the Moles.

    `swiss` has no round yet: Pia's Ravens have a bye in round 2, and the group `apart`. In `late` the Yaks came after
    round 1, and the Zebras have withdrawn. A player is without a team in both.
    """

    announced: Event
    running: Event
    swiss: Event
    late: Event
    apart: int

    @property
    def ravens(self) -> int:
        return team(self.swiss, "Ravens").pk

    @property
    def yaks(self) -> int:
        return team(self.late, "Yaks").pk

    @property
    def zebras(self) -> int:
        return team(self.late, "Zebras").pk

    @property
    def owls(self) -> int:
        return team(self.announced, "Owls").pk

    @property
    def moles(self) -> int:
        return team(self.running, "Moles").pk


def team_world(club: Club, organiser: Account, player: Account) -> TeamWorld:
    """Both events. `player` is Pia."""
    announced, _players = announced_teams(club, organiser, {"Owls": ("Obi", "Ole"), "Pikes": ("Pim", "Pru")})
    free = PersonFactory(name="Oz", member_of=club)
    entries.enter_person(announced.pk, organiser, person_id=free.pk)
    rosters = {"Moles": ("Pia", "Mel"), "Newts": ("Nan", "Nik")}
    running, _players = running_teams(club, organiser, rosters, known={"Pia": player})
    hand_in(running, player, 1, "Moles", "Pia", "Mel")
    swiss, apart = _swiss_of_teams(club, organiser, player)
    return TeamWorld(announced, running, swiss, _late_teams(club, organiser), apart)


OF_SWISS = {"format": "team-swiss", "rounds_planned": 5}


def _swiss_of_teams(club: Club, organiser: Account, player: Account) -> tuple[Event, int]:
    rosters = {"Ravens": ("Pia", "Rob"), "Swans": ("Sue", "Sid"), "Terns": ("Tea", "Tom"), "Urchins": ("Una", "Udo")}
    event, _players = running_teams(club, organiser, rosters, rounds=0, known={"Pia": player}, **OF_SWISS)
    byes.request_team_bye(event.pk, player, team(event, "Ravens").pk, 2, "zero")
    two = [team(event, name).pk for name in ("Ravens", "Swans")]
    apart = exclusions.keep_teams_apart(event.pk, organiser, two)
    _without_team(club, organiser, event, "Ozo")
    return event, apart.pk


def _late_teams(club: Club, organiser: Account) -> Event:
    rosters = {"Vipers": ("Val", "Vic"), "Wolves": ("Wim", "Wes"), "Xerus": ("Xia", "Xen"), "Zebras": ("Zoe", "Zac")}
    event, _players = running_teams(club, organiser, rosters, **OF_SWISS)
    _without_team(club, organiser, event, "Yan")
    late.add_late_team(event.pk, organiser, "Yaks", [entry(event, "Yan").pk])
    leaving.withdraw_team(event.pk, organiser, team(event, "Zebras").pk)
    return event


def _without_team(club: Club, organiser: Account, event: Event, name: str) -> None:
    entries.enter_person(event.pk, organiser, person_id=PersonFactory(name=name, member_of=club).pk)


def requests_of_teams(world: TeamWorld) -> dict[tuple[str, str], Request]:
    """What organisers do with teams, captains with line-ups, and arbiters with those of a round."""
    event, here, now = "events/<int:event_id>", f"/events/{world.announced.pk}", f"/events/{world.running.pk}"
    own, one_team, one_round = f"/teams/{world.owls}", f"{event}/teams/<int:team_id>", f"{event}/rounds/<int:number>"
    roster = {"entries": seats(world.announced, ["Oz", "Obi"]), "captain": seats(world.announced, ["Obi"])[0]}
    line_up = {"seats": seats(world.running, ["Pia", "Mel"])}
    swiss, later = f"/events/{world.swiss.pk}", f"/events/{world.late.pk}/teams"
    coming = {"name": "Ospreys", "entries": seats(world.swiss, ["Ozo"])}
    two = [team(world.swiss, name).pk for name in ("Swans", "Terns")]
    return {
        ("POST", f"{event}/teams"): Request(f"{here}/teams", {"name": "Quails"}, code=201),
        ("PATCH", one_team): Request(f"{here}{own}", {"name": "Eagles"}),
        ("DELETE", one_team): Request(f"{here}{own}", code=204),
        ("PUT", f"{one_team}/roster"): Request(f"{here}{own}/roster", roster),
        ("POST", f"{one_team}/byes"): Request(
            f"{swiss}/teams/{world.ravens}/byes", {"round": 1, "kind": "half"}, by="player", code=201
        ),
        ("DELETE", f"{one_team}/byes/<int:round_number>"): Request(
            f"{swiss}/teams/{world.ravens}/byes/2", by="player", code=204
        ),
        ("POST", f"{one_team}/half-byes"): Request(f"{swiss}/teams/{world.ravens}/half-byes", {"half_byes": True}),
        ("POST", f"{one_team}/missed-byes"): Request(f"{later}/{world.yaks}/missed-byes", {"rounds": [1]}),
        ("POST", f"{event}/teams/late"): Request(f"{swiss}/teams/late", coming, code=201),
        ("POST", f"{one_team}/withdraw"): Request(f"{now}/teams/{world.moles}/withdraw", {"annul": False}),
        ("POST", f"{one_team}/readmit"): Request(f"{later}/{world.zebras}/readmit", {"plays_matches": True}),
        ("POST", f"{event}/teams-apart"): Request(f"{swiss}/teams-apart", {"teams": two}, code=201),
        ("DELETE", f"{event}/teams-apart/<int:group_id>"): Request(f"{swiss}/teams-apart/{world.apart}", code=204),
        ("PUT", f"{one_round}/line-ups/<int:team_id>"): Request(
            f"{now}/rounds/1/line-ups/{world.moles}", line_up, by="player", code=204
        ),
        ("PUT", f"{one_round}/line-up-deadline"): Request(
            f"{now}/rounds/1/line-up-deadline", {"at": "2199-03-07T10:00:00Z"}, code=204
        ),
        ("POST", f"{one_round}/line-ups/close"): Request(f"{now}/rounds/1/line-ups/close", code=204),
    }
