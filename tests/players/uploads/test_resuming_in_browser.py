"""A file that is cut off half way goes on where it stopped: after a pause, and after a reload."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, History
from players.models import Account, Club, Upload, UploadPart
from players.uploads.limits import PART
from testing.axe import axe_faults
from testing.browser import PHONE, Open, overflow
from testing.games.history_files import HEAD

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PATIENCE = 60_000
CUT = """numbers => {
  const ask = window.fetch;
  window.fetch = (address, options) => {
    const number = Number(String(address).match(/parts\\/(\\d+)$/)?.[1]);
    const isCut = numbers.includes(number);
    if (numbers.length === 1 && isCut) numbers.pop();
    return isCut ? Promise.reject(new TypeError("cut")) : ask(address, options);
  };
}"""
"""Let no part of these numbers through; a single one the first time alone."""
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
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_label("Game", exact=True).select_option("gipf-standard")
    page.get_by_role("button", name="Read the file").click()


def test_a_file_that_was_cut_off_goes_on_after_a_reload(
    open_page: Open, club: Club, organiser: Account, file: Path
) -> None:
    page = open_form(open_page, club, organiser)
    page.evaluate(CUT, [3, 4, 5])
    choose(page, file)
    status = page.locator("[data-upload-status]")
    expect(status).to_have_text("The connection was cut. Sending continues automatically.", timeout=PATIENCE)
    assert sorted(UploadPart.objects.values_list("number", flat=True)) == [1, 2]
    assert overflow(page) == 0
    assert axe_faults(page) == []

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
    page = open_form(open_page, club, organiser)
    page.evaluate(CUT, [3])
    choose(page, file)
    expect(page.get_by_text("The file is being read.")).to_be_visible(timeout=PATIENCE)
    assert Upload.objects.get().is_whole
