"""A club's page: logo, colour, address of its own; and files that are no logo, or worse."""

from __future__ import annotations

import re
import struct
import zlib
from io import BytesIO

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from common.journal.models import JournalEntry
from gipf_engine.messages import Refused
from players.clubs.logo import MOST_BYTES, MOST_PIXELS, SIDE, BadPicture, make_logo
from players.clubs.services.club_pages import Look, edit_club_page
from players.clubs.services.clubs import create_club
from players.models import Account, Club, ClubPage
from players.permissions import NotAllowed
from testing.axe import axe_faults
from testing.browser import PHONE, Open, overflow
from testing.factories import AccountFactory, ClubFactory, administrator
from testing.marks import slow
from tests.web.test_contrast import contrast

pytestmark = [pytest.mark.django_db, pytest.mark.core]

PAGE = "/clubs/rotterdam/page"
FORM = {"colour": "moss", "address": "gipf-delft", "version": ""}


def picture(width: int = 600, height: int = 300, kind: str = "PNG", **more: object) -> bytes:
    """A picture of one colour."""
    made = BytesIO()
    Image.new("RGB", (width, height), "#aa3311").save(made, kind, **more)
    return made.getvalue()


def bomb(side: int = 60_000) -> bytes:
    """A PNG of 10 kB whose pixels are 3.6 GB."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    content = zlib.compress(bytes(10_000_000), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", content) + chunk(b"IEND", b"")


def upload(client: Client, data: bytes, name: str = "logo.png", **more: str) -> tuple[int, str]:
    answer = client.post(PAGE, FORM | more | {"logo": SimpleUploadedFile(name, data)})
    return answer.status_code, answer.content.decode()


@pytest.fixture
def desk(organiser: Account, client: Client) -> Client:
    client.force_login(organiser)
    return client


def test_a_logo_a_colour_and_an_address_are_on_the_page(desk: Client, club: Club) -> None:
    assert upload(desk, picture())[0] == 302
    page = ClubPage.objects.get()
    assert (page.colour, page.address) == ("moss", "gipf-delft")
    shown = Client().get("/clubs/rotterdam").content.decode()
    source = re.search(r'<img class="club-logo" src="([^"]+)"', shown)
    assert source and 'data-club-colour="moss"' in shown
    answer = Client().get(source[1])
    assert answer["Content-Type"] == "image/png" and "immutable" in answer["Cache-Control"]
    made = Image.open(BytesIO(answer.content))
    assert made.size == (SIDE, SIDE // 2) and made.format == "PNG"
    assert Client().get("/c/gipf-delft")["Location"] == "/clubs/rotterdam"
    assert Client().get("/c/rotterdam")["Location"] == "/clubs/rotterdam"
    assert Client().get("/c/nowhere").status_code == 404
    assert JournalEntry.objects.filter(scope__key=club.scope).latest("version").action == "edit-club-page"


def test_what_was_in_the_file_besides_its_pixels_is_gone() -> None:
    exif = Image.Exif()
    exif[0x010E] = "taken at home"
    for data in (picture(kind="JPEG", exif=exif), picture(kind="WEBP", exif=exif)):
        made = make_logo(data)
        assert b"taken at home" in data and b"taken at home" not in made
        assert Image.open(BytesIO(made)).info == {}


def test_small_pictures_stay_as_small_as_they_are() -> None:
    assert Image.open(BytesIO(make_logo(picture(40, 20)))).size == (40, 20)


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
NO_PICTURE = "This is not a PNG, JPEG or WebP picture."


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (SVG, NO_PICTURE),
        (b"<!doctype html><script>alert(1)</script>", NO_PICTURE),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 100, NO_PICTURE),
        (picture()[:60], NO_PICTURE),
        (picture(kind="GIF"), NO_PICTURE),
        (picture(kind="TIFF"), NO_PICTURE),
        (bomb(), "The picture is too large."),
        (picture(MOST_PIXELS + 1, 1), "The picture is too large."),
        (b"x" * (MOST_BYTES + 1), "The file is too large: at most 1 MB."),
    ],
    ids=["svg", "html", "damaged", "cut", "gif", "tiff", "bomb", "wide", "heavy"],
)
def test_hostile_files_are_refused_in_words_and_change_nothing(desk: Client, club: Club, data: bytes, why: str) -> None:
    code, text = upload(desk, data)
    assert code == 400 and why in text
    assert not ClubPage.objects.exists()
    assert "gipf-delft" in text, "what was typed is still there"


def test_a_bomb_is_refused_before_its_pixels_are_read() -> None:
    with pytest.raises(BadPicture, match="too large"):
        make_logo(bomb())


def test_the_logo_goes_when_it_is_ticked_and_stays_when_nothing_is_uploaded(desk: Client, club: Club) -> None:
    upload(desk, picture())
    desk.post(PAGE, FORM | {"colour": "plum"})
    page = ClubPage.objects.get()
    assert page.colour == "plum" and page.digest
    old = f"/clubs/rotterdam/logo-{page.digest[:16]}.png"
    desk.post(PAGE, FORM | {"no_logo": "on", "address": ""})
    page.refresh_from_db()
    assert (page.digest, bytes(page.logo), page.address) == ("", b"", None)
    assert Client().get(old).status_code == 404 and "club-logo" not in Client().get("/clubs/rotterdam").content.decode()


def test_an_address_leads_to_one_club(desk: Client, organiser: Account, club: Club) -> None:
    other = ClubFactory(slug="delft", name="Delft")
    for address in ("delft", "x", "Ümlaut", "a b", "-"):
        with pytest.raises(Refused):
            edit_club_page(actor=organiser, club=club, look=Look("", address))
    edit_club_page(actor=organiser, club=club, look=Look("", "Utrecht"))
    assert ClubPage.objects.get().address == "utrecht"
    with pytest.raises(Refused):
        edit_club_page(actor=administrator(), club=other, look=Look("", "utrecht"))
    assert create_club(actor=administrator(), name="Utrecht").slug == "utrecht-2"


def test_a_colour_beside_the_list_and_an_account_without_the_right_are_refused(organiser: Account, club: Club) -> None:
    with pytest.raises(Refused):
        edit_club_page(actor=organiser, club=club, look=Look("#ffff00", ""))
    with pytest.raises(NotAllowed):
        edit_club_page(actor=AccountFactory(), club=club, look=Look("moss", ""))
    assert Client().post(PAGE, FORM).status_code in (302, 403) and not ClubPage.objects.exists()


def test_each_colour_is_seen_on_paper_by_day_and_by_night() -> None:
    style = (settings.BASE_DIR / "static" / "css" / "club.css").read_text()
    colours = re.findall(r'="(\w+)"\] \{ --club: light-dark\((#\w+), (#\w+)\)', style)
    assert {name for name, _day, _night in colours} == set(ClubPage.Colour.values) - {""}
    for name, day, night in colours:
        assert contrast(day, "#fbfaf7") >= 4.5 and contrast(night, "#161614") >= 4.5, name


@pytest.mark.postgresql
@pytest.mark.browser
@pytest.mark.parametrize("language", [slow("en"), "fa"])
@pytest.mark.django_db(transaction=True)
def test_the_club_page_is_dressed_by_keyboard_and_has_no_fault(
    club: Club, organiser: Account, open_page: Open, language: str
) -> None:
    page = open_page(PAGE, organiser, language=language, width=PHONE)
    assert axe_faults(page) == [] and overflow(page) == 0
    page.set_input_files("[name=logo]", files=[{"name": "logo.png", "mimeType": "image/png", "buffer": picture()}])
    page.locator("[name=colour]").first.focus()
    for _step in range(3):
        page.keyboard.press("ArrowDown")
    page.locator("[name=address]").focus()
    page.keyboard.type("gipf")
    page.keyboard.press("Enter")
    page.locator(".club-sample .club-logo").wait_for()
    assert ClubPage.objects.get().colour == "moss" and ClubPage.objects.get().address == "gipf"
    for theme in ("light", "dark"):
        shown = open_page("/c/gipf", language=language, width=PHONE, theme=theme)
        assert axe_faults(shown) == [] and overflow(shown) == 0
