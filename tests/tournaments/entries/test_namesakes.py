"""Players of a list who have one name: two people where their details say so, asked about where that is not certain."""

from __future__ import annotations

from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from players.models import Account, Club, Person, Upload
from testing.api.caller import Caller
from testing.factories import PersonFactory
from testing.tournaments.factories import draft
from tournaments.entries.forms import ReadingForm
from tournaments.entries.lists.player_lists import FoundList, match_players, read_list
from tournaments.entries.lists.tables import read_file
from tournaments.models import Entry

TODAY = date(2026, 11, 1)
HEADS = "Name;Club;Elo;Born;FIDE ID\n"
FIRST = "Paul Martin;Saint-Brieuc;1399;1999;\n"


def read(rows: str, **answers: str) -> FoundList:
    return read_list(
        read_file((HEADS + rows).encode()),
        TODAY,
        answers={key.replace("_", "-"): each for key, each in answers.items()},
    )


def keys(found: FoundList) -> list[str]:
    return [question.key for question in found.open_questions]


@pytest.mark.parametrize(
    ("other", "kept", "asked"),
    [
        ("Paul Martin;Saint-Brieuc;1399;1952;\n", 2, []),  # born in another year
        ("Paul Martin;Guingamp;1733;1952;\n", 2, []),
        ("paul martin;Guingamp;1399;1999;\n", 2, ["twice-3"]),
        ("Paul Martin;Saint-Brieuc;1733;;\n", 2, ["twice-3"]),
        ("Paul Martin;;;;\n", 1, []),  # nothing else is said
        ("Paul Martin;saint-brieuc;1399;;600123\n", 1, []),
    ],
)
def test_details_tell_two_people_of_one_name_apart(other: str, kept: int, asked: list[str]) -> None:
    found = read(FIRST + other + "Ada Byron;Guingamp;1500;1980;\n")
    assert (len(found.players), keys(found)) == (kept + 1, asked)
    problems = [str(problem.message) for problem in found.problems]
    assert problems == ([] if kept == 2 else ["Paul Martin is in line 2 already"])


def test_other_fide_numbers_are_other_people() -> None:
    rows = "Paul Martin;Saint-Brieuc;1399;;600123\nPaul Martin;Saint-Brieuc;1399;;600124\n"
    assert len(read(rows).players) == 2 and not keys(read(rows))


def test_each_is_compared_with_all_of_that_name_above() -> None:
    """The third is not the first, who was born in another year, and may be the second."""
    found = read(
        FIRST + "Paul Martin;Guingamp;1733;1952;\nPaul Martin;Guingamp;1650;1952;\nAda Byron;Guingamp;1500;1980;\n"
    )
    assert [str(question.message)[:31] for question in found.open_questions] == ["Paul Martin is in line 3 too, w"]


def test_a_namesake_of_another_club_is_asked_about() -> None:
    rows = FIRST + "Ada Byron;Guingamp;1500;1980;\nPaul Martin;Guingamp;1733;;\n"
    (question,) = read(rows).open_questions
    assert str(question.message).startswith("Paul Martin is in line 2 too, with other details.")
    assert [player.line for player in read(rows, twice_4="player").players] == [2, 3, 4]
    same = read(rows, twice_4="out")
    assert [(player.line, player.rating) for player in same.players] == [(2, 1399), (3, 1500)]
    assert [line.line for line in same.left_out] == [4] and not same.open_questions


def test_many_are_asked_about_together() -> None:
    rows = "".join(f"Player {letter};One;1500;;\nPlayer {letter};Two;1600;;\n" for letter in "ABCDEFGHIJK")
    assert keys(read(rows)) == ["twice"]
    assert len(read(rows, twice="out").players) == 11 and len(read(rows, twice="player").players) == 22


def test_a_player_is_compared_with_the_first_fifty_of_the_name() -> None:
    rows = [f"Paul Martin;;{rating};;\n" for rating in range(1000, 1051)]
    found = read("".join([*rows, rows[50], rows[49]]))
    assert len(found.players) == 52 and [problem.line for problem in found.problems] == [54]


@pytest.mark.django_db
def test_both_are_registered(club: Club, organiser: Account, client: Client) -> None:
    event = draft(club, organiser)
    client.force_login(organiser)
    rows = HEADS + FIRST + "Paul Martin;Guingamp;1733;1952;\n"
    client.post(f"/events/{event.pk}/enter/list", {"file": SimpleUploadedFile("list.csv", rows.encode())})
    found = read_list(read_file(rows.encode()), TODAY)
    shown = ReadingForm(found=found).initial
    sent = {**shown, "sent": str(Upload.objects.get().pk), "person_2": "new", "person_3": "new"}
    assert client.post(f"/events/{event.pk}/enter/list", sent).status_code == 302
    entered = Entry.objects.filter(event=event).order_by("rating")
    assert [(entry.rating, entry.details["birth"]) for entry in entered] == [(1399, "1999"), (1733, "1952")]
    assert Person.objects.filter(name="Paul Martin").count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize("is_registered", [False, True])
def test_who_of_them_is_the_member_is_open(club: Club, organiser: Account, *, is_registered: bool) -> None:
    member = PersonFactory.create(name="Paul Martin", member_of=club)
    found = read(FIRST + "Paul Martin;Guingamp;1733;1952;\n")
    matches = match_players(found.players, club, {member.pk} if is_registered else set())
    assert [(match.chosen, match.is_near) for match in matches] == [(None, True)] * 2
    assert [each.id for match in matches for each in match.candidates] == [member.pk] * 2
    event = draft(club, organiser)
    answer = Caller(organiser).post(
        f"/events/{event.pk}/entries/list", {"text": HEADS + FIRST + "Paul Martin;Guingamp;1733;1952;\n"}
    )
    assert answer.status_code == 400
    assert "Choose the person for Paul Martin in line 3." in answer.content.decode()


def test_the_later_of_two_lines_of_one_person_may_be_the_one_that_counts() -> None:
    rows = "Paul Martin;Guingamp;;1952;\nAda Byron;Guingamp;1500;1980;\nPaul Martin;Guingamp;1733;1952;600123\n"
    rows = rows.replace("Martin;Guingamp;;", "Martin;Guingamp;1399;")
    later = read(rows, twice_4="earlier")
    assert [(player.line, player.rating) for player in later.players] == [(3, 1500), (4, 1733)]
    assert [line.line for line in later.left_out] == [2] and not later.open_questions


def test_an_answer_is_about_one_of_two_players_side_by_side() -> None:
    text = "Namn;Rating;Namn;Rating\nEmma Andersson;812;Elin Dahl;900\nHugo Ek;940;Leo Berg;\nMaja Holm;;Antal: 9;\n"
    found = read_list(read_file(text.encode()), TODAY, answers={"line-4": "out"})
    assert not found.open_questions
    assert [player.name for player in found.players if player.line == 4] == ["Maja Holm"]
    assert [(line.line, line.text) for line in found.left_out] == [(4, "Antal: 9")]


def test_who_sends_a_form_again_to_cancel_is_asked_about() -> None:
    rows = "Nom;Club;Elo;Remarks\nPaul Martin;Guingamp;1399;\nAda Byron;Guingamp;1500;\nEve Carr;Guingamp;1510;\n"
    rows += "Paul Martin;Guingamp;1399;Sorry, I can't come any more, please take me off\n"
    found = read_list(read_file(rows.encode()), TODAY)
    (question,) = found.open_questions
    assert question.key == "state-2" and "take me off" in str(question.message)
