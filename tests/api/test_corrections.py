"""What pages change by hand the API changes too: colours, places, lists of names, people, what lists count."""

from __future__ import annotations

import pytest

from games.models import Game
from players.models import Person
from testing.api.api_fixture import World, game_of
from testing.api.caller import Caller, error
from testing.factories import PersonFactory
from testing.tournaments.confirming import confirm_by_api
from testing.tournaments.factories import entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(world: World) -> Caller:
    return Caller(world.organiser)


def _boards(caller: Caller, path: str) -> list[tuple[str, str]]:
    boards = caller.ask("GET", path).json()["boards"]
    return [tuple(board[side]["entry"]["player"]["name"] for side in ("white", "black")) for board in boards]


def test_the_other_one_begins(world: World, organiser: Caller) -> None:
    event, path = f"/events/{world.running.pk}", f"/events/{world.running.pk}/rounds/1"
    (white, black), *others = _boards(organiser, path)
    seen = organiser.ask("GET", path).json()["version"]
    organiser.done(f"{event}/draft/begin", {"number": 1, "version": seen})
    first = organiser.read(path)["boards"][0]["white"]["entry"]["number"]
    organiser.done(f"{event}/draft/steps", {"step": "swap", "one": first})
    assert _boards(organiser, path) == [(white, black), *others]
    ended = confirm_by_api(organiser, f"{event}/draft/end", {"reason": "sat down wrong"})
    assert ended["version"] == seen + 1
    assert _boards(organiser, path) == [(black, white), *others]
    game = Game.objects.get(pk=game_of(world.running))
    assert (game.white.name, game.black.name) == (black, white)
    stale = organiser.ask("POST", f"{event}/draft/begin", {"number": 1, "version": seen})
    assert (stale.status_code, error(stale)["code"]) == (409, "stale")


def test_two_change_places_in_formats_that_pair_freely(world: World, organiser: Caller) -> None:
    organiser.ask("POST", f"/events/{world.swiss.pk}/rounds", {"number": 1})
    event, path = f"/events/{world.swiss.pk}", f"/events/{world.swiss.pk}/rounds/1"
    before, numbers = _boards(organiser, path), organiser.read(path)["boards"]
    one, other = (numbers[at]["white"]["entry"]["number"] for at in (0, 1))
    organiser.done(f"{event}/draft/begin", {"number": 1})
    confirm_by_api(organiser, f"{event}/draft/steps", {"step": "exchange", "one": one, "other": other})
    asked = organiser.ask("POST", f"{event}/draft/end", {"reason": "a couple"})
    assert (asked.status_code, error(asked)["code"]) == (409, "confirm")
    assert _boards(organiser, path) == before
    confirm_by_api(organiser, f"{event}/draft/end", {"reason": "a couple"})
    assert _boards(organiser, path) == [(before[1][0], before[0][1]), (before[0][0], before[1][1])]


def test_who_is_called_as_a_player_or_a_member_is_new_only_where_that_is_confirmed(
    world: World, organiser: Caller
) -> None:
    path = f"/events/{world.open.pk}/entries"
    PersonFactory(name="Søren Holm", member_of=world.club)
    for why in ("Søren Holm is a member of the club", "Holm Soren is registered already"):
        asked = organiser.ask("POST", path, {"name": "Holm Soren"})
        assert (asked.status_code, error(asked)["code"]) == (409, "confirm")
        assert why in asked.content.decode()
        before = Person.objects.filter(folded__contains="holm").count()
        confirm_by_api(organiser, path, {"name": "Holm Soren"})
        assert Person.objects.filter(folded__contains="holm").count() == before + 1


def test_a_list_of_names_is_entered_whole_or_not_at_all(world: World, organiser: Caller) -> None:
    path = f"/events/{world.open.pk}/entries"
    member = PersonFactory(name="Yorick", member_of=world.club)
    answer = organiser.ask("POST", f"{path}/many", {"names": ["yorick", "Yves Newman"]})
    assert answer.status_code == 201
    entered = [row["player"] for row in answer.json()["entries"]]
    assert [player["name"] for player in entered] == ["Yorick", "Yves Newman"]
    assert entered[0]["id"] == member.pk
    twice = organiser.ask("POST", f"{path}/many", {"names": ["Quincy", "Yorick"]})
    assert (twice.status_code, error(twice)["fields"]["names"]) == (400, ["Yorick is registered already"])
    assert not Person.objects.filter(name="Quincy").exists()
    line = organiser.ask("POST", f"{path}/many", {"names": ["Newcomer", "7. SURNAME Name 1620"]})
    assert (line.status_code, error(line)["fields"]["names"]) == (
        400,
        ["“7. SURNAME Name 1620” is more than a name: enter only “SURNAME Name”"],
    )
    many = organiser.ask("POST", f"{path}/many", {"names": [f"Player {number}" for number in range(201)]})
    assert many.status_code == 400


def test_a_name_is_corrected_and_what_is_not_sent_stays(world: World, organiser: Caller) -> None:
    person = PersonFactory(name="Zoe", country="NL", member_of=world.club)
    answer = organiser.ask("PATCH", f"/players/{person.pk}", {"name": "Zoë Newman"})
    assert answer.status_code == 200
    assert (answer.json()["name"], answer.json()["country"]) == ("Zoë Newman", "NL")
    assert Caller(world.stranger).ask("PATCH", f"/players/{person.pk}", {"name": "X"}).status_code == 403
    person.refresh_from_db()
    assert person.name == "Zoë Newman"


def test_two_records_become_one_person_and_two_again(world: World, organiser: Caller) -> None:
    kept, gone = (PersonFactory(name=name, member_of=world.club) for name in ("Zoe Newman", "Z. Newman"))
    answer = organiser.ask("POST", f"/players/{kept.pk}/merge", {"gone": gone.pk})
    assert (answer.status_code, answer.json()["id"]) == (200, kept.pk)
    assert organiser.ask("GET", f"/players/{gone.pk}").json()["id"] == kept.pk
    parted = organiser.ask("POST", f"/players/{gone.pk}/unmerge")
    assert (parted.status_code, parted.json()["name"]) == (200, "Z. Newman")
    assert organiser.ask("GET", f"/players/{gone.pk}").json()["id"] == gone.pk
    again = organiser.ask("POST", f"/players/{gone.pk}/unmerge")
    assert (again.status_code, error(again)["code"]) == (409, "refused")


def test_who_met_in_an_event_cannot_become_one(world: World, organiser: Caller) -> None:
    max_, ned = (entry(world.running, name).members.get().person_id for name in ("Max", "Ned"))
    refused = organiser.ask("POST", f"/players/{max_}/merge", {"gone": ned})
    assert (refused.status_code, error(refused)["code"]) == (409, "refused")
    assert Person.objects.filter(merged_into__isnull=False, pk__in=(max_, ned)).count() == 0


def test_lists_count_what_the_arbiter_says(world: World, organiser: Caller) -> None:
    path = f"/games/{game_of(world.closed)}"
    answer = organiser.ask("PUT", f"{path}/rated-result", {"result": "1/2-1/2"})
    assert (answer.status_code, answer.json()["result"], answer.json()["rated_result"]) == (200, "1-0", "1/2-1/2")
    refused = organiser.ask("PUT", f"{path}/rated-result", {"result": "+-"})
    assert (refused.status_code, error(refused)["fields"]) == (400, {"result": ["This result does not exist."]})
    assert Caller(world.stranger).ask("PUT", f"{path}/rated-result", {"result": "void"}).status_code == 403
