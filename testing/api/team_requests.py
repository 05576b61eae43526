"""Events of teams for the tests of all addresses, and a good request for each endpoint of theirs."""

from __future__ import annotations

from dataclasses import dataclass

from players.models import Account, Club
from testing.api.requests_of_play import Request
from testing.factories import PersonFactory
from testing.tournaments.teams import announced_teams, hand_in, running_teams, seats, team
from tournaments.entries.services import entries
from tournaments.models import Event


@dataclass(frozen=True)
class TeamWorld:
    """`announced` has the Owls and a player without a team; in `running`, Pia has handed in for the Moles."""

    announced: Event
    running: Event

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
    return TeamWorld(announced, running)


def requests_of_teams(world: TeamWorld) -> dict[tuple[str, str], Request]:
    """What organisers do with teams, captains with line-ups, and arbiters with those of a round."""
    event, here, now = "events/<int:event_id>", f"/events/{world.announced.pk}", f"/events/{world.running.pk}"
    own, one_team, one_round = f"/teams/{world.owls}", f"{event}/teams/<int:team_id>", f"{event}/rounds/<int:number>"
    roster = {"entries": seats(world.announced, ["Oz", "Obi"]), "captain": seats(world.announced, ["Obi"])[0]}
    line_up = {"seats": seats(world.running, ["Pia", "Mel"])}
    return {
        ("POST", f"{event}/teams"): Request(f"{here}/teams", {"name": "Quails"}, code=201),
        ("PATCH", one_team): Request(f"{here}{own}", {"name": "Eagles"}),
        ("DELETE", one_team): Request(f"{here}{own}", code=204),
        ("PUT", f"{one_team}/roster"): Request(f"{here}{own}/roster", roster),
        ("PUT", f"{one_round}/line-ups/<int:team_id>"): Request(
            f"{now}/rounds/1/line-ups/{world.moles}", line_up, by="player", code=204
        ),
        ("PUT", f"{one_round}/line-up-deadline"): Request(
            f"{now}/rounds/1/line-up-deadline", {"at": "2199-03-07T10:00:00Z"}, code=204
        ),
        ("POST", f"{one_round}/line-ups/close"): Request(f"{now}/rounds/1/line-ups/close", code=204),
    }
