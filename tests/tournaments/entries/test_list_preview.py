"""The preview of a list: what is not read is named, the organiser changes how it is read, and that alone is stored."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import Workbook
from playwright.sync_api import expect

from players.models import Account, Club, Person
from testing.api.caller import Caller
from testing.browser import Open
from testing.factories import ClubFactory, organiser_of
from testing.system.html_forms import html_forms
from testing.tournaments.factories import draft
from tournaments.models import Entry, Event

RATINGS = "Spieler;DWZ;Elo\nJörg Kesslinger;1720;1761\nÄnne Brömse;1604;1650\nSumme;2;\n"


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    return draft(club, organiser)


@pytest.fixture
def desk(organiser: Account) -> Client:
    client = Client()
    client.force_login(organiser)
    return client


def workbook(**sheets: list[list[object]]) -> bytes:
    book, output = Workbook(), io.BytesIO()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    book.save(output)
    return output.getvalue()


def preview(desk: Client, event: Event, data: bytes) -> tuple[str, dict[str, str]]:
    """The page that shows a list, and what its form would send untouched, without the button that reads again."""
    address = f"/events/{event.pk}/enter/list"
    return shown(desk.post(address, {"file": SimpleUploadedFile("list", data)}), address)


def shown(answer: Any, address: str) -> tuple[str, dict[str, str]]:
    page = answer.content.decode()
    form = next(each for each in html_forms(address, page) if "sent" in each.fields)
    return page, {name: value for name, value in form.untouched().items() if name != "read"}


@pytest.mark.django_db
def test_what_is_not_read_is_named_and_its_meaning_can_be_changed(desk: Client, event: Event) -> None:
    page, data = preview(desk, event, RATINGS.encode("cp1252"))
    assert "1 column is not used" in page and "1720" in page and "Windows-1252" in page
    assert "a total, not a player" in page and "Summe · 2" in page
    assert [data[f"column-{place}"] for place in range(3)] == ["name", "", "rating"]
    address = f"/events/{event.pk}/enter/list"
    chosen = data | {"column-1": "rating", "column-2": "", "read": "1"}
    page, data = shown(desk.post(address, chosen), address)
    assert "<strong><bdi>Elo</bdi></strong>" in page and not Entry.objects.exists()
    assert desk.post(address, data).status_code == 302
    entries = Entry.objects.filter(event=event).order_by("pk")
    assert [(each.members.get().person.name, each.rating) for each in entries] == [
        ("Jörg Kesslinger", 1720),
        ("Änne Brömse", 1604),
    ]


@pytest.mark.django_db
def test_a_rating_that_stands_for_a_missing_one_is_told(desk: Client, event: Event) -> None:
    page, data = preview(desk, event, RATINGS.replace("1604;1650", "1604;").encode())
    assert "<bdi>DWZ</bdi> is read only where a better rating is missing." in page
    address = f"/events/{event.pk}/enter/list"
    assert desk.post(address, data).status_code == 302
    assert [each.rating for each in Entry.objects.filter(event=event).order_by("pk")] == [1761, 1604]


@pytest.mark.django_db
@pytest.mark.parametrize("change", [{"column-1": "rating", "column-2": ""}, {"encoding": "mac_roman"}, {"shown": ""}])
def test_a_list_that_is_read_otherwise_than_it_was_shown_is_shown_again(
    desk: Client, event: Event, change: dict[str, str]
) -> None:
    _page, data = preview(desk, event, RATINGS.encode("cp1252"))
    answer = desk.post(f"/events/{event.pk}/enter/list", data | change)
    assert answer.status_code == 200 and "How the list is read" in answer.content.decode()
    assert not Entry.objects.exists() and not Person.objects.filter(name__contains="Kesslinger").exists()


@pytest.mark.django_db
def test_another_encoding_can_be_chosen_and_one_that_does_not_fit_is_told(desk: Client, event: Event) -> None:
    data_of = "Name;Elo\nÄnne Ørsted;1500\n".encode("cp1252")
    _page, data = preview(desk, event, data_of)
    address = f"/events/{event.pk}/enter/list"
    page, _data = shown(desk.post(address, data | {"encoding": "cp1251", "read": "1"}), address)
    assert "Дnne Шrsted" in page and "Änne" not in page
    page, _data = shown(desk.post(address, data | {"encoding": "euc_jp", "read": "1"}), address)
    assert "cannot be read in the encoding that you chose" in page and "Änne Ørsted" in page


@pytest.mark.django_db
def test_of_several_sheets_one_is_chosen_and_the_others_are_named(desk: Client, event: Event) -> None:
    guests: list[list[object]] = [["Gast", "Elo"], ["Uwe Fremder", 1500]]
    data_of = workbook(Kasse=[["Posten", 80]], Spieler=[["Spieler", "Elo"], ["Ina", 1], ["Kurt", 2]], Besuch=guests)
    page, data = preview(desk, event, data_of)
    assert data["sheet"] == "1" and "Kasse</bdi> · <bdi>Besuch" in page
    address = f"/events/{event.pk}/enter/list"
    page, data = shown(desk.post(address, data | {"sheet": "2", "read": "1"}), address)
    assert "Uwe Fremder" in page and "Kurt" not in page
    assert desk.post(address, data).status_code == 302
    assert [each.members.get().person.name for each in Entry.objects.filter(event=event)] == ["Uwe Fremder"]


@pytest.mark.django_db
def test_the_api_says_how_a_list_is_read_and_takes_other_meanings(organiser: Account, event: Event) -> None:
    caller = Caller(organiser)

    def ask(**sent: object) -> tuple[int, dict[str, Any]]:
        answer = caller.post(f"/events/{event.pk}/entries/list", {"text": RATINGS, **sent})
        return answer.status_code, answer.json()

    status, read = ask(check=True)
    assert status == 200 and read["encoding"] == "utf-8" and read["sheets"] == [{"name": "", "lines": 4}]
    assert [(each["head"], each["meaning"]) for each in read["columns"]] == [
        ("Spieler", "name"),
        ("DWZ", ""),
        ("Elo", "rating"),
    ]
    assert read["columns"][1]["examples"] == ["1720", "1604"]
    assert read["left_out"] == [{"line": 4, "text": "Summe · 2", "message": "a total, not a player"}]
    assert [each["rating"] for each in read["players"]] == [1761, 1650]
    status, read = ask(columns=["name", "rating", ""])
    assert status == 201 and [each["rating"] for each in read["players"]] == [1720, 1604]
    assert ask(columns=["name", "shoes"])[0] == 400
    assert ask(encoding="klingon")[0] == 400


@pytest.mark.django_db
def test_a_new_event_names_the_columns_and_sheets_that_it_does_not_take(club: Club, desk: Client) -> None:
    data_of = workbook(Spieler=[["Spieler", "Kasse"], ["Ina", "bezahlt"], ["Kurt", ""]], Kasse=[["Posten", 80]])
    answer = desk.post(
        f"/clubs/{club.slug}/events/new", {"file": SimpleUploadedFile("list.xlsx", data_of), "do": "show"}
    )
    page = answer.content.decode()
    assert "Only one sheet is read. Not read:" in page and "1 column is not used" in page
    assert "<bdi>bezahlt</bdi>" in page and "2 players" in page


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_table_that_is_pasted_from_a_page_keeps_its_columns(open_page: Open) -> None:
    club = ClubFactory()
    organiser = organiser_of(club)
    event = draft(club, organiser)
    page = open_page(f"/events/{event.pk}/enter/list", organiser)
    html = "<p>Liste</p><table><tr><th>Naam<th>Rating</tr><tr><td>Jan\n de Boer</td><td>1.650</td></tr></table>"
    box = page.get_by_label("Names")
    box.evaluate(
        """(box, html) => {
            const held = new DataTransfer();
            held.setData("text/html", html);
            held.setData("text/plain", "Liste Naam Rating Jan de Boer 1.650");
            box.dispatchEvent(new ClipboardEvent("paste", { clipboardData: held, bubbles: true, cancelable: true }));
        }""",
        html,
    )
    expect(box).to_have_value("Naam\tRating\nJan de Boer\t1.650")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("cell", name="1650")).to_be_visible()
    page.get_by_role("button", name="Register the players").click()
    expect(page.get_by_text("1 player is registered.")).to_be_visible()
    assert Entry.objects.get(event=event).rating == 1650
