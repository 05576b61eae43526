"""A game recorded in Chromium: by clicks and by typing, turn by turn, each stored as it is made."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from games.core.running import running_game
from games.models import Game, Record
from games.recordings.services.record_turns import finish_recording, record_turns
from games.records.services.submit_record import submit_record
from testing.browser import DESK, PHONE, Open, overflow
from testing.factories import ClubFactory, GameFactory, organiser_of, seated
from testing.games.game_records import CHAMPIONSHIP, LYNGK_WITH_ALL, played
from tests.games.board_touches import touch, touches_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FIRST_TEN = (
    *(("i3", "h3"), ("b6", "c6"), ("i2", "h3"), ("c7", "c6"), ("i2", "h3"), ("c7", "c6")),
    *(("single", "i4", "h4"), ("single", "a5"), ("i3", "h4"), ("i4", "h4")),
)
"""The first ten turns of the championship of 2001 as touches: GWi3-h3 GKb6-c6 GWi2-h3 GKc7-c6 GWi2-h3 GKc7-c6 Wi4-h4
Ka5-b5 Wi3-h4 Ki4-h4."""


@pytest.fixture
def championship() -> Game:
    return GameFactory(club=ClubFactory(), rules="gipf-tournament")


@pytest.fixture
def basic() -> Game:
    return GameFactory(club=ClubFactory())


def recorded(page: Page) -> list[str]:
    """The turns beside the board."""
    return page.locator("#recorder-side .turn").all_text_contents()


def wait_for_turns(page: Page, count: int) -> None:
    expect(page.locator("#recorder-side .turn")).to_have_count(count)


def test_the_championship_of_2001_by_clicks_and_by_typing(open_page: Open, championship: Game) -> None:
    account = seated(championship, "white")
    page = open_page(f"/games/{championship.pk}/recorder", account)
    for number, touches in enumerate(FIRST_TEN, start=1):
        touch(page, *touches)
        wait_for_turns(page, number)
    tokens = CHAMPIONSHIP.split()
    by_clicks = recorded(page)
    page.get_by_label("Turn", exact=True).fill(" ".join(tokens[10:]))
    page.keyboard.press("Enter")
    wait_for_turns(page, 36)
    assert recorded(page)[:10] == by_clicks
    page.get_by_label("How the game ended").select_option("unfinished, or unknown")
    page.get_by_role("button", name="Hand in the record").click()
    expect(page.get_by_text("Record saved.")).to_be_visible()
    record = Record.objects.get()
    assert record.plies == 36
    typed = GameFactory(club=championship.club, rules="gipf-tournament")
    # The same game typed as a whole is the same record.
    assert submit_record(typed.pk, seated(typed, "white"), f"{CHAMPIONSHIP} *").digest == record.digest
    assert running_game(championship).tokens == ()


LINE_DOWN = "() => { window.line = fetch; window.fetch = () => Promise.reject(new TypeError('no line')); }"


def refusal(page: Page) -> str:
    return page.locator("[data-refused]").text_content() or ""


@pytest.mark.slow
def test_claims_a_chain_and_a_column_of_lyngk_and_attempts_that_are_refused(open_page: Open) -> None:
    reference = played("lyngk-main", LYNGK_WITH_ALL)
    setup = "".join(reference["setup"].values())
    game = GameFactory(club=ClubFactory(), rules="lyngk-main", setup=setup)
    page = open_page(f"/games/{game.pk}/recorder", seated(game, "black"))
    joker = next(spot for spot, piece in reference["setup"].items() if piece == "J")
    touch(page, joker)
    expect(page.locator("[data-refused]")).to_have_text("a joker cannot move")
    for number, token in enumerate(reference["moves"][:13], start=1):
        touch(page, *touches_of(token))
        wait_for_turns(page, number)
        if number == 5:
            page.get_by_label("Turn", exact=True).fill("a1-a1")
            page.keyboard.press("Enter")
            expect(page.locator("[data-refused]")).to_contain_text("Turn 3…, a1-a1:")
            expect(page.get_by_label("Turn", exact=True)).to_have_value("a1-a1")
            page.get_by_label("Turn", exact=True).fill("")
    assert recorded(page) == reference["moves"][:13]
    now = running_game(game)
    assert list(now.tokens) == reference["moves"][:13]
    assert sum(pool.count for pool in now.frame.view.pools if pool.name == "captured") == 1
    # The chain is drawn over its springboard; here the last move was the column, which left the board.
    assert "Last move" in (page.locator("[data-board] svg desc").text_content() or "")


def test_a_closed_tab_goes_on_where_it_was_also_on_a_phone(open_page: Open, basic: Game) -> None:
    page = open_page(f"/games/{basic.pk}/recorder", seated(basic, "white"))
    touch(page, "g2")
    wait_for_turns(page, 1)
    touch(page, "a2")  # half a turn is none
    page.close()
    phone = open_page(f"/games/{basic.pk}/recorder", seated(basic, "white"), width=PHONE, has_touch=True)
    assert recorded(phone) == ["g2"]
    assert overflow(phone) == 0
    phone.locator("[data-spot='a2']").tap()
    phone.locator("[data-spot='b3']").tap()
    wait_for_turns(phone, 2)
    phone.get_by_role("button", name="Undo the last turn").tap()
    wait_for_turns(phone, 1)
    assert running_game(basic).tokens == ("g2",)
    assert overflow(phone) == 0


def test_turns_wait_in_the_browser_while_the_line_is_down(open_page: Open, basic: Game) -> None:
    page = open_page(f"/games/{basic.pk}/recorder", seated(basic, "white"))
    page.evaluate(LINE_DOWN)
    touch(page, "g2")
    field = page.get_by_label("Turn", exact=True)
    for turn in ("b3", "d4", "f2"):
        field.fill(turn)
        field.press("Enter")
    expect(page.locator("[data-waiting]")).to_contain_text("g2 b3 d4 f2")
    assert running_game(basic).tokens == ()
    page.evaluate("() => { window.fetch = window.line; }")
    wait_for_turns(page, 2)
    # d4 is no turn: it comes back with all behind it.
    expect(page.locator("[data-refused]")).to_have_text("Turn 2, d4: d4: a piece comes in only next to a dot.")
    expect(field).to_have_value("d4 f2")
    assert running_game(basic).tokens == ("g2", "b3")


def test_turns_that_waited_are_sent_by_the_next_visit(open_page: Open, basic: Game) -> None:
    page = open_page(f"/games/{basic.pk}/recorder", seated(basic, "white"))
    page.evaluate(LINE_DOWN)
    touch(page, "g2")
    expect(page.locator("[data-waiting]")).to_contain_text("g2")
    page.reload()
    wait_for_turns(page, 1)
    assert running_game(basic).tokens == ("g2",)


def test_an_answer_that_was_lost_does_not_record_a_turn_twice(open_page: Open, basic: Game) -> None:
    page = open_page(f"/games/{basic.pk}/recorder", seated(basic, "white"))
    page.evaluate(
        """() => {
          const line = fetch;
          window.fetch = async (...asked) => {
            await line(...asked);
            window.fetch = line;
            throw new TypeError("the answer is lost");
          };
        }"""
    )
    touch(page, "g2")
    wait_for_turns(page, 1)
    expect(page.locator("[data-waiting]")).to_be_hidden()
    assert running_game(basic).tokens == ("g2",)
    assert refusal(page) == ""


def test_two_recorders_see_each_other_and_neither_overwrites(open_page: Open, basic: Game) -> None:
    one = open_page(f"/games/{basic.pk}/recorder", seated(basic, "white"))
    other = open_page(f"/games/{basic.pk}/recorder", organiser_of(basic.club))
    other.evaluate("document.querySelector('[data-board-input]').dataset.state = '/nowhere'")  # looks at nothing
    touch(one, "g2")
    wait_for_turns(one, 1)
    other.get_by_label("Turn", exact=True).fill("f2")
    other.keyboard.press("Enter")
    expect(other.locator("[data-refused]")).to_contain_text("This recording was changed elsewhere.")
    assert recorded(other) == ["g2"]
    expect(other.get_by_label("Turn", exact=True)).to_have_value("f2")
    other.keyboard.press("Enter")  # it is legal in what is true now, too
    wait_for_turns(other, 2)
    wait_for_turns(one, 2)  # the first one looks by itself
    assert running_game(basic).tokens == ("g2", "f2")


@pytest.mark.slow
def test_who_records_on_when_it_was_handed_in_is_told_and_led_to_the_record(open_page: Open, basic: Game) -> None:
    page = open_page(f"/games/{basic.pk}/recorder", seated(basic, "white"))
    page.evaluate("document.querySelector('[data-board-input]').dataset.state = '/nowhere'")  # looks at nothing
    touch(page, "g2")
    wait_for_turns(page, 1)
    other = seated(basic, "black")
    record_turns(basic.pk, other, "b3", expect=1)
    finish_recording(basic.pk, other, expect=2)
    field = page.get_by_label("Turn", exact=True)
    field.fill("f2")
    field.press("Enter")
    expect(page.locator("[data-refused]")).to_contain_text("since been handed in")
    expect(page.locator("[data-ended]")).to_contain_text(f"{basic.black.name} has handed in this recording as record 1")
    expect(field).to_have_value("f2")
    assert recorded(page) == ["g2"], "the board stays as it was seen"
    expect(page.get_by_role("button", name="Undo the last turn")).to_be_disabled()
    page.get_by_role("link", name="See the record").click()
    expect(page).to_have_url(re.compile(rf"/games/{basic.pk}\?record=1$"))


def test_by_keyboard_alone(open_page: Open, basic: Game) -> None:
    page = open_page(f"/games/{basic.pk}/recorder", seated(basic, "white"))
    spot = "document.activeElement.dataset.spot"
    for _press in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(spot):
            break
    assert page.evaluate(spot) == "e8", "the board is one stop, at the first place that may be touched"
    page.keyboard.press("Enter")
    expect(page.locator("[data-ask]")).to_have_text("White: Choose the direction of the push.")
    page.keyboard.press("Escape")
    expect(page.locator("[data-ask]")).to_have_text("White: Choose the dot where your piece comes in.")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(spot) == "e9"
    page.keyboard.press("Enter")
    wait_for_turns(page, 1)
    expect(page.locator("[data-ask]")).to_have_text("Black: Choose the dot where your piece comes in.")
    expect(page.locator("[data-board] [tabindex='0']")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.type("g2")
    page.keyboard.press("Enter")
    wait_for_turns(page, 2)
    for _press in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Undo the last turn":
            break
    page.keyboard.press("Enter")
    wait_for_turns(page, 1)


def test_in_persian_on_a_phone_the_board_reads_from_the_left(open_page: Open, basic: Game) -> None:
    account = seated(basic, "white")
    page = open_page(f"/games/{basic.pk}/recorder", account, width=PHONE, language="fa")
    assert page.evaluate("document.documentElement.dir") == "rtl"
    expect(page.locator("[data-ask]")).to_have_text("سفید: نقطهٔ کناری‌ای را انتخاب کنید که مهره از آن وارد می‌شود.")
    left, right = (page.locator(f"[data-spot='{spot}']").bounding_box() for spot in ("a3", "i3"))
    assert left is not None
    assert right is not None
    assert left["x"] < right["x"]
    assert min(left["width"], left["height"]) >= 24, "large enough for a finger (WCAG 2.2, 2.5.8)"
    touch(page, "d4")
    expect(page.locator("[data-refused]")).to_be_visible()
    touch(page, "g2")
    wait_for_turns(page, 1)
    assert overflow(page) == 0


@pytest.mark.slow
def test_without_scripts_places_are_links_and_the_form_records(open_page: Open, basic: Game) -> None:
    page = open_page(f"/games/{basic.pk}/recorder", seated(basic, "white"), java_script_enabled=False)
    page.locator("a[data-spot='g1']").click()
    expect(page.locator("[data-ask]")).to_have_text("White: Choose the direction of the push.")
    page.locator("a[data-spot='g2']").click()
    expect(page.get_by_label("Turn", exact=True)).to_have_value("g2")
    page.get_by_role("button", name="Record", exact=True).click()
    wait_for_turns(page, 1)
    page.get_by_role("button", name="Undo the last turn").click()
    wait_for_turns(page, 0)
    assert running_game(basic).tokens == ()


def test_the_board_stands_above_its_field(open_page: Open, basic: Game) -> None:
    page = open_page(f"/games/{basic.pk}/recorder", seated(basic, "white"))
    for width in (DESK, PHONE):
        page.set_viewport_size({"width": width, "height": 844})
        ask, board, field = (
            page.locator(each).bounding_box() for each in ("[data-ask]", "[data-board]", "[data-turns]")
        )
        assert ask is not None
        assert board is not None
        assert field is not None
        assert ask["y"] < board["y"] < field["y"]
