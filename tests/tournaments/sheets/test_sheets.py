"""What is printed of an event: as pages, and as PDF where this machine can make one."""

from __future__ import annotations

import re
import socket
import sys
import threading
from pathlib import Path

import pytest
from django.db.models import F
from django.test import Client

from common import computed_apart
from common.journal.models import Scope
from players.models import Account, Club
from testing.api.limits import limit
from testing.browser import PHONE, Open, overflow
from testing.tournaments.factories import decide, draft, fresh, running
from tournaments.models import Event
from tournaments.rounds.services import rounds
from tournaments.sheets import pages as sheets_pages
from tournaments.sheets import pdf
from tournaments.sheets.pages import SHEETS
from tournaments.sheets.pdf_fonts import font_styles

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_tries_before")]
FOR_ARBITERS = {"slips", "player-cards"}
needs_pango = pytest.mark.skipif(not pdf.can_make_pdf(), reason="Pango is not installed here")


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """Round 1 of a Swiss of five is played, round 2 is public; Eve had the bye of round 1."""
    names = ("Ada", "Ben", "Cleo", "Dan", "Eve")
    made = running(club, organiser, names, rounds=1, format="swiss-dutch", rounds_planned=3)
    decide(made, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "0-1"})
    rounds.start_round(made.pk, organiser)
    return fresh(made)


def sheet(event: Event, name: str, *, by: Account | None = None, ending: str = "", **query: object) -> str:
    client = Client()
    if by is not None:
        client.force_login(by)
    answer = client.get(f"/events/{event.pk}/print/{name}{ending}", query, follow=True)
    assert answer.status_code == 200, (name, answer.status_code)
    return answer.content.decode()


def rows_of(text: str) -> list[str]:
    """The rows of the table's body, each as its words."""
    body = text.partition("<tbody>")[2].partition("</tbody>")[0]
    plain = (re.sub(r"<[^>]*>", " ", row) for row in body.split("<tr>")[1:])
    return [" ".join(row.split()) for row in plain]


def test_pairings_by_board_and_by_name_say_where_everybody_sits(event: Event) -> None:
    by_board = [re.sub("[\u2066-\u2069]", "", row) for row in rows_of(sheet(event, "pairings", round=1))]
    assert by_board[:2] == ["1 1 Ada 0 1-0 3 Cleo 0", "2 4 Dan 0 0-1 2 Ben 0"]
    by_name = rows_of(sheet(event, "names", round=1))
    assert by_name[:4] == ["Ada 1 White Cleo", "Ben 2 Black Dan", "Cleo 1 Black Ada", "Dan 2 White Ben"]
    assert by_name[4].startswith("Eve –") and "bye" in by_name[4]


def test_standings_cross_table_and_players(event: Event) -> None:
    assert rows_of(sheet(event, "standings", round=1))[0].startswith("1 ")
    assert "After round 1 of 3." in sheet(event, "standings", round=1)
    assert len(rows_of(sheet(event, "crosstable"))) == 5
    assert [row.split()[1] for row in rows_of(sheet(event, "players"))] == ["Ada", "Ben", "Cleo", "Dan", "Eve"]


def test_cards_of_boards_and_players(event: Event) -> None:
    assert sheet(event, "board-cards").count('class="board-card-number"') == 2
    text = sheet(event, "score-cards")
    assert text.count('class="sheet-card"') == 5
    assert rows_of(text)[0].split()[:3] == ["1", "Cleo", "White"] and len(rows_of(text)) == 3


def test_slips_and_player_cards_are_for_arbiters(event: Event, organiser: Account, stranger: Account) -> None:
    client = Client()
    for name in FOR_ARBITERS:
        for ending in ("", ".pdf"):
            assert client.get(f"/events/{event.pk}/print/{name}{ending}").status_code == 302
    client.force_login(stranger)
    assert client.get(f"/events/{event.pk}/print/slips.pdf").status_code == 403
    assert sheet(event, "slips", by=organiser).count('class="slip"') == 4
    offered = Client().get(f"/events/{event.pk}/print").content.decode()
    assert "/print/slips" not in offered and "/print/standings" in offered


def test_what_is_not_there_is_not_found(event: Event, club: Club, organiser: Account) -> None:
    client = Client()
    for path in ("print/none", "print/pairings?round=3", "print/names.pdf?round=99"):
        assert client.get(f"/events/{event.pk}/{path}").status_code == 404, path
    client.force_login(organiser)
    assert client.get(f"/events/{draft(club, organiser).pk}/print/standings").status_code == 404


@needs_pango
def test_every_sheet_is_a_pdf_in_the_readers_language(event: Event, organiser: Account) -> None:
    client = Client()
    client.force_login(organiser)
    for language in ("en", "fa"):
        for name in SHEETS if language == "en" else ("standings",):
            answer = client.get(f"/events/{event.pk}/print/{name}.pdf", headers={"accept-language": language})
            assert answer.status_code == 200 and answer["Content-Type"] == "application/pdf", name
            assert answer.content.startswith(b"%PDF-") and answer.content.rstrip().endswith(b"%%EOF")


@needs_pango
@pytest.mark.parametrize("language", ["en", "fa", "fa-x-ir", "ja"])
def test_a_pdf_has_the_letters_of_every_name(
    language: str,
    club: Club,
    organiser: Account,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """WeasyPrint says so where it draws a box. Code page 932 lacks 俱: it is in a piece of rare characters."""
    event = running(
        club,
        organiser,
        ("Ada", "佐藤 花子", "俱知安 葵", "مریم میرزاخانی"),
        format="swiss-dutch",
        rounds=1,
        rounds_planned=2,
    )
    pages = []

    def keep(html: str, _admit: object) -> bytes:
        pages.append(html)
        return b"%PDF-"

    monkeypatch.setattr(pdf, "make_pdf", keep)
    client = Client()
    client.post("/language", {"language": language})
    client.get(f"/events/{event.pk}/print/pairings.pdf")
    with caplog.at_level("WARNING", "weasyprint"):
        assert pdf.draw(pages[0].encode()).startswith(b"%PDF-")
    assert "notdef" not in caplog.text


def test_a_pdf_has_the_fonts_that_its_page_needs() -> None:
    def families(html: str) -> str:
        return font_styles(html).partition(":root { font-family: ")[2].partition("; }")[0]

    latin = '"Noto Sans", "DejaVu Sans", sans-serif'
    assert families("<p>Ada 2026</p>") == latin
    assert families("<p>Ada 山田</p>") == f'"Noto Sans JP", {latin}'
    assert families("<p>Ada مریم 2026</p>") == f'"Vazirmatn persian", {latin}'
    assert families('<html lang="fa-x-ir">مریم 2026') == f'"Vazirmatn persian", "Vazirmatn digits", {latin}'


@needs_pango
def test_a_pdf_fetches_nothing_from_elsewhere() -> None:
    with socket.create_server(("127.0.0.1", 0)) as elsewhere:
        port = elsewhere.getsockname()[1]
        made = pdf.draw(
            f'<p>text<img src="http://127.0.0.1:{port}/x.png"><img src="file:///etc/hostname"></p>'.encode()
        )
        elsewhere.setblocking(False)
        with pytest.raises(BlockingIOError):  # nobody came
            elsewhere.accept()
    assert made.startswith(b"%PDF-")


def test_where_no_pdf_can_be_made_a_sentence_says_so(
    event: Event, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)  # as where it cannot be imported
    pdf._can_draw.cache_clear()
    request.addfinalizer(pdf._can_draw.cache_clear)
    answer = Client().get(f"/events/{event.pk}/print/standings.pdf")
    assert answer.status_code == 409 and "Pango is not installed" in answer.content.decode()
    offered = Client().get(f"/events/{event.pk}/print").content.decode()
    assert "Pango is not installed" in offered and ".pdf" not in offered


def test_while_packages_are_being_installed_a_sentence_says_so_and_then_there_are_pdfs(
    event: Event, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    (tmp_path / "being-installed").touch()
    answer = Client().get(f"/events/{event.pk}/print/standings.pdf")
    assert answer.status_code == 409 and "is being installed" in answer.content.decode()
    offered = Client().get(f"/events/{event.pk}/print").content.decode()
    assert "is being installed" in offered and ".pdf" not in offered
    monkeypatch.setattr(pdf, "_can_draw", lambda: True)
    (tmp_path / "being-installed").unlink()
    assert ".pdf" in Client().get(f"/events/{event.pk}/print").content.decode()


def test_sheets_fit_a_phone(event: Event, organiser: Account, open_page: Open) -> None:
    for name in ("", "/names", "/score-cards", "/board-cards"):
        assert overflow(open_page(f"/events/{event.pk}/print{name}", organiser, width=PHONE)) == 0, name


@needs_pango
def test_a_pdf_is_made_once_and_counts_once(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    limit(monkeypatch, "HEAVY_BY_READER", 1)
    address = f"/events/{event.pk}/print/standings.pdf"
    first = Client().get(address)
    assert first.content == Client().get(address).content  # WeasyPrint writes another id into every file
    other = Client().get(f"/events/{event.pk}/print/players.pdf")
    assert other.status_code == 429 and "Too many PDF files" in other.content.decode() and other["Retry-After"]


@needs_pango
def test_a_sheet_that_was_just_made_is_not_written_again_until_the_event_moves(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    class WrittenAgain(Exception):
        pass

    def write(*_anything: object) -> str:
        raise WrittenAgain

    address = f"/events/{event.pk}/print/standings.pdf"
    first = Client().get(address)
    monkeypatch.setattr(sheets_pages, "render_to_string", write)
    assert Client().get(address).content == first.content
    with pytest.raises(WrittenAgain):
        Client().get(f"{address}?round=1")
    Scope.objects.filter(key=event.scope).update(version=F("version") + 1)
    with pytest.raises(WrittenAgain):
        Client().get(address)


@needs_pango
def test_the_pdf_of_an_account_is_counted_too(
    event: Event, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit(monkeypatch, "HEAVY_BY_READER", 0)
    client = Client()
    client.force_login(organiser)
    assert client.get(f"/events/{event.pk}/print/standings.pdf").status_code == 429


def test_a_sheet_that_is_too_long_is_no_pdf(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets_pages, "can_make_pdf", lambda: True)
    address = f"/events/{event.pk}/print/standings.pdf"
    for module, name in ((sheets_pages, "MOST_ENTRIES_IN_PDF"), (pdf, "MOST_CELLS"), (pdf, "LONGEST_HTML")):
        with monkeypatch.context() as patched:
            patched.setattr(module, name, 1)
            answer = Client().get(address)
        assert answer.status_code == 409 and "too long for a PDF" in answer.content.decode(), name


def test_while_others_compute_the_reader_is_asked_to_come_again(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets_pages, "can_make_pdf", lambda: True)
    monkeypatch.setattr(computed_apart, "_seats", threading.BoundedSemaphore(1))
    with computed_apart.seat():
        answer = Client().get(f"/events/{event.pk}/print/standings.pdf")
    assert answer.status_code == 503 and answer["Retry-After"] == answer["Refresh"] == "5"
    assert "loaded again in a few seconds" in answer.content.decode()
