"""A new event with its players: shown before anything is stored, then a draft, or started with round 1."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import Workbook

from players.models import Account, Club, Person
from testing.factories import ClubFactory, player_in
from testing.system.html_forms import html_forms
from testing.tournaments.factories import entry, fresh, running, with_players
from tournaments.entries.lists.known_players import names_from, sources_of
from tournaments.models import Entry, Event, Round

pytestmark = [pytest.mark.django_db, pytest.mark.core]

PAGE = "/clubs/rotterdam/events/new"


def filled(desk: Client, address: str = PAGE) -> dict[str, Any]:
    """The form as it stands on the page."""
    page = desk.get(address).content.decode()
    (form,) = (each for each in html_forms(address, page) if "names" in each.fields)
    return form.untouched()


def sent(desk: Client, button: str, **fields: Any) -> Any:
    return desk.post(PAGE, filled(desk) | fields | {"do": button})


def shown_and_sent(desk: Client, button: str, **fields: Any) -> Any:
    """Press `button` twice: first the list is shown, then what is on the page is sent."""
    first = sent(desk, button, **fields)
    assert first.status_code in (200, 400) and not Event.objects.filter(name="Opening").exists()
    (form,) = (each for each in html_forms(PAGE, first.content.decode()) if "names" in each.fields)
    return desk.post(PAGE, form.untouched() | {"do": button})


def rows_of(answer: Any) -> list[tuple[str, str]]:
    """Names and ratings of the preview."""
    table = answer.content.decode().partition('id="players"')[2].partition("</section>")[0]
    return re.findall(r'<bdi>([^<]+)</bdi>.*?<td class="num">([^<]+)</td>', table)


def test_the_list_is_shown_before_anything_is_stored(desk: Client) -> None:
    answer = sent(desk, "start", name="Opening", names="1. Ada 1710\nBen\nada")
    assert rows_of(answer) == [("Ada", "1710"), ("Ben", "–")]
    assert "ada is in line 1 already" in answer.content.decode()
    assert not Event.objects.exists() and not Person.objects.filter(name="Ben").exists()


def test_started_with_round_1(desk: Client) -> None:
    answer = shown_and_sent(desk, "start", name="Opening", names="Ada 1710\nBen 1650\nCleo\nDan", rounds_planned="3")
    event = Event.objects.get()
    assert answer.status_code == 302 and answer.url == f"/events/{event.pk}/desk"
    assert (event.state, Round.objects.get().number) == (Event.State.RUNNING, 1)
    assert [(each.number, each.rating) for each in Entry.objects.order_by("number")][:2] == [(1, 1710), (2, 1650)]
    assert entry(event, "Ada").number == 1


def test_the_same_form_sent_twice_makes_one_event(desk: Client) -> None:
    """A second press on a slow line: one event, one round, nobody entered twice."""
    first = sent(desk, "start", name="Opening", names="Ada\nBen\nCleo\nDan")
    (form,) = (each for each in html_forms(PAGE, first.content.decode()) if "names" in each.fields)
    key = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', first.content.decode())
    assert key is not None
    data = form.untouched() | {"do": "start", "csrfmiddlewaretoken": key[1]}
    assert desk.post(PAGE, data).status_code == 302
    again = desk.post(PAGE, data)
    assert again.status_code == 302 and again.url == f"/events/{Event.objects.get().pk}/desk", "as after the first"
    assert (Event.objects.count(), Round.objects.count(), Entry.objects.count()) == (1, 1, 4)


def test_a_draft_keeps_its_players_and_starts_later(desk: Client) -> None:
    shown_and_sent(desk, "create", name="Opening", names="Ada\nBen")
    event = Event.objects.get()
    assert event.state == Event.State.DRAFT and event.entries.count() == 2 and not Round.objects.exists()


def test_a_draft_without_players_is_made_at_once(desk: Client) -> None:
    assert sent(desk, "create", name="Opening", names="").status_code == 302
    assert Event.objects.get().entries.count() == 0


def test_one_player_starts_nothing_and_what_was_typed_stays(desk: Client) -> None:
    answer = sent(desk, "start", name="Opening", place="Delft", names="Ada")
    page = answer.content.decode()
    assert answer.status_code == 400 and "Enter at least 2 players." in page
    assert 'value="Opening"' in page and ">\nAda</textarea>" in page and 'value="Delft"' in page
    assert not Event.objects.exists()


def test_a_list_without_players_is_refused_and_says_which_line_is_wrong(desk: Client) -> None:
    answer = sent(desk, "create", name="Opening", names="<b>")
    page = answer.content.decode()
    assert answer.status_code == 400 and "No players found in this list." in page and "Line 1:" in page
    assert not Event.objects.exists()


def test_a_name_like_that_of_a_member_is_asked_about(club: Club, desk: Client) -> None:
    known = player_in(club, name="Cleo Jansen").person
    assert known is not None
    answer = sent(desk, "start", name="Opening", names="Cleo Janssen\nDan\nEve")
    page = answer.content.decode()
    assert "1 name looks like an existing player. Choose who is meant." in page
    (form,) = (each for each in html_forms(PAGE, page) if "names" in each.fields)
    unanswered = desk.post(PAGE, form.untouched() | {"do": "start"})
    assert unanswered.status_code == 400 and "Choose who this is." in unanswered.content.decode()
    assert not Event.objects.exists()
    assert desk.post(PAGE, form.untouched() | {"do": "start", "person_1": str(known.pk)}).status_code == 302
    assert set(Event.objects.get().members.values_list("person__name", flat=True)) == {"Cleo Jansen", "Dan", "Eve"}


def test_answers_count_only_for_the_list_that_was_shown(club: Club, desk: Client) -> None:
    """Line 1 is another person after the text was changed: the answer of the old line 1 is not taken for it."""
    known = player_in(club, name="Cleo Jansen").person
    assert known is not None
    page = sent(desk, "show", name="Opening", names="Cleo Janssen\nDan").content.decode()
    (form,) = (each for each in html_forms(PAGE, page) if "names" in each.fields)
    changed = form.untouched() | {"do": "start", "person_1": str(known.pk), "names": "Fay\nDan"}
    answer = desk.post(PAGE, changed)
    assert rows_of(answer) == [("Fay", "–"), ("Dan", "–")] and not Event.objects.exists()


def test_looking_at_the_list_complains_of_nothing_else(desk: Client) -> None:
    answer = sent(desk, "show", name="", rounds_planned="many", names="Ada\nBen")
    assert answer.status_code == 200 and "Please check" not in answer.content.decode()
    assert len(rows_of(answer)) == 2 and 'value="many"' in answer.content.decode()


def test_a_workbook_becomes_lines_that_can_be_changed(desk: Client) -> None:
    book, stream = Workbook(), io.BytesIO()
    for line in (["Name", "Rating"], ["Ada", 1710], ["Ben", None]):
        book.active.append(line)
    book.save(stream)
    answer = sent(desk, "show", names="", file=SimpleUploadedFile("list.xlsx", stream.getvalue()))
    assert rows_of(answer) == [("Ada", "1710"), ("Ben", "–")]
    assert ">\nName\tRating\nAda\t1710\nBen</textarea>" in answer.content.decode()


def test_a_file_that_is_no_list_is_refused_at_its_field(desk: Client) -> None:
    answer = sent(desk, "show", names="Ada", file=SimpleUploadedFile("list.xlsx", b"PK\x03\x04 nothing"))
    page = answer.content.decode()
    assert answer.status_code == 400 and "This workbook cannot be read" in page and ">\nAda</textarea>" in page


def test_members_past_events_and_rating_lists_bring_their_names(club: Club, organiser: Account, desk: Client) -> None:
    past = with_players(club, organiser, ("Ada", "Ben"), name="Spring")
    keys = {source.key: source.name for source in sources_of(club)}
    assert keys["members"] == "Members of the club (2)" and keys[f"event-{past.pk}"] == "Spring"
    answer = sent(desk, "show", names="Zoe", source=f"event-{past.pk}")
    assert rows_of(answer) == [("Zoe", "–"), ("Ada", "–"), ("Ben", "–")]
    again = sent(desk, "show", names="Ada\nZoe", source="members")
    assert [name for name, _rating in rows_of(again)] == ["Ada", "Zoe", "Ben"], "who stands there is not added again"


def test_another_clubs_names_are_no_source(club: Club, organiser: Account, desk: Client) -> None:
    other = ClubFactory(name="Elsewhere", slug="elsewhere")
    theirs = Event.objects.create(club=other, name="Theirs", starts_on="2026-01-01", ends_on="2026-01-01")
    assert names_from(club, f"event-{theirs.pk}") == names_from(club, "list-1") == names_from(club, "event-x") == []
    assert sent(desk, "show", names="Ada", source=f"event-{theirs.pk}").status_code == 400
    assert desk.get(f"{PAGE}?like={theirs.pk}").content.decode().count("Theirs") == 0


def test_same_again_copies_settings_and_players(club: Club, organiser: Account, desk: Client) -> None:
    past = running(club, organiser, ("Ada", "Ben", "Cleo"), name="Spring", format="swiss-dutch", rounds_planned=2)
    again = filled(desk, f"{PAGE}?like={past.pk}")
    assert (again["name"], again["format"], again["rounds_planned"]) == ("Spring", "swiss-dutch", "2")
    assert sorted(again["names"].split("\n")) == ["Ada", "Ben", "Cleo"]
    people = Person.objects.count()
    assert desk.post(PAGE, again | {"do": "start", "name": "Opening"}).status_code == 302, "the page showed the list"
    new = Event.objects.get(name="Opening")
    assert new.entries.count() == 3 and new.rounds_planned == 2 and Person.objects.count() == people
    assert fresh(past).state == Event.State.RUNNING


def test_where_the_start_is_refused_the_draft_stays_and_the_desk_says_why(desk: Client) -> None:
    """Two groups take four players."""
    league = {"format": "league", "league__groups": "2", "league__up": "1", "league__down": "1"}
    answer = shown_and_sent(desk, "start", name="Opening", names="Ada\nBen\nCleo", **league)
    event = Event.objects.get()
    assert answer.url == f"/events/{event.pk}/desk" and event.state == Event.State.OPEN and event.entries.count() == 3
    assert "cannot start" in desk.get(answer.url).content.decode()


def test_a_player_who_is_refused_leaves_no_event(club: Club, desk: Client) -> None:
    """Two lines that are said to be one person."""
    known = player_in(club, name="Cleo Jansen").person
    assert known is not None
    page = sent(desk, "show", name="Opening", names="Cleo Janssen\nCleo Jansen").content.decode()
    (form,) = (each for each in html_forms(PAGE, page) if "names" in each.fields)
    answer = desk.post(PAGE, form.untouched() | {"do": "create", "person_1": str(known.pk), "person_2": str(known.pk)})
    assert answer.status_code == 400 and "is chosen for two lines" in answer.content.decode()
    assert not Event.objects.exists()


@pytest.mark.parametrize("format_", ["knock-out", "league", "duplicate"])
def test_an_event_that_fide_has_no_rules_for_is_called_nothing_less(desk: Client, format_: str) -> None:
    rules = {"rules": "guowuguan-gwg", "duplicate__rounds_planned": "2"} if format_ == "duplicate" else {}
    answer = sent(desk, "create", name="Opening", names="", format=format_, **rules)
    assert answer.status_code == 302
    event = Event.objects.get()
    for page in ("", "/players", "/info", "/feed.atom"):
        assert "not under standard rules" not in desk.get(f"/events/{event.pk}{page}").content.decode(), page
    assert "FIDE has no rules for this format." in desk.get(f"/events/{event.pk}/info").content.decode()


def test_others_may_not(club: Club, stranger: Account, client: Client) -> None:
    assert client.post(PAGE, {"do": "start"}).headers["Location"].startswith("/sign-in?next=")
    client.force_login(stranger)
    assert client.post(PAGE, {"do": "start"}).status_code == 403
