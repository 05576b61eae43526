"""A file that is cut off half way goes on where it stopped: after a pause, and after a reload."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from games.models import Game, History
from players.models import Account, Club, Upload, UploadPart
from players.uploads.limits import PART
from testing.axe import axe_faults
from testing.browser import PHONE, Open, overflow
from testing.games.history_files import HEAD

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PATIENCE = 60_000
LINE = "2024-03-02,Open,{round},Ada Byron,Ben Kip,1\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A history of five parts: its games are few, and their rounds have long names."""
    lines = [LINE.format(round=f"{number:06d}" + "x" * 190) for number in range(5 * PART // 240)]
    made = tmp_path / "past games.csv"
    made.write_text(HEAD + "".join(lines))
    assert 4 * PART < made.stat().st_size < 5 * PART
    return made


def open_form(open_page: Open, club: Club, organiser: Account) -> Page:
    return open_page(f"/clubs/{club.slug}/histories", organiser, width=PHONE)


def choose(page: Page, file: Path) -> None:
    page.get_by_label("File", exact=False).first.set_input_files(file)
    page.get_by_label("Game").select_option("gipf-standard")
    page.get_by_role("button", name="Read the file").click()


def test_a_file_that_was_cut_off_goes_on_after_a_reload(
    open_page: Open, club: Club, organiser: Account, file: Path
) -> None:
    page, sent = open_form(open_page, club, organiser), list[str]()

    def cut_after_two(route: Route) -> None:
        if len(sent) == 2:
            route.abort()
            return
        sent.append(route.request.url)
        route.continue_()

    page.route("**/parts/*", cut_after_two)
    choose(page, file)
    status = page.locator("[data-upload-status]")
    expect(status).to_have_text("The connection was cut. Sending continues automatically.", timeout=PATIENCE)
    assert sorted(UploadPart.objects.values_list("number", flat=True)) == [1, 2]
    assert overflow(page) == 0
    assert axe_faults(page) == []

    page.unroute("**/parts/*")
    page.reload()
    half = "Half sent: “past games.csv”, 2 of 5 parts. Choose the same file again to continue."
    expect(status).to_have_text(half, timeout=PATIENCE)
    again: list[str] = []
    page.on("request", lambda request: again.append(request.url) if "/parts/" in request.url else None)
    choose(page, file)
    expect(page.get_by_text("The file is being read.")).to_be_visible(timeout=PATIENCE)
    assert [address.rsplit("/", 1)[1] for address in again] == ["3", "4", "5"]
    upload = Upload.objects.get()
    assert (upload.is_whole, upload.size, History.objects.get().upload) == (True, file.stat().st_size, upload)
    page.go_back()
    expect(page.locator("[data-upload-box]")).to_be_hidden()
    assert not Game.objects.exists()


def test_a_line_that_comes_back_goes_on_by_itself(open_page: Open, club: Club, organiser: Account, file: Path) -> None:
    page, lost = open_form(open_page, club, organiser), list[str]()

    def lose_one(route: Route) -> None:
        if route.request.url.endswith("/3") and not lost:
            lost.append(route.request.url)
            route.abort()
        else:
            route.continue_()

    page.route("**/parts/*", lose_one)
    choose(page, file)
    expect(page.get_by_text("The file is being read.")).to_be_visible(timeout=PATIENCE)
    assert lost and Upload.objects.get().is_whole
