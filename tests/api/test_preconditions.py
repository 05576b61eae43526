"""`If-Match`: a write is done where the tag is that of what is there now, at every endpoint alike."""

from __future__ import annotations

import pytest

from common.journal import submissions
from testing.api.api_fixture import World, game_of
from testing.api.caller import Caller, error
from testing.marks import some
from testing.tables import rows_of_all_tables
from tournaments.models import Event

OTHER = '"event:1.0.0123456789abcdef"'


def test_no_endpoint_writes_with_a_tag_of_something_else(world: World) -> None:
    callers = {who: Caller(getattr(world, who)) for who in {each.by for each in world.requests.values()}}
    before = rows_of_all_tables()
    for place, ((method, route), request) in enumerate(world.requests.items()):
        for tag in some(1 if place % 10 else 3, (OTHER, 'W/"x", "y"', "not a tag")):
            answer = callers[request.by].ask(method, request.path, request.body, **{"If-Match": tag})
            assert (answer.status_code, error(answer)["code"]) == (412, "precondition-failed"), (method, route)
    assert rows_of_all_tables() == before


def test_whoever_has_the_tag_of_now_writes(world: World) -> None:
    organiser = Caller(world.organiser)
    event, game = f"/events/{world.draft.pk}", f"/games/{game_of(world.running)}"
    club = "/clubs/rotterdam"
    for read, method, path, body in (
        (event, "PATCH", event, {"place": "Delft"}),
        (f"{event}/standings", "POST", f"{event}/announce", {}),
        (game, "POST", f"{game}/results", {"result": "1-0"}),
        (club, "PATCH", club, {"place": "Delft"}),
    ):
        tag = organiser.get(read)["ETag"]
        answer = organiser.ask(method, path, body, **{"If-Match": f'"other", W/{tag}'})
        assert answer.status_code in (200, 201), (path, answer.content)
        again = organiser.ask(method, path, body, **{"If-Match": tag})
        assert (again.status_code, error(again)["code"]) == (412, "precondition-failed"), path
        assert organiser.get(read)["ETag"] != tag


def test_the_version_that_is_there_is_told(world: World) -> None:
    organiser, path = Caller(world.organiser), f"/events/{world.draft.pk}"
    answer = organiser.patch(path, {"place": "Delft"}, **{"If-Match": OTHER})
    assert error(answer)["version"] == organiser.read(path)["version"]


def test_a_star_is_whatever_is_there(world: World) -> None:
    organiser = Caller(world.organiser)
    changed = organiser.patch(f"/events/{world.draft.pk}", {"place": "Delft"}, **{"If-Match": "*"})
    assert (changed.status_code, changed.json()["place"]) == (200, "Delft")
    assert organiser.patch("/events/999999", {"place": "Delft"}, **{"If-Match": "*"}).status_code == 404


def test_who_is_not_known_is_told_that_first(world: World) -> None:
    answer = Caller().patch(f"/events/{world.draft.pk}", {"place": "Delft"}, **{"If-Match": OTHER})
    assert answer.status_code == 401


def test_what_a_write_depends_on_is_asked_again_under_the_lock(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else's act gets in between the first look and the lock."""
    organiser, path = Caller(world.organiser), f"/events/{world.draft.pk}"
    tag, real = organiser.get(path)["ETag"], submissions.act_only_if

    def acted_meanwhile(condition: submissions.Condition) -> None:
        organiser_of_pages = Caller(world.administrator)
        organiser_of_pages.done(path, {"about": "Changed meanwhile"}, method="PATCH")
        real(condition)

    monkeypatch.setattr("common.api.act_only_if", acted_meanwhile)
    answer = organiser.patch(path, {"place": "Delft"}, **{"If-Match": tag})
    assert (answer.status_code, error(answer)["code"]) == (412, "precondition-failed")
    changed = Event.objects.get(pk=world.draft.pk)
    assert (changed.place == "Delft", changed.about) == (False, "Changed meanwhile")
