"""The first pages that people touch, measured: heads over their values, width that is used, what is to be chosen."""

from __future__ import annotations

import pytest
from playwright.sync_api import FloatRect, Locator

from players.models import Account, Club
from ratings.pools.services.pools import pool_for
from testing.browser import DESK, PHONE, Open
from testing.factories import GameFactory
from testing.tournaments.factories import running, swiss_after_round_1
from tests.looks import choose, go
from tournaments.models import Entry

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def box_of(place: Locator) -> FloatRect:
    box = place.bounding_box()
    assert box is not None
    return box


def overlap(one: FloatRect, other: FloatRect) -> float:
    return min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])


@pytest.mark.parametrize("language", ["en", "fa"])
def test_on_a_phone_a_rating_is_beside_its_name_and_tie_breaks_are_below_their_heads(
    club: Club, organiser: Account, open_page: Open, language: str
) -> None:
    event = swiss_after_round_1(club, organiser)
    Entry.objects.filter(event=event).update(rating=1500)
    page = open_page(f"/events/{event.pk}", width=PHONE)
    choose(page, language)
    go(page, f"/events/{event.pk}")
    table = page.locator("table.standings")
    kept = ".num.more:not(.rating, .no, .perf)"
    heads = [each for each in table.locator(f"thead th{kept}").all() if each.is_visible()]
    assert len(heads) >= 2
    for row in table.locator("tbody tr").all():
        shown = [each for each in row.locator(f"td{kept}").all() if each.is_visible()]
        assert all(overlap(box_of(head), box_of(value)) > 20 for head, value in zip(heads, shown, strict=True))
        name, rating = box_of(row.locator(".player-card > summary")), box_of(row.locator(".rating"))
        assert -12 < overlap(name, rating) <= 0, "the rating follows the name at once"
        assert abs(name["y"] + name["height"] / 2 - rating["y"] - rating["height"] / 2) < 4, "in one line"


def test_dots_of_colours_are_seen_and_do_not_cover_the_result(club: Club, organiser: Account, open_page: Open) -> None:
    event = swiss_after_round_1(club, organiser)
    page = open_page(f"/events/{event.pk}", width=PHONE)
    for chip in page.locator("table.standings tbody .chip:has(> i:not(:empty))").all():
        dot = box_of(chip.locator("i"))
        text = chip.evaluate(
            """each => { const range = document.createRange(); range.selectNode(each.firstChild);
                         return range.getBoundingClientRect().right; }"""
        )
        assert dot["width"] >= 9 and text <= dot["x"] + 0.5


@pytest.mark.parametrize("width", [DESK, PHONE])
def test_an_organiser_finds_what_is_seldom_needed_under_more(
    club: Club, organiser: Account, open_page: Open, width: int
) -> None:
    page = open_page(f"/clubs/{club.slug}", organiser, width=width)
    actions = page.locator(".page-head .actions")
    seen = [each.inner_text() for each in actions.locator(".button").all() if each.is_visible()]
    assert seen == ["New event", "Play", "More"]
    actions.locator("summary").click()
    panel = box_of(actions.locator(".menu-panel"))
    assert panel["x"] >= 0 and panel["x"] + panel["width"] <= width, "the menu is wholly in view"
    assert actions.get_by_role("link", name="People").is_visible()


def test_a_newest_game_without_a_board_has_the_picture_of_its_game(club: Club, open_page: Open) -> None:
    GameFactory(club=club, rules="gipf-basic", result="1-0")
    page = open_page(f"/clubs/{club.slug}")
    card = page.locator(".game-card").first
    picture = box_of(card.locator(".no-board"))
    assert picture["width"] > 80 and abs(picture["width"] - picture["height"]) <= 1, "as large as a board"
    assert card.locator(".no-board .game-icon").is_visible()


def test_players_of_a_long_list_are_in_two_columns_where_there_is_room(
    club: Club, organiser: Account, open_page: Open
) -> None:
    event = running(club, organiser, [f"Player {number:02}" for number in range(1, 15)])
    page = open_page(f"/events/{event.pk}/players")
    rows = page.locator(".beside-main tbody tr")
    first, middle, last = (box_of(rows.nth(place)) for place in (0, 7, 13))
    assert last["x"] == middle["x"] > first["x"] + first["width"] and abs(first["y"] - middle["y"]) < 3
    page.set_viewport_size({"width": 900, "height": 800})
    assert box_of(rows.nth(13))["x"] == box_of(rows.first)["x"]
    page = open_page(f"/events/{event.pk}/players", organiser)
    rows = page.locator(".beside-main tbody tr")
    assert box_of(rows.nth(13))["x"] == box_of(rows.first)["x"], "an organiser has buttons in each row"


def test_a_rating_list_has_its_filters_behind_a_button_and_what_else_there_is_beside_it(
    administrator_of_all: Account, open_page: Open
) -> None:
    page = open_page(f"/ratings/{pool_for('gipf-basic').pk}")
    table, side = box_of(page.locator("#found table")), box_of(page.locator(".beside-side"))
    assert side["x"] >= table["x"] + table["width"] and abs(side["y"] - table["y"]) < 20
    country = page.locator(".rating-filter select, .rating-filter input:not([type=hidden])").first
    assert not country.is_visible()
    button = page.locator(".filters > summary")
    before = box_of(button)
    button.focus()
    page.keyboard.press("Enter")
    assert country.is_visible() and box_of(button) == before, "the button stays where it is"
    page.set_viewport_size({"width": PHONE, "height": 844})
    go(page, f"/ratings/{pool_for('gipf-basic').pk}")
    lines = {round(box_of(each)["y"]) for each in page.locator(".rating-search > :is(input, button, details)").all()}
    assert len(lines) == 1, "a name, the button and the filters in one line"


@pytest.mark.parametrize("language", ["en", "fa", "ja"])
def test_what_a_field_asks_for_is_not_cut(administrator_of_all: Account, open_page: Open, language: str) -> None:
    pool = pool_for("gipf-basic")
    one, other = pool.ratings.values_list("person", flat=True)[:2]
    address = f"/ratings/{pool.pk}/compare?p={one}&p={other}"
    page = open_page(address)
    choose(page, language)
    go(page, address)
    needs, has = page.locator("#find-player").evaluate(
        """each => { const style = getComputedStyle(each);
                     const pen = document.createElement("canvas").getContext("2d");
                     pen.font = style.font;
                     const room = each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
                     return [pen.measureText(each.placeholder).width, room]; }"""
    )
    assert needs <= has


def test_on_a_phone_what_a_player_can_do_takes_one_line_above_what_waits(
    club: Club, stranger: Account, open_page: Open
) -> None:
    page = open_page(f"/clubs/{club.slug}", stranger, width=PHONE)
    actions = page.locator(".page-head .actions")
    seen = [each for each in actions.locator(".button").all() if each.is_visible()]
    assert [each.inner_text() for each in seen][-1] == "More" and len({round(box_of(each)["y"]) for each in seen}) == 1
    actions.locator("summary").click()
    assert actions.get_by_role("link", name="News").is_visible()
    visitor = open_page(f"/clubs/{club.slug}", width=PHONE)
    assert visitor.locator(".page-head .actions").get_by_role("link", name="News").is_visible()
