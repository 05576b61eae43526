"""Faults of the look that a reader of pictures found, measured: what is cut, torn, out of line or out of view."""

from __future__ import annotations

import pytest
from playwright.sync_api import FloatRect, Locator, Page

from players.models import Account, Club
from ratings.pools.services.pools import pool_for
from testing.browser import DESK, PHONE, Open
from testing.tournaments.factories import swiss_after_round_1
from tests.looks import choose, go, shift_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def box_of(place: Locator) -> FloatRect:
    box = place.bounding_box()
    assert box is not None
    return box


def middle(place: Locator) -> float:
    box = box_of(place)
    return box["y"] + box["height"] / 2


def is_whole(place: Locator) -> bool:
    """Nothing of its text is cut off."""
    return bool(place.evaluate("each => each.scrollWidth <= each.clientWidth"))


@pytest.mark.parametrize("width", [320, 360, PHONE, 430])
@pytest.mark.parametrize("language", ["en", "fa"])
def test_no_column_of_a_cross_table_is_cut_under_the_points(
    closed_cup: str, open_page: Open, width: int, language: str
) -> None:
    page = open_page(f"{closed_cup}/crosstable", width=width, language=language)
    edges = page.evaluate(
        """() => {
            for (const cell of document.querySelectorAll("table.crosstable tr > .cross:nth-last-child(2)"))
                for (let more = 0; more < 8; more++) cell.after(cell.cloneNode(true));
            const row = document.querySelector("table.crosstable tbody tr");
            const rtl = document.dir === "rtl";
            const end = each => { const box = each.getBoundingClientRect(); return rtl ? -box.left : box.right; };
            const points = row.querySelector(".points-cell").getBoundingClientRect();
            return [rtl ? -points.right : points.left, ...[...row.querySelectorAll(".cross")].map(end)];
        }"""
    )
    points, *columns = edges
    assert any(abs(end - points) <= 1 for end in columns), "one column ends where the points begin"


def test_a_legend_is_beside_its_signs(closed_cup: str, open_page: Open) -> None:
    for width in (DESK, PHONE):
        page = open_page(f"{closed_cup}/crosstable", width=width)
        for pair in page.locator(".legend > div").all():
            sign, words = (box_of(pair.locator(each)) for each in ("dt", "dd"))
            assert 0 < words["x"] - sign["x"] - sign["width"] <= 12


def test_names_of_found_games_are_level_with_their_results(administrator_of_all: Account, open_page: Open) -> None:
    page = open_page("/games")
    for row in page.locator(".found-games tbody tr").all():
        assert abs(middle(row.locator("a.versus")) - middle(row.locator("td.mid"))) <= 3


def test_a_manager_of_a_club_has_one_main_button_and_more_kinds_of_events_as_a_list(
    club: Club, organiser: Account, open_page: Open
) -> None:
    page = open_page(f"/clubs/{club.slug}", organiser)
    assert page.locator(".page-head .button:not(.quiet)").all_inner_texts() == ["New event"]
    assert page.locator("main .button.primary").count() == 1
    assert len({box_of(each)["y"] for each in page.locator(".links a[href$='/new']").all()}) == 4, "one below another"


def test_on_a_phone_what_an_organiser_may_do_takes_one_line(club: Club, organiser: Account, open_page: Open) -> None:
    page = open_page(f"/clubs/{club.slug}", organiser, width=PHONE)
    seen = [each for each in page.locator(".page-head .actions .button").all() if each.is_visible()]
    assert [each.inner_text() for each in seen] == ["New event", "Play", "More"]
    assert len({round(each.bounding_box()["y"]) for each in seen}) == 1  # type: ignore[index]
    page.locator(".page-head .actions summary").click()
    assert page.locator(".page-head .actions .menu-panel").get_by_role("link", name="People").is_visible()


@pytest.mark.parametrize("address", ["/events/99999", "/ratings/99999", "/clubs/nowhere/settings"])
def test_a_page_that_does_not_exist_belongs_to_no_main_page(open_page: Open, address: str) -> None:
    page = open_page(address, width=PHONE)
    assert page.locator(".top-nav a").count() == 8
    assert page.locator(".top-nav [aria-current]").count() == 0


@pytest.mark.parametrize(("width", "height"), [(DESK, 800), (PHONE, 844), (768, 1024)])
def test_the_button_that_starts_a_new_event_is_in_view(
    club: Club, organiser: Account, open_page: Open, width: int, height: int
) -> None:
    page = open_page("/about", organiser, width=width)
    page.set_viewport_size({"width": width, "height": height})
    go(page, f"/clubs/{club.slug}/events/new")
    start = box_of(page.locator("[name=do][value=start]"))
    bar = page.locator(".top-nav").bounding_box() if width == PHONE else None
    assert start["y"] + start["height"] <= (bar["y"] if bar else height)


def test_each_player_of_a_pairing_has_a_name_and_below_it_one_line(
    club: Club, organiser: Account, open_page: Open
) -> None:
    event = swiss_after_round_1(club, organiser)
    page = open_page(f"/events/{event.pk}/pairings/1", width=PHONE)
    for seat in page.locator(".pairings .seat").all():
        name, facts = (box_of(seat.locator(each)) for each in ("bdi", ".num"))
        assert name["height"] < 30
        assert facts["y"] >= name["y"] + name["height"] - 4, "below it, however short the name is"


def test_a_board_with_a_report_keeps_its_names_whole_on_a_phone(
    club: Club, organiser: Account, open_page: Open
) -> None:
    event = swiss_after_round_1(club, organiser)
    page = open_page(f"/events/{event.pk}/desk", organiser, width=PHONE)
    row = page.locator("[data-row]").first
    row.evaluate(
        """row => {
            row.querySelector(".desk-seat > bdi").textContent = "Clara Oduya";
            const badge = '<span class="badge">1-0, waiting</span>';
            row.querySelector(".board-state").insertAdjacentHTML("beforeend", badge);
        }"""
    )
    assert box_of(row.locator(".desk-seat > bdi").first)["height"] < 30


def test_cards_of_an_account_beside_each_other_are_of_one_height(
    administrator_of_all: Account, open_page: Open
) -> None:
    page = open_page("/account", administrator_of_all)
    boxes = [box_of(each) for each in page.locator(".halves > .card").all()]
    assert len(boxes) == 4
    assert boxes[0]["height"] == boxes[1]["height"] and boxes[2]["height"] == boxes[3]["height"]


@pytest.mark.parametrize("width", [DESK, PHONE])
def test_nothing_moves_on_the_page_of_signing_in(open_page: Open, width: int) -> None:
    page = open_page("/sign-in", width=width)
    for language in ("en", "fa", "ja"):
        choose(page, language)
        for without in (False, True):
            if without:
                page.add_init_script("delete window.PublicKeyCredential")
            go(page, "/sign-in")
            assert shift_of(page) == 0, (language, without)


def test_two_leaders_are_named_whole_on_a_phone(club: Club, organiser: Account, open_page: Open) -> None:
    """Names as long as most are: a word between them, and the round beside them, in each language."""
    event = swiss_after_round_1(club, organiser)
    page = open_page(f"/events/{event.pk}", width=PHONE)
    for language in ("en", "fa", "ja"):
        choose(page, language)
        go(page, f"/events/{event.pk}")
        assert page.locator(".lead-now .face").count() == 2
        _rename(page, ["高橋 結衣", "山本 大輔"] if language == "ja" else ["Ada Byron", "Ben Ray"])
        assert is_whole(page.locator(".lead-now > span").last), language


def _rename(page: Page, names: list[str]) -> None:
    page.evaluate(
        """names => document.querySelectorAll(".lead-now bdi").forEach((each, at) => {
            each.textContent = names[at];
        })""",
        names,
    )


@pytest.mark.parametrize("width", [DESK, 768, PHONE])
def test_what_adds_a_player_to_a_comparison_stays_in_its_card(
    administrator_of_all: Account, open_page: Open, width: int
) -> None:
    pool = pool_for("gipf-basic")
    one, other = pool.ratings.values_list("person", flat=True)[:2]
    page = open_page(f"/ratings/{pool.pk}/compare?p={one}&p={other}", width=width)
    for language in ("en", "fa", "ja"):
        choose(page, language)
        go(page, f"/ratings/{pool.pk}/compare?p={one}&p={other}")
        card, button = box_of(page.locator(".compare-next")), box_of(page.locator(".compare-next button"))
        assert card["x"] <= button["x"] and button["x"] + button["width"] <= card["x"] + card["width"], language


def test_a_rating_list_begins_high_up(administrator_of_all: Account, open_page: Open) -> None:
    for width, most in ((DESK, 260), (PHONE, 300)):
        page = open_page(f"/ratings/{pool_for('gipf-basic').pk}", width=width)
        assert box_of(page.locator("table.fold tbody tr").first)["y"] <= most
