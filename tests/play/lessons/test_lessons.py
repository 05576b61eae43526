"""Lessons as guests and members do them: what counts as done, what is said to a wrong turn, and what is kept."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from gipf_engine.rules.lessons import all_courses
from play.exports import _lessons
from play.lessons.services import delete_done_lessons, keep_done
from play.models import DoneLesson
from players.core.events import PersonErasing
from players.models import Account
from testing.api.limits import limit
from testing.factories import AccountFactory, GameFactory, PersonFactory

pytestmark = [pytest.mark.django_db, pytest.mark.core]

SCRIPT = {"x-board": "2"}
ROW, ROW_TURN = "/learn/gipf/row", "d1-d5;xd2,d3,d4,d5"
HINT = "That makes no row. Three white pieces are on one line: bring in the fourth behind them."
WELL_DONE = "Well done!"


def member() -> tuple[Client, Account]:
    account, client = AccountFactory(person=PersonFactory()), Client()
    client.force_login(account)
    return client, account


def done(client: Client, game: str = "gipf") -> str:
    """How many lessons the page of a game says are done."""
    return client.get(f"/learn/{game}").content.decode().partition("<progress ")[2].partition("<span>")[2].split("<")[0]


def test_a_turn_that_does_what_is_asked_for_is_told_by_its_effects_with_the_way_on(client: Client) -> None:
    answer = client.post(ROW, {"turns": ROW_TURN, "version": "0"}, headers=SCRIPT).json()
    assert answer["effects"].startswith("p:d1:W:reserve.0 m:d1:d2:W")
    assert answer["effects"].endswith("r:d5:reserve.0")
    assert (answer["version"], answer["over"], answer["table"]["asks"]) == (1, True, [WELL_DONE])
    assert '/learn/gipf/capture"' in answer["parts"]["lesson-side"]
    assert client.session["lessons"] == {"gipf": ["row"]}
    assert done(client) == "1 of 10 done"


def test_a_legal_turn_that_does_something_else_gets_the_hint_and_the_position_again(client: Client) -> None:
    answer = client.post(ROW, {"turns": "b3", "version": "0"}, headers=SCRIPT)
    assert answer.status_code == 422
    assert (answer.json()["refused"], answer.json()["version"], answer.json()["left"]) == (HINT, 0, "")
    assert "<svg" in answer.json()["svg"]
    assert "lessons" not in client.session


def test_an_illegal_turn_gets_the_reason_of_the_rules(client: Client) -> None:
    answer = client.post("/learn/gipf/crossing", {"turns": "d2", "version": "0"}, headers=SCRIPT)
    assert answer.status_code == 422
    assert "row" in answer.json()["refused"]
    refused = client.get("/learn/yinsh/move/steps?path=e4 e9").json()["refused"]
    assert refused
    assert refused != client.get("/learn/yinsh/move/steps?path=e4 a2").json()["refused"]


def test_without_a_script_links_put_the_turn_together_and_the_same_address_shows_it_done(client: Client) -> None:
    page = client.get("/learn/gipf/push").content.decode()
    assert "?path=e1#board" in page
    assert 'value="e1-e3"' in client.get("/learn/gipf/push?path=e1 e2").content.decode()
    sent = client.post("/learn/gipf/push", {"turns": "e1-e3", "version": "0"})
    assert sent.url == "/learn/gipf/push?played=e1-e3#board"
    shown = client.get(sent.url).content.decode()
    assert WELL_DONE in shown
    assert "data-next" in shown
    wrong = client.post(ROW, {"turns": "b3", "version": "0"})
    assert wrong.status_code == 400
    assert HINT in wrong.content.decode()
    assert WELL_DONE not in client.get(f"{ROW}?played=b3").content.decode()


def test_what_a_guest_has_done_is_kept_for_the_member_with_the_next_lesson() -> None:
    client, account = Client(), AccountFactory(person=PersonFactory())
    client.post(ROW, {"turns": ROW_TURN, "version": "0"})
    client.post("/learn/lyngk/far", {"turns": "e2-e5", "version": "0"})
    client.force_login(account)
    assert (done(client), done(client, "lyngk")) == ("1 of 10 done", "1 of 10 done")
    assert not DoneLesson.objects.exists()
    client.post("/learn/gipf/push", {"turns": "e1-e3", "version": "0"})
    kept = set(DoneLesson.objects.filter(account=account).values_list("game", "lesson"))
    assert kept == {("gipf", "row"), ("gipf", "push"), ("lyngk", "far")}
    client.logout()
    assert done(client) == "0 of 10 done"


@pytest.mark.postgresql
def test_a_lesson_that_is_done_again_stays_as_it_was() -> None:
    client, account = member()
    client.post("/learn/gipf/push", {"turns": "e1-e3", "version": "0"})
    first = DoneLesson.objects.get().done_at
    client.post("/learn/gipf/push", {"turns": "e1-e3", "version": "0"})
    assert DoneLesson.objects.get().done_at == first
    with pytest.raises(IntegrityError), transaction.atomic():
        DoneLesson.objects.create(account=account, game="gipf", lesson="push", done_at=timezone.now())
    with pytest.raises(IntegrityError), transaction.atomic():
        DoneLesson.objects.create(account=account, game="gipf", lesson="", done_at=timezone.now())


def test_lessons_that_there_are_not_are_not_kept() -> None:
    _client, account = member()
    keep_done(account, "gipf", ["row", "of ducks"])
    keep_done(account, "chess", ["row"])
    assert list(DoneLesson.objects.values_list("game", "lesson")) == [("gipf", "row")]


def test_all_ten_are_done_and_the_game_can_be_played(client: Client) -> None:
    for lesson in all_courses()["zertz"].lessons:
        sent = client.post(f"/learn/zertz/{lesson.key}", {"turns": lesson.solution, "version": "0"})
        assert sent.status_code == 302, lesson.key
    assert done(client, "zertz") == "All lessons done"
    assert "You know how ZÈRTZ is played." in client.get(sent.url).content.decode()
    assert 'value="10"' in client.get("/learn").content.decode()


def test_what_is_next_is_the_first_that_is_not_done(client: Client) -> None:
    client.post("/learn/gipf/push", {"turns": "e1-e3", "version": "0"})
    page = client.get("/learn/gipf").content.decode()
    assert 'class="button primary screen-only" href="/learn/gipf/bump"' in page


@pytest.mark.parametrize(
    "path", ["/learn/chess", "/learn/gipf/ducks", "/learn/chess/push/state", "/learn/gipf/d/steps"]
)
def test_other_games_and_lessons_are_no_pages(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_state_is_the_start_and_never_news(client: Client) -> None:
    assert client.get("/learn/gipf/push/state?since=1").status_code == 204
    state = client.get("/learn/gipf/push/state").json()
    assert state["version"] == 0
    assert len(state["table"]["rows"]) > 1


def test_turns_are_counted(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    limit(monkeypatch, "LESSON_TRIES", 1)
    assert client.post(ROW, {"turns": "b3", "version": "0"}).status_code == 400
    assert client.post(ROW, {"turns": "b3", "version": "0"}).status_code == 429


def test_lessons_are_in_the_export_of_the_owner_and_go_with_the_person() -> None:
    _client, account = member()
    other = AccountFactory(person=PersonFactory())
    keep_done(account, "gipf", ["row"])
    keep_done(other, "gipf", ["push"])
    rows = _lessons(account, [account.person_id])
    assert [(row["game"], row["lesson"]) for row in rows] == [("gipf", "row")]
    delete_done_lessons(PersonErasing(account.person))
    assert list(DoneLesson.objects.values_list("lesson", flat=True)) == ["push"]


OFFER = "Start learning"


def test_lessons_are_offered_to_who_is_new(client: Client) -> None:
    assert OFFER in client.get("/play").content.decode()
    assert "Learn in ten lessons" in client.get("/rules/gipf-standard").content.decode()
    assert "Learn in ten lessons" not in client.get("/rules/guowuguan-gwg").content.decode()
    client.post("/learn/gipf/push", {"turns": "e1-e3", "version": "0"})
    assert OFFER not in client.get("/play").content.decode()


def test_who_has_played_or_learnt_is_not_offered_lessons() -> None:
    client, account = member()
    assert OFFER in client.get("/play").content.decode()
    keep_done(account, "lyngk", ["far"])
    assert OFFER not in client.get("/play").content.decode()
    client, account = member()
    GameFactory(black=account.person)
    assert OFFER not in client.get("/play").content.decode()
