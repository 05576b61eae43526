"""Where the reader of lists may be wrong it asks: on the page, and in the API, before anything is stored."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from playwright.sync_api import expect

from players.models import Account, Club
from testing.api.caller import Caller
from testing.browser import PHONE, Open, overflow
from testing.factories import ClubFactory, organiser_of
from testing.system.html_forms import html_forms
from testing.tournaments.factories import draft
from tournaments.entries.lists.player_lists import FoundList, read_list
from tournaments.entries.lists.tables import read_file
from tournaments.models import Entry, Event

TODAY = date(2026, 11, 1)
HEADS = "Name;Klub;Stufe\n"
ROWS = "Ada Byron;Turm;1812\nKurt Blume;Turm;1455\nIna Sommer;Pferd;2044\n"
STRENGTHS = "Name;Elo FIDE;Zahlwert\nAda Byron;1812;1790\nKurt Blume;;1455\nIna Sommer;2044;2001\n"
REMARKS = "Name;Elo;Note\nAda Byron;1812;\nKurt Blume;1455;\nIna Sommer;2044;withdraws maybe\nMia Wolf;1650;\n"


def read(text: str, **answers: str) -> FoundList:
    return read_list(
        read_file(text.encode()), TODAY, answers={key.replace("_", "-"): each for key, each in answers.items()}
    )


def ratings(found: FoundList) -> list[int | None]:
    return [player.rating for player in found.players]


def test_a_column_that_is_certainly_one_of_ratings_is_read_and_named() -> None:
    found = read(HEADS.replace("Stufe", "Qwertz") + ROWS)
    assert ratings(found) == [1812, 1455, 2044] and not found.questions
    assert [column.head for column in found.by_contents] == ["Qwertz"]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("spare", [1812, 1455, 2044]),
        ("better", [1790, 1455, 2001]),
        ("instead", [1790, 1455, 2001]),
        ("unused", [1812, None, 2044]),
    ],
)
def test_a_second_column_of_ratings_is_asked_about(answer: str, expected: list[int | None]) -> None:
    (question,) = read(STRENGTHS).questions
    assert str(question.message) == "Column “Zahlwert” holds numbers from 1455 to 2001. Is it a rating as well?"
    found = read(STRENGTHS, column_3=answer)
    assert ratings(found) == expected and not found.open_questions


def test_a_rating_that_only_others_have_stands_where_the_better_one_is_missing() -> None:
    text = STRENGTHS.replace("Ada Byron;1812;1790", "Ada Byron;1812;")
    assert ratings(read(text, column_3="better")) == [1812, 1455, 2001]
    assert ratings(read(text, column_3="instead")) == [None, 1455, 2001]


@pytest.mark.parametrize(
    ("text", "key", "answer", "names"),
    [
        ("Ada Byron;1812\nKurt Blume;1455\nIna Sommer;2044\nStand 12 Oktober;\n", "line-5", "out", 3),
        ("Ada Byron;1812\nKurt Blume;1455\nIna Sommer;2044\nXyz. Mia Wolf;1500\n", "line-5", "name-1", 4),
        ("Ada Byron;1812\nKurt Blume;1455\nIna Sommer;2044\nMia Wolf evtl spielt Eva;1500\n", "line-5", "out", 3),
    ],
)
def test_a_line_unlike_the_others_is_asked_about(text: str, key: str, answer: str, names: int) -> None:
    found = read(f"Name;Elo\n{text}")
    assert [question.key for question in found.open_questions] == [key]
    answered = read(f"Name;Elo\n{text}", **{key: answer})
    assert len(answered.players) == names and not answered.open_questions
    if answer == "name-1":
        assert answered.players[-1].name == "Mia Wolf"
    else:
        assert [str(line.message) for line in answered.left_out] == ["left out, as you answered"]


def test_a_remark_like_those_of_players_who_do_not_play_is_asked_about() -> None:
    (question,) = read(REMARKS).questions
    assert question.key == "state-4" and [choice.key for choice in question.choices] == ["player", "out"]
    assert len(read(REMARKS, state_4="out").players) == 3
    assert len(read(REMARKS, state_4="player").players) == 4


def test_of_two_ratings_of_most_players_the_one_by_which_a_list_goes_is_asked_about() -> None:
    rows = "Ada Byron;2044;2011\nKurt Blume;1998;2020\nIna Sommer;1890;1866\nMia Wolf;1702;1710\n"
    ordered = f"Name;Elo Italia;Elo FIDE\n{rows}"
    found = read(ordered)
    assert [question.key for question in found.questions] == ["column-2"]
    assert ratings(found) == [2011, 2020, 1866, 1710]
    assert ratings(read(ordered, column_2="better")) == [2044, 1998, 1890, 1702]
    by_fide = ordered.replace("2011", "2021").replace("1998", "2050")  # in the order of FIDE's ratings
    assert not read(by_fide).questions and ratings(read(by_fide)) == [2021, 2020, 1866, 1710]


def test_a_loud_remark_among_quiet_ones_is_asked_about_in_whatever_language() -> None:
    rows = "Name;Elo;Note\nAda Byron;1812;%s\nKurt Blume;1455;\nIna Sommer;2044;vejetaryen\nMia Wolf;1650;\n"
    assert [question.key for question in read(rows % "QWERTZU").questions] == ["state-2"]
    assert not read(rows % "Qwertzu").questions and not read(rows % "VEGAN").questions
    assert ratings(read(rows % "GELMEYECEK")) == [1455, 2044, 1650]  # “will not come”
    assert [question.key for question in read(rows % "absent").questions] == ["state-2"]


def test_grades_are_no_ratings_and_boards_no_clubs() -> None:
    grades = read("이름;기력;소속\n김민재;아마 3단;한강기원\n이수빈;1급;한강기원\n박준영;1650;한강기원\n")
    assert ratings(grades) == [None, None, 1650]
    boards = read("Brett/Éch.;Name;Wertung\n1;Ada Byron;1812,7\nE;Kurt Blume;1455,2\n")
    assert [player.club for player in boards.players] == ["", ""] and ratings(boards) == [1813, 1455]


def test_signs_nicknames_and_remarks_behind_names_hide_no_rating() -> None:
    mail = (
        "Subject: Re: Saturday - entries\n\nHi Denise,\n\n * Ada Byron, 1812, paid cash $15\n * Kurt Blume, 1455\n"
        ' * Ina "Inka" Sommer, 2044\n * Mia Wolf + (junior)\n * אבי (אברהם) פרידמן, 1788, נשר\n'
    )
    found = read(mail)
    assert [(each.name, each.rating) for each in found.players] == [
        ("Ada Byron", 1812),
        ("Kurt Blume", 1455),
        ("Ina Sommer", 2044),
        ("Mia Wolf", None),
        ("אבי פרידמן", 1788),
    ]


def test_parts_of_phone_numbers_are_no_ratings() -> None:
    teams = "Name;Elo\nAda Byron;1812\nKurt Blume;1455\n\nCaptain: Sandro Bernasconi, 076 555 44 11;\n"
    assert not read(teams).questions
    assert [question.key for question in read(teams.replace("076 555 44 11", "1555")).questions] == ["line-5"]


def test_an_answer_that_no_question_has_changes_nothing() -> None:
    found = read(STRENGTHS, column_3="shoes", line_2="out")
    assert ratings(found) == [1812, None, 2044] and len(found.open_questions) == 1


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    return draft(club, organiser)


def form_of(answer: Any, address: str) -> dict[str, str]:
    form = next(each for each in html_forms(address, answer.content.decode()) if "sent" in each.fields)
    return {name: value for name, value in form.untouched().items() if name != "read"}


@pytest.mark.django_db
def test_nothing_is_stored_before_each_question_has_an_answer(organiser: Account, event: Event) -> None:
    desk = Client()
    desk.force_login(organiser)
    address = f"/events/{event.pk}/enter/list"
    first = desk.post(address, {"file": SimpleUploadedFile("list.csv", STRENGTHS.encode())})
    assert "1 question about this list" in first.content.decode()
    data = form_of(first, address)
    assert "answer-column-3" not in data and "column-2" not in data
    refused = desk.post(address, data)
    assert refused.status_code == 400 and "Choose an answer." in refused.content.decode()
    again = desk.post(
        address, data | {"answer-column-3": "spare", "person_2": "skip"}
    )  # an answer which changes what is read
    assert again.status_code == 200 and not Entry.objects.exists()
    data = form_of(again, address)
    assert data["answer-column-3"] == "spare" and data["person_2"] == "skip"
    assert desk.post(address, data).status_code == 302
    assert {*Entry.objects.values_list("rating", flat=True)} == {1455, 2044}


@pytest.mark.django_db
def test_what_the_list_itself_answers_is_shown_and_holds_nobody_up(organiser: Account, event: Event) -> None:
    desk = Client()
    desk.force_login(organiser)
    address = f"/events/{event.pk}/enter/list"
    text = "Name;FIDE Elo;DWZ\nAda Berg;1500;1610\nBen Cole;;1700\nCleo Dahl;1800;1777\n"
    first = desk.post(address, {"file": SimpleUploadedFile("list.csv", text.encode())})
    assert "Answers that the list suggests are chosen already" in first.content.decode()
    data = form_of(first, address)
    assert data["answer-column-3"] == "spare"
    assert desk.post(address, data).status_code == 302
    assert {*Entry.objects.values_list("rating", flat=True)} == {1500, 1700, 1800}


@pytest.mark.django_db
def test_an_answer_that_keeps_the_reading_registers_at_once(organiser: Account, event: Event) -> None:
    desk = Client()
    desk.force_login(organiser)
    address = f"/events/{event.pk}/enter/list"
    data = form_of(desk.post(address, {"file": SimpleUploadedFile("list.csv", STRENGTHS.encode())}), address)
    assert desk.post(address, data | {"answer-column-3": "unused"}).status_code == 302
    assert Entry.objects.count() == 3


@pytest.mark.django_db
def test_the_api_refuses_with_the_questions_and_takes_answers(organiser: Account, event: Event) -> None:
    caller = Caller(organiser)

    def ask(**sent: object) -> tuple[int, dict[str, Any]]:
        answer = caller.post(f"/events/{event.pk}/entries/list", {"text": STRENGTHS, **sent})
        return answer.status_code, answer.json()

    status, shown = ask(check=True)
    (question,) = shown["questions"]
    assert status == 200 and question["question"] == "column-3" and question["answer"] == ""
    assert [each["choice"] for each in question["choices"]] == ["spare", "better", "instead", "unused"]
    status, refused = ask()
    assert status == 400 and "Is it a rating as well?" in str(refused) and "column-3" in str(refused)
    assert ask(answers=[{"question": "column-3", "choice": "shoes"}])[0] == 400
    assert ask(answers=[{"question": "column-9", "choice": "spare"}])[0] == 400
    assert not Entry.objects.exists()
    status, made = ask(answers=[{"question": "column-3", "choice": "spare"}])
    assert status == 201 and [each["rating"] for each in made["players"]] == [1812, 1455, 2044]


@pytest.mark.django_db
def test_who_says_what_all_columns_hold_is_not_asked(organiser: Account, event: Event) -> None:
    sent = {"text": STRENGTHS, "columns": ["name", "rating", ""]}
    assert Caller(organiser).post(f"/events/{event.pk}/entries/list", sent).status_code == 201


@pytest.mark.django_db
def test_a_new_event_asks_as_well(club: Club, organiser: Account) -> None:
    desk = Client()
    desk.force_login(organiser)
    names = STRENGTHS.replace(";", "\t")
    address = f"/clubs/{club.slug}/events/new"
    page = desk.post(address, {"names": names, "do": "show"}).content.decode()
    assert "1 question about this list" in page
    form = next(each for each in html_forms(address, page) if "seen" in each.fields)
    data = form.untouched() | {"names": names, "do": "show", "answer-column-3": "spare"}
    page = desk.post(address, data).content.decode()
    assert ">1455<" in page and not Event.objects.exists()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_questions_are_answered_by_keyboard_on_a_phone(open_page: Open) -> None:
    club = ClubFactory()
    organiser = organiser_of(club)
    event = draft(club, organiser)
    page = open_page(f"/events/{event.pk}/enter/list", organiser, width=PHONE)
    page.get_by_label("Names").fill(STRENGTHS)
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("radio", name="Yes: use it where “Elo FIDE” is empty").press("Space")
    page.get_by_role("button", name="Read the list with these answers").press("Enter")
    expect(page.get_by_role("radio", name="Yes: use it where “Elo FIDE” is empty")).to_be_checked()
    expect(page.get_by_text("1455")).not_to_have_count(0)
    assert overflow(page) == 0
    page.get_by_role("button", name="Register the players").click()
    expect(page.get_by_text("3 players are registered.")).to_be_visible()
