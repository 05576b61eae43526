"""Boards that are shown late: what is younger than the delay is in no answer of the server but those to its recorders.

Two lines that differ in young turns alone get the same bytes at every address; once they are old enough, the
addresses that differ are those that are listed here. A new address that shows turns is not listed, and fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from http import HTTPStatus
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from common.jobs.models import Job
from common.jobs.services import run_due
from games.core.broadcasts import shown_game, shown_records
from games.core.running import running_game
from games.core.services.broadcasts import RELEASE, look_what_is_decided
from games.models import Broadcast, Game
from games.recordings.services.record_turns import finish_recording, record_turns
from players.models import Account, Club
from players.permissions import NotAllowed
from testing.api.caller import Caller
from testing.computed import ask_until_computed
from testing.factories import seated
from testing.system.urls import addresses
from testing.tournaments.factories import decide, fresh, running
from tests.tournaments.done_twice import undone
from tournaments.core.loader import load
from tournaments.journal.queries.journal_entries import journal_entries
from tournaments.models import Event
from tournaments.rounds.services.broadcasts import set_broadcast_delay

pytestmark = [pytest.mark.django_db, pytest.mark.core]

NOON = datetime(2026, 3, 7, 12, tzinfo=UTC)
At = Callable[[float], None]
OLD, YOUNG, OTHER = "g2 b3", "f2", "h3"
_CHANGING = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"|data-form-key="[^"]*"|name="form_key" value="[^"]*"')

OF_TURNS = {
    "/watch",
    "/events/E",
    "/events/E/pairings/1/boards",
    "/events/E/screen/boards",
    "/games/G",
    "/embed/games/G",
    "/api/v1/games/G/recording",
    "/api/v1/events/E/stream",
    "/api/v1/events/E/rounds/1/stream",
}
"""The addresses that show everybody the turns of a recording."""
OF_RECORDS = {
    "/events/E/screen/boards",
    "/games/G",
    "/games/G/boards/1",
    "/games/G/boards/1.svg",
    "/games/G/boards/1.png",
    "/games/records.txt",
    "/games/G/record.txt",
    "/games/G/record.json",
    "/embed/games/G",
    "/api/v1/games/G/records/1",
}
"""The addresses that show everybody a record that was handed in of a game without a result."""

RAW = re.compile(
    r"\brunning_games?\(|\b(?:RecordedTurn|Recording|Record|Move|IndexedPosition)\.objects\.(?!none)",
)
READS_ROWS = {
    # what everybody may see is decided here
    "games/core/broadcasts.py", "games/core/running.py", "games/core/queries/page.py",
    # turns of records that `shown_records` has given
    "games/core/queries/lists.py", "games/collection/queries/export.py", "games/collection/queries/collection.py",
    # for the recorders of the game alone
    "games/recordings/pages.py", "games/records/refused_record.py", "games/results/queries.py",
    # of events that are over
    "tournaments/open_data/queries.py",
    # past games of a club's file, and how many rows a file leaves out
    "games/histories/moved.py", "tournaments/club_files/left_out.py",
    # services and jobs, which show nothing
    "games/recordings/services/record_turns.py", "games/recordings/services/online.py",
    "games/records/services/index_positions.py", "games/records/services/submit_record.py",
    "games/records/services/record_files.py", "games/results/services/internal.py",
    "games/results/services/adjudicate.py", "games/results/services/create.py",
    "games/management/commands/indexpositions.py", "games/collection/services.py", "games/erasure.py",
    "games/analysis/services.py",
    "tournaments/rounds/services/rounds.py", "tournaments/core/services/staging.py", "ratings/arranged/services.py",
    # a person's own data, and what a player may not be told
    "games/exports.py", "games/fair_play.py", "play/fair_play.py",
    # games that are played here
    "play/core/playing.py", "play/games/services/games.py", "play/games/services/event_games.py",
}  # fmt: skip
"""Modules that read turns without asking what everybody may see, and why that is right."""


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> At:
    """Make it so many minutes after noon."""
    return lambda minutes: monkeypatch.setattr(timezone, "now", lambda: NOON + timedelta(minutes=minutes))


@pytest.fixture
def event(club: Club, organiser: Account, at: At) -> Event:
    """Of two players, whose board is shown 15 minutes late."""
    at(-60)
    event = running(club, organiser, ("Ada", "Ben"), rounds=1, rules="gipf-basic")
    set_broadcast_delay(event.pk, organiser, delay=15)
    return fresh(event)


def game_of(event: Event) -> Game:
    return Game.objects.select_related("parent_scope", "white", "black").get(parent_scope__key=event.scope)


def record(event: Event, account: Account, text: str) -> None:
    game = game_of(event)
    record_turns(game.pk, account, text, expect=running_game(game).version)


def turns(event: Event, reader: object = None) -> str:
    return " ".join(shown_game(game_of(event), reader).tokens)


# --- what is shown when -----------------------------------------------------------------------------------


def test_a_turn_is_shown_to_its_recorders_at_once_and_to_all_others_late(
    event: Event, organiser: Account, stranger: Account, at: At
) -> None:
    at(0)
    record(event, organiser, OLD)
    at(14)
    record(event, organiser, YOUNG)
    assert turns(event) == turns(event, stranger) == ""
    assert turns(event, organiser) == turns(event, seated(game_of(event), "black")) == "g2 b3 f2"
    at(15)
    assert turns(event) == "g2 b3"
    at(29)
    assert turns(event) == "g2 b3 f2"


def test_what_was_taken_back_meanwhile_is_shown_as_it_was_then(event: Event, organiser: Account, at: At) -> None:
    at(0)
    record(event, organiser, f"{OLD} {YOUNG}")
    at(10)
    record_turns(game_of(event).pk, organiser, OTHER, expect=running_game(game_of(event)).version, keep=2)
    at(20)
    assert (turns(event), turns(event, organiser)) == ("g2 b3 f2", "g2 b3 h3")
    at(25)
    assert turns(event) == "g2 b3 h3"


def test_without_a_delay_and_with_a_result_everything_is_shown(event: Event, organiser: Account, at: At) -> None:
    at(0)
    record(event, organiser, OLD)
    with undone():
        set_broadcast_delay(event.pk, organiser, delay=0)
        assert turns(event) == "g2 b3"
    assert turns(event) == ""
    decide(event, organiser, {("Ada", "Ben"): "1-0"})
    assert turns(event) == "g2 b3"


def test_a_record_without_a_result_waits_as_its_turns_do(event: Event, organiser: Account, at: At) -> None:
    at(0)
    record(event, organiser, OLD)
    at(10)
    record(event, organiser, YOUNG)
    game = game_of(event)
    finish_recording(game.pk, organiser, expect=running_game(game).version)
    assert not shown_records().exists()
    opening = {"rules": "gipf-basic", "opening": f"{OLD} {YOUNG}"}
    found = f'href="/games/{game.pk}?'
    assert found not in Client().get("/games", opening).content.decode(), "nor is it found by its positions"
    at(20)
    assert turns(event) == "g2 b3", "the recording is closed, and goes on for those who see it late"
    at(25)
    assert shown_records().count() == 1
    assert found in Client().get("/games", opening).content.decode()
    assert turns(event) == ""


# --- every address ----------------------------------------------------------------------------------------


def answers(event: Event) -> Mapping[str, tuple[int, bytes]]:
    """What every address that an event, a game, a club or a person is named in, or nothing, tells a visitor."""
    for cache in caches.all():
        cache.clear()
    game, client = game_of(event), Client(raise_request_exception=False)
    known = {
        "event_id": event.pk, "game_id": game.pk, "number": 1, "slug": event.club.slug, "person_id": game.white_id,
        "other_id": game.black_id, "kind": "json",
    }  # fmt: skip
    named = {f"/events/{event.pk}": "/events/E", f"/games/{game.pk}": "/games/G"}
    found: dict[str, tuple[int, bytes]] = {}
    for address in sorted(addresses(known)):
        answer = ask_until_computed(partial(client.get, address))
        assert answer.status_code != HTTPStatus.TOO_MANY_REQUESTS, f"{address} is throttled"
        content = answer.getvalue() if answer.streaming else answer.content
        name = next((address.replace(long, short, 1) for long, short in named.items() if long in address), address)
        found[name] = (answer.status_code, _CHANGING.sub(b"", content).replace(answer["X-Request-ID"].encode(), b""))
    return found


def differing(one: Mapping[str, tuple[int, bytes]], other: Mapping[str, tuple[int, bytes]]) -> set[str]:
    return {address for address, answer in one.items() if answer != other[address]}


@pytest.mark.slow
@pytest.mark.parametrize(("hands_in", "listed"), [(False, OF_TURNS), (True, OF_RECORDS)], ids=["turns", "record"])
def test_no_address_shows_young_turns_and_those_that_show_old_ones_are_listed(
    hands_in: bool, listed: set[str], event: Event, organiser: Account, at: At
) -> None:
    at(0)
    record(event, organiser, OLD)
    young, old = [], []
    for turn in (YOUNG, OTHER):
        with undone():
            at(20)
            record(event, organiser, turn)
            if hands_in:
                game = game_of(event)
                finish_recording(game.pk, organiser, expect=running_game(game).version)
            young.append(answers(event))
            at(35)
            old.append(answers(event))
    assert len(young[0]) > 150
    assert differing(*young) == set()
    assert sorted(differing(*old)) == sorted(listed)


def test_whatever_reads_turns_asks_what_everybody_may_see_or_is_listed() -> None:
    root = Path(settings.BASE_DIR)
    files = [
        file for app in ("games", "play", "ratings", "tournaments", "gipfel") for file in root.glob(f"{app}/**/*.py")
    ]
    found = {str(file.relative_to(root)) for file in files if RAW.search(file.read_text())}
    assert found - READS_ROWS == set(), "ask games.core.broadcasts, or say here why not"
    assert READS_ROWS - found == set(), "these read no turns any more"


def test_the_recorders_are_told_by_page_and_endpoint_and_others_are_not(
    event: Event, organiser: Account, stranger: Account, client: Client, at: At
) -> None:
    at(0)
    record(event, organiser, OLD)
    address = f"/games/{game_of(event).pk}"
    assert Caller(organiser).read(f"{address}/recording")["turns"] == ["g2", "b3"]
    told = Caller(stranger).read(f"{address}/recording")
    assert (told["turns"], told["delay"]) == ([], 15)
    client.force_login(organiser)
    assert "b3" in client.get(f"{address}/recorder").content.decode()
    assert "Shown 15 minutes late" in client.get(address).content.decode()


# --- pages that follow ------------------------------------------------------------------------------------


def test_pages_that_follow_are_told_when_a_turn_is_old_enough(event: Event, organiser: Account, at: At) -> None:
    at(0)
    record(event, organiser, OLD)
    before = shown_game(game_of(event)).version
    at(10)
    record(event, organiser, YOUNG)
    assert shown_game(game_of(event)).version == before, "nobody learns that a turn was made"
    at(15.1)
    run_due()
    assert shown_game(game_of(event)).version == before + 1
    assert Job.objects.get(kind=RELEASE).due_at == NOON + timedelta(minutes=25)
    at(25.1)
    run_due()
    assert shown_game(game_of(event)).version == before + 2
    assert not Job.objects.filter(kind=RELEASE).exists()


def test_a_result_and_a_shorter_delay_show_the_rest_at_once(event: Event, organiser: Account, at: At) -> None:
    at(0)
    record(event, organiser, OLD)
    Job.objects.filter(kind=RELEASE).delete()
    with undone():
        set_broadcast_delay(event.pk, organiser, delay=5)
        assert Job.objects.filter(kind=RELEASE, due_at__lte=NOON).exists()
    record(event, organiser, YOUNG)
    look_what_is_decided()
    assert not Job.objects.filter(kind=RELEASE, due_at__lte=NOON).exists()
    decide(event, organiser, {("Ada", "Ben"): "1-0"})
    look_what_is_decided()
    assert Job.objects.filter(kind=RELEASE, due_at__lte=NOON).exists()


# --- the choice -------------------------------------------------------------------------------------------


def test_an_organiser_chooses_the_delay_on_a_page_and_by_the_endpoint(
    event: Event, organiser: Account, client: Client
) -> None:
    page, endpoint = f"/events/{event.pk}/broadcast", f"/events/{event.pk}/broadcast"
    client.force_login(organiser)
    assert page in client.get(f"/events/{event.pk}/desk").content.decode()
    assert '<option value="15" selected>' in client.get(page).content.decode()
    version = Caller(organiser).read(f"/events/{event.pk}")["version"]
    answer = client.post(page, {"delay": "30", "version": version})
    assert answer.headers["Location"] == f"/events/{event.pk}/desk"
    assert Caller().read(endpoint) == {"delay": 30}
    assert Caller(organiser).done(endpoint, {"delay": 0, "version": version + 1}, method="PUT") == {"delay": 0}
    assert not Broadcast.objects.exists()
    lines = [str(line.text) for line in journal_entries(load(fresh(event)))][:2]
    assert lines == ["Broadcast of boards without delay", "Broadcast of boards delayed by \u206630\u2069 min"]


def test_others_choose_no_delay(event: Event, stranger: Account) -> None:
    with pytest.raises(NotAllowed):
        set_broadcast_delay(event.pk, stranger, delay=0)
    assert Broadcast.objects.get().delay == 15
