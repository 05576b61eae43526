"""Two line-ups that differ in nothing but the players: no page, endpoint or file tells which one was handed in."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from players.models import Account, Club
from players.roles import Role
from testing.api.caller import Caller
from testing.factories import holder_of
from testing.marks import WHOLE, some
from testing.tournaments.teams import FOUR_TEAMS, hand_in, running_teams, seats, team
from tournaments.models import Event
from tournaments.notices.services import add_webhook
from tournaments.teams.services.leaving import readmit_team, withdraw_team
from tournaments.teams.services.rosters import set_roster

pytestmark = [pytest.mark.django_db, pytest.mark.core]

WITH_RESERVE: Mapping[str, Sequence[str]] = {**FOUR_TEAMS, "Ants": ("Ada", "Al", "Abe")}
ONE, OTHER = ("Ada", "Al"), ("Al", "Abe")
PAGES = (
    "", "teams", "teams/{team}", "pairings/1", "pairings/1/boards", "pairings/1/line-ups/{team}", "players", "games",
    "crosstable", "info", "journal", "desk", "print", "print/pairings", "pairings/1/slips", "screen", "what-if",
    "teams/{team}/roster", "teams/{team}/withdraw", "teams/{team}/readmit", "teams/{team}/bye", "teams/late",
    "categories", "prizes",
    "feed.atom", "calendar.ics", "standings.csv", "crosstable.csv", "files", "files/json", "files/trf26", "webhooks",
)  # fmt: skip
API = (
    "", "/teams", "/teams/{team}", "/rounds", "/rounds/1", "/rounds/1/matches", "/rounds/1/line-ups/{team}",
    "/team-standings", "/standings", "/crosstable", "/games", "/entries", "/journal", "/calls", "/teams-apart",
    "/categories", "/prizes",
)  # fmt: skip
OF_THE_MOMENT = re.compile(
    r'name="csrfmiddlewaretoken" value="\w+"|name="sending" value="[^"]*"|nonce="[^"]*"|<time.*?</time>'
    r'|name="message" value="\d+"|class="request-id"[^>]*>\w+|"request_id":"\w+"|"at":"[^"]*"|DTSTAMP:\w+'
)
"""Numbers of requests, tokens and messages, and times."""


def answers(event: Event, readers: Sequence[Account | None], of: int) -> dict[tuple[int, str], tuple[int, str]]:
    """By reader and address what is answered, without what is new each time."""
    cache.clear()
    found = {}
    for place, reader in enumerate(readers):
        client = Client()
        if reader is not None:
            client.force_login(reader)
        for path in PAGES:
            answer = client.get(f"/events/{event.pk}/{path.format(team=of)}".rstrip("/"))
            text = b"".join(answer) if answer.streaming else answer.content
            found[place, path] = answer.status_code, OF_THE_MOMENT.sub("", text.decode("utf-8", "replace"))
        for path in API:
            answer = Caller(reader).get(f"/events/{event.pk}{path.format(team=of)}")
            found[place, f"api{path}"] = answer.status_code, OF_THE_MOMENT.sub("", answer.content.decode())
    return found


def after(
    event: Event,
    captain: Account,
    line_up: Sequence[str],
    readers: Sequence[Account | None],
    then: Callable[[], object] = int,
) -> dict[tuple[int, str], tuple[int, str]]:
    """The answers once the Ants have handed this line-up in, and something was done `then`; both are taken back."""
    savepoint = transaction.savepoint()
    hand_in(event, captain, 1, "Ants", *line_up)
    then()
    found = answers(event, readers, team(event, "Ants").pk)
    transaction.savepoint_rollback(savepoint)
    return found


def test_who_plays_changes_no_answer_for_anyone_outside_the_team(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, WITH_RESERVE)
    add_webhook(event.pk, organiser, "https://example.org/hook", ["round.changed"])
    arbiter = holder_of(Role.ARBITER, event.scope)
    readers = some(3, (None, players["Dan"], organiser, players["Ben"], arbiter))
    one, other = (after(event, players["Ada"], line_up, readers) for line_up in (ONE, OTHER))
    different = {key for key in one if one[key] != other[key]}
    assert different == set()
    seen = {key for key, (status, _text) in one.items() if status == 200}
    assert len(seen) > 20 * len(readers), "most addresses answer most readers"


def test_a_team_that_leaves_or_changes_shows_nobody_whom_it_had_handed_in(club: Club, organiser: Account) -> None:
    """It withdraws; it comes back; it gets a new captain while its line-up waits."""
    event, players = running_teams(club, organiser, WITH_RESERVE)
    ants, own = team(event, "Ants").pk, [pk for pk in seats(event, ("Ada", "Al", "Abe")) if pk is not None]
    add_webhook(event.pk, organiser, "https://example.org/hook", ["team.withdrawn", "team.changed", "round.changed"])

    def leave() -> None:
        withdraw_team(event.pk, organiser, ants, annul=False)

    def leave_and_return() -> None:
        leave()
        readmit_team(event.pk, organiser, ants, plays_matches=True)

    def change_captain() -> None:
        set_roster(event.pk, organiser, ants, own, captain=own[1])

    for then in some(2, (leave_and_return, change_captain, leave)):
        readers = (players["Dan"], organiser) if WHOLE else (players["Dan"],)
        one, other = (after(event, players["Ada"], line_up, readers, then) for line_up in (ONE, OTHER))
        assert {key for key in one if one[key] != other[key]} == set(), then.__name__


def test_it_changes_what_the_team_itself_reads(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, WITH_RESERVE)
    one, other = (after(event, players["Ada"], line_up, [players["Ada"]]) for line_up in (ONE, OTHER))
    different = {path for (_reader, path) in one if one[0, path] != other[0, path]}
    assert different == {"pairings/1/line-ups/{team}", "api/rounds/1/line-ups/{team}"}
    hand_in(event, players["Ada"], 1, "Ants", *ONE)
    assert Caller(players["Abe"]).read(f"/events/{event.pk}/rounds/1/line-ups/{team(event, 'Ants').pk}") == {
        "seats": seats(event, ONE)
    }


def test_everyone_sees_the_boards_once_both_line_ups_are_in(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, WITH_RESERVE)
    hand_in(event, players["Ada"], 1, "Ants", *OTHER)
    hand_in(event, players["Dan"], 1, "Dogs", "Dan", "Di")
    (match, _waiting) = Caller().read(f"/events/{event.pk}/rounds/1/matches")["matches"]
    assert match["seated"] is True
    names = [
        (each["white"]["entry"]["player"]["name"], each["black"]["entry"]["player"]["name"]) for each in match["boards"]
    ]
    assert names == [("Al", "Dan"), ("Di", "Abe")]
