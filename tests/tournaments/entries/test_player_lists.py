"""Lists of players from spreadsheets: read, shown with whoever is called alike, and stored when somebody says so."""

from __future__ import annotations

import io
import zipfile
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import Workbook
from playwright.sync_api import FilePayload, expect

from gipf_engine.messages import Refused
from players.models import Account, Club, Person, Upload
from players.permissions import NotAllowed
from players.uploads.limits import LARGEST
from testing.browser import PHONE, Open, overflow
from testing.factories import ClubFactory, PersonFactory, organiser_of, player_in
from testing.tournaments.factories import draft
from tournaments.core.errors import EventRefused
from tournaments.entries.forms import ReadingForm
from tournaments.entries.lists.player_lists import match_players, read_list
from tournaments.entries.lists.tables import MOST_UNPACKED, read_file
from tournaments.entries.services import entries as listed_entries
from tournaments.entries.services.entries import ListedEntry
from tournaments.events.services import lifecycle
from tournaments.models import Entry, Event

pytestmark = pytest.mark.postgresql

TODAY = date(2026, 11, 1)


def workbook(lines: list[list[object]]) -> bytes:
    book, output = Workbook(), io.BytesIO()
    for line in lines:
        book.active.append(line)
    book.save(output)
    return output.getvalue()


@pytest.mark.parametrize(
    "heads",
    [
        "Name,Rating,Country,FIDE number,Club,Year of birth",
        "Name,Rtg,FED,FideID,Club/City,Birth",
        "نام,ریتینگ,کشور,کد فیده,باشگاه,سال تولد",
        "氏名,レーティング,国籍,FIDE ID,所属クラブ,生年月日",
    ],
)
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_columns_are_recognised_by_their_heads(heads: str, separator: str) -> None:
    text = f"Autumn open\n\n{heads}\nAda Byron,1815,ENG,400041,Turing,1985-12-10\n".replace(",", separator)
    found = read_list(read_file(text.encode()), TODAY)
    (player,) = found.players
    assert (player.line, player.name, player.rating, player.country) == (4, "Ada Byron", 1815, "")
    assert player.details == {"fide_number": "400041", "birth": "1985", "club": "Turing", "federation": "ENG"}
    assert found.problems == ()


def test_a_workbook_gives_values_and_names_in_two_columns_are_joined() -> None:
    data = workbook(
        [["No.", "Surname", "First name", "Rtg"], [1, "Byron", "Ada", 1815.0], [2, "Hopper", "Grace", "=1+1"]]
    )
    found = read_list(read_file(data), TODAY)
    assert [(each.name, each.rating) for each in found.players] == [("Byron, Ada", 1815), ("Hopper, Grace", None)]


def test_every_problem_is_told_with_its_line_and_the_rest_is_read() -> None:
    text = "Name;Rating;Fed;FIDE;Born\nAda;abc;X1;x1;1700\n<b>;1\nAda;1900\nEva;1900;NED;7;2001\n"
    found = read_list(read_file(text.encode()), TODAY)
    assert [(each.name, each.rating, each.country) for each in found.players] == [
        ("Ada", 1900, ""),  # the second line of Ada has what the first lacks
        ("Eva", 1900, "NL"),
    ]
    told = [(each.line, str(each.message)) for each in found.problems]
    assert [line for line, _message in told] == [2, 2, 2, 2, 3, 4]
    assert told[0][1] == "“x1” is not a FIDE number: it was left out"


def test_columns_can_be_chosen_where_heads_say_nothing() -> None:
    file = read_file(b"Elo;Vergleich;Name\n1900;1910;Ada\n1800;0;Eva\n")
    assert [(each.name, each.rating) for each in read_list(file, TODAY).players] == [("Ada", 1900), ("Eva", 1800)]
    found = read_list(file, TODAY, ["", "rating", "name"])
    assert [(each.line, each.name, each.rating) for each in found.players] == [(2, "Ada", 1910), (3, "Eva", None)]
    assert [column.head for column in found.unused] == ["Elo"]
    assert [each.name for each in read_list(read_file(b"Ada\nEva\n"), TODAY).players] == ["Ada", "Eva"]


def test_a_workbook_that_unpacks_to_too_much_is_not_opened() -> None:
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * (MOST_UNPACKED + 1))
    assert len(output.getvalue()) < 2**20
    with pytest.raises(EventRefused, match="too large when unpacked"):
        read_file(output.getvalue())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "put_before", "what"),
    [
        ("xl/styles.xml", b"</cellXfs>", b"<xf/>" * 2_500_000),
        ("xl/worksheets/sheet1.xml", b"</sheetData>", b"<row>" + b"<c/>" * 3_000_000 + b"</row>"),
    ],
)
def test_a_workbook_that_takes_gigabytes_to_read_ends_at_its_limit(part: str, put_before: bytes, what: bytes) -> None:
    """Some kilobytes that unpack to less than is allowed: styles, or the cells of one line, each an object."""
    plain, output = io.BytesIO(), io.BytesIO()
    book = Workbook()
    book.active.append(["Name", "Rating"])
    book.save(plain)
    with zipfile.ZipFile(plain) as parts, zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in parts.namelist():
            data = parts.read(name)
            archive.writestr(name, data.replace(put_before, what + put_before) if name == part else data)
    with pytest.raises(EventRefused, match="is too complex"):
        read_file(output.getvalue())


def test_a_workbook_is_read_once_and_counts_once() -> None:
    data, counted = workbook([["Name"], ["Ada"]]), []
    for _time in range(2):
        assert read_file(data, lambda: counted.append(1)).sheets[0].table[1][0] == "Ada"
    assert counted == [1]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"PK\x03\x04 no archive", "cannot be read"),
        (b"\0\1\2\3", "neither text nor a workbook"),
        (b"\n ; \n", "file is empty"),
        (b"x\n" * 2_001, "too many lines"),
        (b"x" * (LARGEST + 1), "at most 20 MB"),
    ],
)
def test_what_is_no_list_is_refused_with_the_reason(data: bytes, why: str) -> None:
    with pytest.raises(Refused, match=why):
        read_file(data)


MEMBERS = [f"Member Number{number:02d}" for number in range(50)]


def sixty() -> list[list[object]]:
    """Forty members under their names, ten under names that are nearly theirs, ten new people."""
    names = [
        *MEMBERS[:40],
        *(name.replace("Number", "Nmber") for name in MEMBERS[40:]),
        *(f"Newcomer {n}" for n in "ABCDEFGHIJ"),
    ]
    return [
        ["Name", "Rtg", "FED", "FideID", "Club", "Birth"],
        *([name, 1500 + n, "NED", 1000 + n, "Oost", 1980] for n, name in enumerate(names)),
    ]


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    for name in MEMBERS:
        PersonFactory(name=name, member_of=club)
    return draft(club, organiser)


@pytest.mark.django_db
def test_nothing_is_stored_before_somebody_says_who_everybody_is(
    event: Event, organiser: Account, client: Client
) -> None:
    client.force_login(organiser)
    address = f"/events/{event.pk}/enter/list"
    content = workbook(sixty())
    page = client.post(address, {"file": SimpleUploadedFile("list.xlsx", content)}).content.decode()
    assert "10 names look like existing members" in page
    matches = match_players(read_list(read_file(content), TODAY).players, event.club)
    near = [match for match in matches if match.is_near]
    assert len(near) == 10
    shown = ReadingForm(found=read_list(read_file(content), TODAY)).initial
    people, data = Person.objects.count(), {"sent": str(Upload.objects.get().pk), **shown}
    data |= {f"person_{each.player.line}": "" if each.is_near else str(each.chosen or "new") for each in matches}
    refused = client.post(address, data)
    assert refused.status_code == 400
    assert refused.content.decode().count("Choose who this is.") == 20  # at each field, and in the summary
    assert (Entry.objects.count(), Person.objects.count()) == (0, people)
    for number, match in enumerate(near):
        data[f"person_{match.player.line}"] = ("new", "skip", str(match.candidates[0].id))[min(number, 2)]
    assert client.post(address, data).status_code == 302
    entries = Entry.objects.filter(event=event)
    assert (entries.count(), Person.objects.count()) == (59, people + 11)
    entry = entries.get(members__person__name=MEMBERS[0])
    assert (entry.rating, entry.rating_source) == (1500, "file")
    assert entry.details == {"fide_number": "1000", "birth": "1980", "club": "Oost"}
    assert client.post(address, data).status_code == 400  # everybody is registered already
    assert entries.count() == 59


@pytest.mark.django_db
def test_ratings_from_a_list_stay_when_the_event_starts(event: Event, organiser: Account) -> None:
    people = [ListedEntry("Ada", rating=1900), ListedEntry("Eva", rating=1700), ListedEntry("Bea")]
    listed_entries.enter_listed(event.pk, organiser, people)
    lifecycle.start_event(event.pk, organiser)
    found = Entry.objects.filter(event=event).order_by("number")
    assert [(each.rating, each.rating_source) for each in found][:2] == [(1900, "file"), (1700, "file")]


@pytest.mark.django_db
def test_one_person_is_not_two_lines(event: Event, organiser: Account) -> None:
    person = Person.objects.get(name=MEMBERS[0])
    twice = [ListedEntry("A", person.pk), ListedEntry("B", person.pk)]
    with pytest.raises(EventRefused, match="B is chosen for two lines"):
        listed_entries.enter_listed(event.pk, organiser, twice)
    with pytest.raises(NotAllowed):
        listed_entries.enter_listed(event.pk, player_in(event.club), twice[:1])
    assert not Entry.objects.exists()


@pytest.mark.django_db
def test_names_in_another_order_are_of_one_person(event: Event) -> None:
    found = read_list(read_file(b'Name\n"Number07, Member"\nMember Number08\nSomebody Else\n'), TODAY)
    by_name = {match.player.name: match for match in match_players(found.players, event.club)}
    assert [each.name for each in by_name["Number07, Member"].candidates] == [MEMBERS[7]]
    assert by_name["Member Number08"].chosen == Person.objects.get(name=MEMBERS[8]).pk
    assert by_name["Somebody Else"].candidates == ()


@pytest.mark.django_db
def test_people_of_other_clubs_with_nearly_the_same_name_are_offered_behind_members(event: Event) -> None:
    """Who shares a word and a letter; a member who is near comes first, and whoever is called just so alone."""
    elsewhere = ClubFactory(name="Elsewhere")
    for name in ("Grace Hopper", "Rosalind Franklin", "Ada Byron"):
        PersonFactory(name=name, member_of=elsewhere)
    PersonFactory(name="Ada Byrom", member_of=event.club)
    lines = b"Name\nGrace Hoper\nRosalind Franklyn\nGrace Kelly\nAda Byroe\nGrace Hopper\n"
    found = match_players(read_list(read_file(lines), TODAY).players, event.club)
    offered = [([(each.name, each.clubs) for each in match.candidates], match.is_near) for match in found]
    assert offered == [
        ([("Grace Hopper", ("Elsewhere",))], True),
        ([("Rosalind Franklin", ("Elsewhere",))], True),
        ([], False),
        ([("Ada Byrom", (event.club.name,)), ("Ada Byron", ("Elsewhere",))], True),
        ([("Grace Hopper", ("Elsewhere",))], True),
    ]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_list_of_sixty_is_registered_from_a_spreadsheet(open_page: Open) -> None:
    club = ClubFactory()
    organiser = organiser_of(club)
    for name in MEMBERS:
        PersonFactory(name=name, member_of=club)
    event = draft(club, organiser)
    page = open_page(f"/events/{event.pk}/enter/list", organiser, width=PHONE)
    files: FilePayload = {"name": "list.xlsx", "mimeType": "application/octet-stream", "buffer": workbook(sixty())}
    page.get_by_label("File").set_input_files(files)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("10 names look like existing members")).to_be_visible()
    assert overflow(page) == 0
    near = page.locator("select:has(option[value=''])").filter(has_text="leave out")
    assert near.count() == 10
    for number in range(10):
        near.nth(number).select_option(index=1)
    page.get_by_role("button", name="Register the players").click()
    expect(page.get_by_text("60 players are registered.")).to_be_visible()
    assert Entry.objects.filter(event=event).count() == 60
