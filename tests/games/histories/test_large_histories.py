"""Large files of past games: sent in parts, read and stored by workers, once however often and by however many."""

from __future__ import annotations

import json
from datetime import timedelta
from io import BytesIO
from time import process_time

import pytest
from django.core.files.base import File
from django.test import Client
from django.utils import timezone

from common import pieces
from common.jobs.models import Job
from common.jobs.services import run_due, run_now
from games.histories import history_file
from games.histories.history_file import read_file
from games.histories.services import checking, histories
from games.histories.services.checking import CHECK_HISTORY, begin_history, confirm_history, forget_undecided
from games.histories.services.histories import IMPORT_HISTORY, HistoryRefused, import_history, store_history
from games.models import Claim, Game, History, PastEvent
from gipf_engine.ratings.history_file import parse_history
from players.models import Account, Club, Person, Upload
from players.uploads.services import store_file
from testing.api.caller import Caller
from testing.factories import PersonFactory, organiser_of
from testing.games.history_files import HEAD, SMALL, synthetic
from tests.threads import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
RULES = "gipf-standard"
LARGE = synthetic(1_500, 30)


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "BREATH", 0)


def sent(account: Account, data: bytes) -> Upload:
    return store_file(account, File(BytesIO(data), name="games.csv"))


def checked(club: Club, account: Account, data: bytes) -> History:
    history = begin_history(club.pk, account, sent(account, data), rules=RULES)
    run_now(CHECK_HISTORY, [history.scope])
    history.refresh_from_db()
    return history


def test_the_api_checks_an_upload_in_the_background_and_imports_it(club: Club, organiser: Account) -> None:
    near = PersonFactory(name="Player 00", member_of=club)
    api, upload = Caller(organiser), sent(organiser, LARGE)
    asked = api.post(f"/clubs/{club.slug}/histories", {"upload": upload.pk, "rules": RULES})
    history = json.loads(asked.content)
    assert (asked.status_code, history["state"], history["found"]) == (202, "checking", None)
    run_due()
    told = json.loads(api.get(f"/histories/{history['id']}").content)
    assert (told["state"], told["found"]["games"], told["found"]["events"]) == ("checked", 1_500, 12)
    assert not Upload.objects.exists() and not Game.objects.exists()
    asks = {each["name"]: [one["person_id"] for one in each["candidates"]] for each in told["found"]["players"]}
    assert near.pk in asks["Player 000"]
    chosen = {"people": [{"name": "Player 000", "person_id": near.pk}]}
    done = json.loads(api.post(f"/histories/{history['id']}/import", chosen).content)
    assert done["state"] == "coming"
    run_due()
    assert json.loads(api.get(f"/histories/{history['id']}").content)["state"] == "in"
    assert (Game.objects.count(), Claim.objects.count()) == (1_500, 1_500)
    assert Game.objects.filter(white=near).exists() and not Person.objects.filter(name="Player 000").exists()
    for wrong in ({}, {"file": SMALL, "upload": upload.pk}, {"upload": upload.pk}):
        refused = api.post(f"/clubs/{club.slug}/histories", {"rules": RULES, **wrong})
        assert refused.status_code in (400, 409), wrong


def test_a_file_with_mistakes_tells_its_lines_and_is_not_kept(club: Club, organiser: Account) -> None:
    history = checked(club, organiser, (HEAD + "2024-03-02,O,1,Ada,Ada,1\n").encode())
    told = json.loads(Caller(organiser).get(f"/histories/{history.pk}").content)["found"]
    assert [(each["lines"], each["message"]) for each in told["mistakes"]] == [([2], "Ada cannot play both sides")]
    assert bytes(history.content) == b""
    with pytest.raises(HistoryRefused, match="has mistakes"):
        confirm_history(history.pk, organiser, {})


def test_the_worker_stores_some_seconds_at_a_time_and_each_game_once(
    club: Club, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(histories, "SECONDS_AT_ONCE", -1.0)  # one portion each time
    history = confirm_history(checked(club, organiser, LARGE).pk, organiser, {})
    counts = []
    for _turn in range(4):
        run_now(IMPORT_HISTORY, [history.scope])
        counts.append(Game.objects.count())
    assert counts == [400, 800, 1_200, 1_500]
    history.refresh_from_db()
    assert (history.state, Person.objects.filter(name__startswith="Player").count()) == ("in", 30)
    assert PastEvent.objects.count() == 12


def test_what_is_in_the_club_by_now_is_refused_by_the_worker(club: Club, organiser: Account) -> None:
    history = checked(club, organiser, LARGE + b"\n")
    import_history(club.pk, None, LARGE, rules=RULES, people={})
    run_due()
    confirm_history(history.pk, organiser, dict(Person.objects.values_list("name", "pk").filter(name__startswith="P")))
    run_due()
    history.refresh_from_db()
    assert (history.state, Game.objects.count()) == ("refused", 1_500)


def test_only_the_last_files_wait_and_none_longer_than_a_day(
    club: Club, organiser: Account, stranger: Account, client: Client
) -> None:
    made = [checked(club, organiser, (SMALL + "\n" * number).encode()) for number in range(5)]
    assert list(History.objects.order_by("pk")) == made[2:]
    client.force_login(stranger)
    assert client.post(f"/clubs/{club.slug}/histories/{made[4].pk}").status_code == 403
    History.objects.filter(pk=made[2].pk).update(asked_at=timezone.now() - timedelta(days=1, minutes=1))
    forget_undecided()
    assert list(History.objects.order_by("pk")) == made[3:]
    confirm_history(made[3].pk, organiser, {})
    with pytest.raises(HistoryRefused, match="another state"):
        confirm_history(made[3].pk, organiser, {})


def test_a_file_that_is_gone_before_it_is_read_is_asked_for_again(
    club: Club, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "READ_AT_ONCE", 0)
    history = begin_history(club.pk, organiser, sent(organiser, SMALL.encode()), rules=RULES)
    Upload.objects.all().delete()
    run_due()
    history.refresh_from_db()
    assert (history.state, history.refusal["template"]) == ("refused", "The file was not sent: choose it again.")


@pytest.mark.slow
@pytest.mark.parametrize(
    "data",
    [
        HEAD.encode() + b"x\n" * 10_000_000, HEAD.encode() + b"x" * 20_000_000,
        HEAD.encode() + b"2024-03-02,O,1,A,B,1\n" * 950_000, b"\n" * 20_000_000, b"\xff" * 20_000_000,
    ],
    ids=["one column", "one cell", "too many games", "blank", "no text"],
)  # fmt: skip
def test_twenty_megabytes_of_nothing_are_read_no_further_than_is_needed(data: bytes) -> None:
    began = process_time()
    found = read_file(data, RULES, timezone.localdate())
    assert 1 <= len(found.faults) <= 10_001 and not found.events
    assert process_time() - began < 20


def test_a_file_has_room_for_a_quarter_of_a_million_games(monkeypatch: pytest.MonkeyPatch) -> None:
    assert history_file.MOST_GAMES == 250_000
    monkeypatch.setattr(history_file, "MOST_GAMES", 3)
    lines = [f"2024-03-02,O,{number},Ada,Ben,1\n" for number in range(4)]
    assert not read_file((HEAD + "".join(lines[:3])).encode(), RULES, timezone.localdate()).faults
    (fault,) = read_file((HEAD + "".join(lines)).encode(), RULES, timezone.localdate()).faults
    assert (fault.line, str(fault.why)) == (5, "a file has room for 3 games: divide it")
    games, faults = parse_history((HEAD + "x\n" * 9).encode(), 3, 2)
    assert ([each.line for each in faults], games) == ([2, 3, 4], [])
    assert str(faults[-1].why) == "too many lines are wrong: reading ended here"


@pytest.mark.usefixtures("real_database")
@pytest.mark.django_db(transaction=True)
def test_of_two_organisers_who_import_one_file_at_once_one_does(club: Club, organiser: Account) -> None:
    other = organiser_of(club)
    one, two = (checked(club, account, LARGE) for account in (organiser, other))
    done = at_once(
        lambda: confirm_history(one.pk, organiser, {}),
        lambda: confirm_history(two.pk, other, {}),
        lambda: confirm_history(one.pk, organiser, {}),
    )
    assert sum(isinstance(each, History) for each in done) == 1, done
    coming = History.objects.get(state="coming")
    at_once(*[lambda: store_history(coming.pk)] * 2)  # a slow worker's lease ran out, and another took it
    Job.objects.update(due_at=timezone.now(), leased_until=None)
    run_due()
    coming.refresh_from_db()
    assert (coming.state, Game.objects.count(), Claim.objects.count()) == ("in", 1_500, 1_500)
    assert Person.objects.filter(name__startswith="Player").count() == 30


@pytest.mark.usefixtures("real_database")
@pytest.mark.django_db(transaction=True)
def test_two_clubs_import_at_once_and_lose_nothing(club: Club, organiser: Account, stranger: Account) -> None:
    another = Club.objects.get(slug="another")
    both = [checked(club, organiser, LARGE), checked(another, stranger, LARGE)]
    at_once(
        lambda: confirm_history(both[0].pk, organiser, {}),
        lambda: confirm_history(both[1].pk, stranger, {}),
    )
    at_once(*[lambda: run_due()] * 2)
    run_due()
    assert [History.objects.get(pk=each.pk).state for each in both] == ["in", "in"]
    assert [Game.objects.filter(club=each).count() for each in (club, another)] == [1_500, 1_500]
    assert Person.objects.filter(name="Player 000").count() == 2
