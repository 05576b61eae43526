"""Lists of players that are pasted: lines of plain text, tables without heads; the same preview as for a file."""

from __future__ import annotations

from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from gipf_engine.player_lists.meanings import ListedPlayer
from players.models import Account, Club, Person
from testing.factories import ClubFactory, PersonFactory, organiser_of
from testing.system.html_forms import html_forms
from testing.tournaments.factories import draft
from tournaments.entries.lists.player_lists import read_list
from tournaments.entries.lists.tables import read_file
from tournaments.entries.services import entries as entries_services
from tournaments.models import Entry

TODAY = date(2026, 11, 1)


def read(text: str) -> list[ListedPlayer]:
    return list(read_list(read_file(text.encode()), TODAY).players)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("1. SURNAME Name 1620", ListedPlayer(1, "SURNAME Name", 1620)),
        ("12 SURNAME Name 1620", ListedPlayer(1, "SURNAME Name", 1620)),
        ("(3) Ada Byron", ListedPlayer(1, "Ada Byron")),
        ("- Émile Zola", ListedPlayer(1, "Émile Zola")),
        ("Byron, Ada", ListedPlayer(1, "Byron, Ada")),
        (
            "2. GM BYRON, Ada (Turing CC) IRL 1815",
            ListedPlayer(1, "BYRON, Ada", 1815, "IE", club="Turing CC", title="GM"),
        ),
        ("Ada Byron ENG 1815 400041", ListedPlayer(1, "Ada Byron", 1815, fide="400041", federation="ENG")),
        ("Ada Byron – 1815 – Club 1912", ListedPlayer(1, "Ada Byron", 1815, club="Club 1912")),
        ("Ada Byron (1815)", ListedPlayer(1, "Ada Byron", 1815)),
        ("Ada Byron 1815 1985", ListedPlayer(1, "Ada Byron", 1815, birth="1985")),
        ("۱. لیلا ۱۶۲۰", ListedPlayer(1, "لیلا", 1620)),
        ("Im Hyun", ListedPlayer(1, "Im Hyun")),
    ],
)
def test_a_line_of_plain_text_is_taken_apart(line: str, expected: ListedPlayer) -> None:
    assert read(f"{line}\nEva Visser") == [expected, ListedPlayer(2, "Eva Visser")]


def test_heads_and_empty_lines_of_plain_text_are_nobody() -> None:
    assert [each.name for each in read("No. Name Rtg\n\n1 Ada Byron 1620\n")] == ["Ada Byron"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1\tBYRON Ada\t1620\n2\tVISSER Eva\t0\n", [("BYRON Ada", 1620, ""), ("VISSER Eva", None, "")]),
        ("Ada Byron,1620\nEva Visser,1500\n", [("Ada Byron", 1620, ""), ("Eva Visser", 1500, "")]),
        ("Byron;Ada;1620;NED\nVisser;Eva;;BEL\n", [("Byron, Ada", 1620, "NL"), ("Visser, Eva", None, "BE")]),
    ],
)
def test_columns_without_heads_are_known_by_what_is_in_them(
    text: str, expected: list[tuple[str, int | None, str]]
) -> None:
    assert [(each.name, each.rating, each.country) for each in read(text)] == expected


def test_a_column_that_leaves_a_doubt_is_named_and_a_list_without_names_asks_for_them() -> None:
    found = read_list(read_file(b"Ada;Eva;x1\nBen;Cleo;y\n"), TODAY)
    assert [each.name for each in found.players] == ["Ada, Eva", "Ben, Cleo"]
    assert [(column.place, column.examples) for column in found.unused] == [(2, ("x1", "y"))]
    nameless = read_list(read_file(b"1620;400041\n1500;400042\n"), TODAY)
    assert (nameless.players, str(nameless.problems[0].message)) == ((), "no column looks like names: choose one")


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory()


@pytest.fixture
def organiser(club: Club) -> Account:
    return organiser_of(club)


@pytest.mark.parametrize("page", ["enter", "enter/list"])
def test_no_field_of_a_list_is_called_optional_for_one_is_required(club: Club, organiser: Account, page: str) -> None:
    client = Client()
    client.force_login(organiser)
    address = f"/events/{draft(club, organiser).pk}"
    assert "One player per line." in (shown := client.get(f"{address}/{page}").content.decode())
    assert 'class="optional"' not in shown
    refused = client.post(f"{address}/enter/list", {"names": " "})
    assert refused.status_code == 400
    assert "This field is required." in refused.content.decode()


def test_a_pasted_list_is_shown_before_anything_is_stored(club: Club, organiser: Account) -> None:
    """Members are found, who is registered stays as they are, and nobody is called by number and rating."""
    member, playing = PersonFactory(name="Ada Byron", member_of=club), PersonFactory(name="Eva Visser", member_of=club)
    event = draft(club, organiser)
    entries_services.enter_person(event.pk, organiser, person_id=playing.pk)
    client = Client()
    client.force_login(organiser)
    address = f"/events/{event.pk}/enter/list"
    shown = client.post(address, {"names": "1. BYRON Ada 1620\n2. Eva Visser 1500\n3. GM Somebody New 1400\n"})
    page = shown.content.decode()
    assert shown.status_code == 200 and "1. BYRON" not in page and "registered already" in page
    assert Entry.objects.count() == 1
    form = next(each for each in html_forms(address, page) if "sent" in each.fields)
    data = {name: value for name, value in form.untouched().items() if name != "read"}
    answers = [value for name, value in data.items() if name.startswith("person_")]
    assert answers == [str(member.pk), str(playing.pk), "new"]
    assert client.post(address, data).status_code == 302
    entries = Entry.objects.filter(event=event).order_by("pk")
    told = [(each.members.get().person.name, each.rating, each.details) for each in entries]
    assert told == [("Eva Visser", None, {}), ("Ada Byron", 1620, {}), ("Somebody New", 1400, {"title": "GM"})]
    assert Person.objects.count() == 3


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("<script>alert(1)</script>", "The name contains characters not allowed in names"),
        ('=HYPERLINK("http://example.org")', "A name must start with a letter or a digit"),
    ],
)
def test_a_pasted_line_that_is_no_name_is_named_with_its_reason_and_never_stored(
    name: str, why: str, club: Club, organiser: Account
) -> None:
    event, client = draft(club, organiser), Client()
    client.force_login(organiser)
    address = f"/events/{event.pk}/enter/list"
    alone = client.post(address, {"names": name})
    assert alone.status_code == 400 and why in alone.content.decode()
    page = client.post(address, {"names": f"Ada Byron\n{name}"}).content.decode()
    assert "<script>alert" not in page and "Line 2:" in page and why in page
    (form,) = (each for each in html_forms(address, page) if "sent" in each.fields)
    client.post(address, {field: value for field, value in form.untouched().items() if field != "read"})
    assert [each.name for each in Person.objects.filter(entries__event=event)] == ["Ada Byron"]


def test_of_a_pasted_list_and_a_file_none_is_left_out_without_a_word(club: Club, organiser: Account) -> None:
    event, client = draft(club, organiser), Client()
    client.force_login(organiser)
    file = SimpleUploadedFile("list.csv", b"Name,Rating\nZoe,1800\n")
    answer = client.post(f"/events/{event.pk}/enter/list", {"names": "Ada Byron", "file": file})
    page = answer.content.decode()
    assert answer.status_code == 400 and "Paste a list or choose a file, not both." in page
    assert "Ada Byron</textarea>" in page and not Entry.objects.exists()
