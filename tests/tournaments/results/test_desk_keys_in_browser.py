"""Keys at the desk on a slow line: what is stored is what was typed, at the board that had the focus."""

from __future__ import annotations

import os
from random import Random

import pytest
from playwright.sync_api import Dialog, Page, expect

from games.models import Claim, Game
from players.models import Account, Club
from testing.browser import Open
from testing.factories import organiser_of
from testing.marks import slow
from testing.tournaments.factories import decide, running
from tests.tournaments.desk_keys import FOCUSED, SLOW_LINE, KeysAtDesk, type_sequences, wait_until_saved
from tournaments.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TEN = tuple(f"Player {letter}" for letter in "ABCDEFGHIJ")
SLOW = 1_000
"""Longer than several keys take."""
SEQUENCES = [slow(0, 1, 2), (350, 2, 2), slow(1_000, 2, 2)]
"""The line's delay in milliseconds, how many desks type at once, and how many sequences each."""
ALL_SEQUENCES = [(0, 8, 9), (350, 8, 8), (2_000, 16, 4)]
"""The 200 of `python -m bench.drills.desk_keys`."""


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    return running(club, organiser, TEN, rounds=1)


def slow_desk(open_page: Open, event: Event, organiser: Account, *, lost: float = 0) -> Page:
    page = open_page(f"/events/{event.pk}/desk", organiser)
    page.evaluate(SLOW_LINE, {"latency": SLOW, "lost": lost, "seed": 7})
    return page


def results(event: Event) -> list[str]:
    """By board."""
    games = Game.objects.filter(paired__pairing__round__event=event).order_by("paired__pairing__board")
    return [*games.values_list("result", flat=True)]


@pytest.mark.parametrize(
    ("latency", "desks", "rounds"), ALL_SEQUENCES if "ALL_KEY_SEQUENCES" in os.environ else SEQUENCES
)
def test_stored_is_what_was_typed(
    club: Club, organiser: Account, open_page: Open, latency: int, desks: int, rounds: int
) -> None:
    typists = []
    for number in range(desks):
        event = running(club, organiser, TEN, rounds=1, name=f"Open {number}")
        page = open_page(f"/events/{event.pk}/desk", organiser)
        typists.append(KeysAtDesk(page, event, Random(1_000 * latency + number)))
    other = organiser_of(club)
    assert type_sequences(typists, rounds, latency, other=other) == desks * rounds


def test_keys_go_on_while_rows_are_saved_and_each_row_says_so(
    event: Event, organiser: Account, open_page: Open
) -> None:
    page = slow_desk(open_page, event, organiser)
    rows = page.locator("[data-row]")
    for number, key in enumerate("10101"):
        expect(rows.nth(number)).to_be_focused()
        page.keyboard.press(key)
        assert page.evaluate(FOCUSED) != rows.nth(number).get_attribute("id"), "the focus has gone on at once"
    assert rows.locator(":scope[aria-busy]").count() == len(TEN) // 2
    expect(rows.nth(4)).to_contain_text("saving 1-0")
    page.keyboard.press("0")
    expect(page.locator("[data-hint]")).to_have_text("No board is selected. Nothing was saved.")
    expect(page.get_by_role("button", name="Start round 2")).to_be_focused(timeout=20_000)
    assert results(event) == ["1-0", "0-1", "1-0", "0-1", "1-0"]


def test_what_is_entered_behind_a_refusal_at_the_same_board_comes_back_with_it(
    event: Event, organiser: Account, club: Club, open_page: Open
) -> None:
    page = slow_desk(open_page, event, organiser)
    first = page.locator("[data-row]").first
    made = Game.objects.get(pk=(first.get_attribute("id") or "").removeprefix("game-"))
    assert made.white and made.black
    decide(event, organiser_of(club), {(made.white.name, made.black.name): "+-"})
    for key in ("1", "ArrowUp", "0", "u"):
        page.keyboard.press(key)
    note = first.get_by_role("alert")
    expect(note).to_contain_text("Not saved: 1-0, 0-1, Undo Another arbiter was faster.")
    assert page.evaluate(FOCUSED) == f"game-{made.pk}"
    assert Claim.objects.filter(game=made).count() == 2, "what came behind was not sent"
    assert results(event)[0] == "+-"
    note.get_by_role("button", name="Dismiss").click()
    expect(note).to_be_hidden()
    expect(page.locator("[data-unsaved]")).to_be_hidden()
    page.keyboard.press("0")
    wait_until_saved(page)
    assert results(event)[0] == "0-1", "what was seen is overruled"


def test_an_answer_that_is_lost_is_asked_for_and_nothing_is_done_twice(
    event: Event, organiser: Account, open_page: Open
) -> None:
    page = open_page(f"/events/{event.pk}/desk", organiser)
    page.evaluate("""() => {
      const real = window.fetch.bind(window);
      let lost = 0;
      window.fetch = async (...sent) => {
        const answer = await real(...sent);
        if (sent[1]?.method === "POST" && lost++ === 0) throw new TypeError("the answer is lost");
        return answer;
      };
    }""")
    page.keyboard.press("1")
    wait_until_saved(page)
    expect(page.locator("[data-left]")).to_have_text("4 results are missing")
    assert [*Claim.objects.values_list("result", flat=True)] == ["1-0"]
    assert page.locator(".board-refused").count() == 0


def test_who_is_signed_out_meanwhile_reads_so_at_the_board(event: Event, organiser: Account, open_page: Open) -> None:
    page = slow_desk(open_page, event, organiser)
    page.context.clear_cookies(name="sessionid")
    page.keyboard.press("1")
    note = page.locator("[data-row]").first.get_by_role("alert")
    expect(note).to_contain_text("Not saved: 1-0")
    assert results(event)[0] == "pending"


def test_leaving_with_results_that_are_not_saved_is_asked_about(
    event: Event, organiser: Account, open_page: Open
) -> None:
    page = slow_desk(open_page, event, organiser)
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.keyboard.press("1")
    page.get_by_role("link", name="Pairings").first.click(no_wait_after=True)
    wait_until_saved(page)
    assert asked == ["beforeunload"]
    assert results(event)[0] == "1-0" and page.url.endswith("/desk")


def test_a_row_that_is_renewed_keeps_the_press_that_has_begun(
    event: Event, organiser: Account, open_page: Open
) -> None:
    page = slow_desk(open_page, event, organiser)
    first = page.locator("[data-row]").first
    page.keyboard.press("1")
    first.get_by_role("button", name="0-1").hover()
    page.mouse.down()
    page.wait_for_timeout(2 * SLOW)
    page.mouse.up()
    wait_until_saved(page)
    assert results(event)[0] == "0-1"


BOARDS = int(os.environ.get("BOARDS_OF_DESK", "12"))
"""As many as `python -m bench.drills.large_desk` asks for."""
MEASURED = """() => {
  window.shown = [];
  const afterNextFrame = (then) => requestAnimationFrame(() => requestAnimationFrame(then));
  const note = ({ timeStamp }) => afterNextFrame(() => window.shown.push(performance.now() - timeStamp));
  addEventListener("keydown", note, true);
}"""
"""From each key to the second frame after it, when what it changed has been drawn: milliseconds."""


def test_keys_at_a_large_desk_on_a_slow_line_are_all_stored(
    club: Club, organiser: Account, open_page: Open, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [f"Player {number:03}" for number in range(2 * BOARDS)]
    event = running(club, organiser, names, rounds=1, format="swiss-dutch", rounds_planned=3)
    page = open_page(f"/events/{event.pk}/desk?page=all", organiser)
    page.evaluate(SLOW_LINE, {"latency": 2_000, "lost": 0, "seed": 7})
    page.evaluate(MEASURED)
    random = Random(27)
    typed = [random.choice("10") for _board in range(BOARDS)]
    page.locator("[data-row]").first.focus()
    for key in typed:
        page.keyboard.press(key)
    expect(page.locator("[data-row][aria-busy]")).to_have_count(0, timeout=600_000)
    assert results(event) == [{"1": "1-0", "0": "0-1"}[key] for key in typed]
    assert Claim.objects.filter(game__paired__pairing__round__event=event).count() == BOARDS, "each once"
    shown = sorted(page.evaluate("window.shown"))
    with capsys.disabled():
        middle, late = shown[len(shown) // 2], shown[int(len(shown) * 0.95)]
        print(f"\n{BOARDS} boards: a key shows after {middle:.0f} ms (95 %: {late:.0f}, longest {shown[-1]:.0f})")  # noqa: T201


def test_two_tabs_of_one_arbiter_overwrite_nothing_unseen(event: Event, organiser: Account, open_page: Open) -> None:
    """The second tab still shows board 1 without a result when it is typed there as well."""
    one, other = (open_page(f"/events/{event.pk}/desk", organiser) for _tab in range(2))
    first = one.locator("[data-row]").first
    one.keyboard.press("1")
    expect(first).to_have_attribute("data-result", "1-0")
    other.keyboard.press("0")
    late = other.locator("[data-row]").first
    expect(late.get_by_role("alert")).to_contain_text("Not saved: 0-1")
    expect(late).to_have_attribute("data-result", "1-0")
    assert results(event)[0] == "1-0"
    assert Claim.objects.filter(game__paired__pairing__board=1).count() == 2, "the late entry is kept, and counts not"
