"""What waits for the arbiter at the desk, the search for a board, the menu and the clock, in a browser."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from games.models import Claim, Game
from games.results.services.results import claim_result
from players.models import Account, Club
from testing.axe import axe_faults
from testing.browser import PHONE, Open, overflow
from testing.factories import AccountFactory, organiser_of
from testing.marks import slow
from testing.tournaments.factories import decide, entry, fresh, running
from tournaments.core.queries.clocks import clock_of
from tournaments.entries.services import byes
from tournaments.models import ByeRequest, Event, PairedGame
from tournaments.rounds.services import round_clocks

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIX = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")
WORDS = {
    "en": {"reason": "Reason", "start": "Start round 2"},
    "fa": {"reason": "دلیل", "start": "آغاز دور 2"},
}


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """A Swiss of six with round 1 paired."""
    return running(club, organiser, SIX, rounds=1, format="swiss-dutch", rounds_planned=3)


def boards(event: Event) -> list[Game]:
    """The games of round 1, by board."""
    paired = PairedGame.objects.filter(pairing__round__event=event, pairing__round__number=1).order_by("pairing__board")
    return [each.game for each in paired.select_related("game__white", "game__black")]


def report(game: Game, **results: str) -> None:
    """Let players of the game report: `white="1-0"`."""
    for seat, result in results.items():
        claim_result(game.pk, AccountFactory(person=getattr(game, seat)), result, source="page")


def row(page: Page, game: Game) -> Locator:
    return page.locator(f"#game-{game.pk}")


def needs(page: Page) -> Locator:
    return page.locator("#desk-next")


class Counted:
    """A mouse and a keyboard that count: clicks, keys (not those that type a value), and fields that are filled in."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks, self.keys, self.fields = page, 0, 0, 0

    def click(self, place: Locator) -> None:
        place.click()
        self.clicks += 1

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.keys += 1

    def fill(self, place: Locator, text: str) -> None:
        place.fill(text)
        self.fields += 1


@pytest.mark.parametrize("language", ["en", slow("fa")])
def test_a_round_with_a_dispute_and_an_absent_player_takes_three_clicks_two_keys_and_a_field(
    event: Event, organiser: Account, open_page: Open, language: str
) -> None:
    """The counts are those of docs/arbiter-jobs.md: from boards that play to the next round, paired."""
    disputed, *others = boards(event)
    report(disputed, white="1-0", black="0-1")
    byes.open_check_in(event.pk, organiser)
    for name in SIX[:-1]:
        byes.check_in(event.pk, organiser, entry(event, name).pk)
    page = open_page(f"/events/{event.pk}/desk", organiser, language=language)
    arbiter = Counted(page)
    arbiter.fill(needs(page).get_by_label(WORDS[language]["reason"]), "Both scoresheets show it.")
    arbiter.click(needs(page).locator(f"[data-need=game-{disputed.pk}] button[value='1-0']"))
    expect(needs(page).locator("[data-need]")).to_have_count(0)
    arbiter.click(needs(page).locator("button[name=kind]"))
    expect(needs(page).locator("button[name=kind]")).to_have_count(0)
    row(page, others[0]).focus()  # where the focus is when nothing had to be decided first
    arbiter.press("1", "0")
    start = needs(page).get_by_role("button", name=WORDS[language]["start"])
    expect(start).to_be_focused()
    arbiter.click(start)
    page.wait_for_url("**/desk")
    assert (arbiter.clicks, arbiter.keys, arbiter.fields) == (3, 2, 1)
    assert [game.result for game in boards(event)[:3]] == ["1-0", "1-0", "0-1"]
    assert fresh(event).rounds.count() == 2
    assert ByeRequest.objects.get(entry=entry(event, "Finn")).kind == "zero"


def test_a_dispute_is_not_decided_without_a_reason_or_over_another_arbiter(
    event: Event, organiser: Account, club: Club, open_page: Open
) -> None:
    disputed = boards(event)[0]
    report(disputed, white="1-0", black="0-1")
    page = open_page(f"/events/{event.pk}/desk", organiser)
    white = needs(page).get_by_role("button", name="Decide 1-0 on board 1, as reported by: White")
    white.click()
    assert needs(page).get_by_label("Reason").evaluate("field => field.validity.valueMissing")
    late = organiser_of(club)
    disputed.refresh_from_db()
    claim_result(disputed.pk, late, "0-1", source="desk", role="arbiter", reason="Seen.", expect=disputed.version)
    needs(page).get_by_label("Reason").fill("So they said.")
    white.click()
    expect(needs(page).get_by_role("alert").get_by_text("Another arbiter was faster.")).to_be_visible()
    disputed.refresh_from_db()
    assert disputed.result == "0-1"


def test_a_report_is_confirmed_by_one_click_and_the_board_shows_it(
    event: Event, organiser: Account, open_page: Open
) -> None:
    game = boards(event)[1]
    report(game, black="0-1")
    page = open_page(f"/events/{event.pk}/desk", organiser)
    needs(page).get_by_role("button", name="Confirm 0-1 on board 2").click()
    expect(row(page, game)).to_have_attribute("data-result", "0-1")
    expect(needs(page).get_by_text("Waiting reports")).to_have_count(0)
    assert Claim.objects.filter(game=game, role="arbiter").get().result == "0-1"


def test_a_key_at_a_disputed_board_takes_the_dispute_away(event: Event, organiser: Account, open_page: Open) -> None:
    game = boards(event)[1]
    report(game, black="0-1")
    page = open_page(f"/events/{event.pk}/desk", organiser)
    row(page, game).focus()
    page.keyboard.press("0")
    expect(needs(page).locator("[data-need]")).to_have_count(0)


def test_what_waits_comes_before_the_boards_and_they_before_the_journal(
    event: Event, organiser: Account, open_page: Open
) -> None:
    report(boards(event)[0], white="1-0", black="0-1")
    report(boards(event)[1], white="1-0")
    byes.open_check_in(event.pk, organiser)
    page = open_page(f"/events/{event.pk}/desk", organiser, width=PHONE)
    places = ["In dispute: decide", "Waiting reports", "Not here yet", "Next", "Round 1", "Journal"]
    tops = [page.get_by_text(text, exact=True).first.bounding_box()["y"] for text in places]
    assert tops == sorted(tops)
    assert overflow(page) == 0
    assert axe_faults(page) == []


def test_a_name_that_is_typed_leads_to_its_board_and_the_next_key_is_its_result(
    event: Event, organiser: Account, open_page: Open
) -> None:
    page = open_page(f"/events/{event.pk}/desk", organiser)
    last = boards(event)[2]
    page.keyboard.press("/")
    expect(page.get_by_label("Find a player or board")).to_be_focused()
    page.keyboard.type(last.black.name[:3].lower())
    expect(page.get_by_role("status").get_by_text(f"Board 3: {last.white.name} – {last.black.name}")).to_be_visible()
    page.keyboard.press("Enter")
    expect(row(page, last)).to_be_focused()
    page.keyboard.press("0")
    expect(page.locator("[data-left]")).to_have_text("2 results are missing")
    last.refresh_from_db()
    assert last.result == "0-1"
    page.keyboard.press("/")
    page.keyboard.type("zzz")
    expect(page.get_by_text("No board matches.")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Find a player or board")).to_be_focused()


def test_the_search_finds_boards_without_scripts_too(event: Event, organiser: Account, open_page: Open) -> None:
    page = open_page(f"/events/{event.pk}/desk", organiser, java_script_enabled=False)
    last = boards(event)[2]
    page.get_by_label("Find a player or board").fill(last.white.name)
    page.get_by_role("button", name="Find", exact=True).click()
    assert page.locator("[data-focus]").get_attribute("id") == f"game-{last.pk}"


def menu_names(page: Page, group: str) -> Sequence[str]:
    panel = page.locator(".desk-menu details").filter(has=page.locator("summary", has_text=group))
    panel.locator("summary").click()
    return panel.get_by_role("list").first.locator("a, button").all_inner_texts()


def test_the_menu_has_four_groups_and_apart_what_is_hard_to_take_back(
    event: Event, organiser: Account, open_page: Open
) -> None:
    page = open_page(f"/events/{event.pk}/desk", organiser)
    groups = page.locator(".desk-menu summary")
    expect(groups).to_have_text(["Round", "Players", "Paper and screens", "Event"])
    assert groups.locator(".icon").count() == 8
    assert "Register players" in menu_names(page, "Players")
    names = menu_names(page, "Round")
    assert "Undo round 1" not in names and "Deadline of round 1" in names
    careful = page.get_by_role("list", name="Hard to take back")
    expect(careful.get_by_role("listitem").filter(has_text="Undo round 1")).to_contain_text("Removes its pairings")
    assert axe_faults(page) == []
    page.keyboard.press("Escape")
    expect(groups.first).to_be_focused()
    expect(careful).to_be_hidden()


def reload_with_clock(page: Page) -> None:
    """Load it with a clock that the test moves, once it has compared its time with the server's."""
    page.clock.install()
    page.reload(wait_until="networkidle")


@pytest.mark.slow
def test_the_clock_ticks_is_paused_and_shown_elsewhere_and_its_end_is_seen(
    event: Event, organiser: Account, open_page: Open
) -> None:
    page = open_page(f"/events/{event.pk}/desk", organiser)
    page.evaluate("() => { window.stays = true; }")
    page.get_by_label("Minutes").fill("45")
    page.get_by_role("button", name="Start clock").click()
    timer = page.locator("#desk-clock").get_by_role("timer")
    expect(timer).to_contain_text("44:5")
    hall = open_page(f"/events/{event.pk}/screen")
    reload_with_clock(hall)
    expect(hall.get_by_role("timer")).to_contain_text("44:5")
    page.get_by_role("button", name="Pause clock").click()
    expect(timer).to_contain_text("paused")
    paused = timer.locator("[data-time]").inner_text()
    hall.clock.fast_forward(20_000)  # it looks every 15 s
    expect(hall.get_by_role("timer")).to_contain_text(f"{paused} paused")
    page.wait_for_timeout(1_200)
    expect(timer).to_contain_text(paused)
    page.get_by_role("button", name="Resume clock").click()
    page.get_by_role("button", name="Add 5 min").click()
    expect(timer).to_contain_text("49:")
    assert page.evaluate("window.stays"), "no page was loaded"
    page.reload()
    expect(page.locator("#desk-clock").get_by_role("timer")).to_contain_text("49:")
    reload_with_clock(page)
    page.clock.fast_forward(50 * 60_000)
    expect(page.locator("#desk-clock").get_by_role("timer")).to_have_text("Time is up")
    assert axe_faults(hall) == []


def test_a_hall_without_a_connection_shows_the_clock_too(event: Event, organiser: Account, open_page: Open) -> None:
    hall = open_page(f"/events/{event.pk}/screen")
    hall.route_web_socket("**/*", lambda socket: socket.close())
    reload_with_clock(hall)
    round_clocks.start_clock(event.pk, organiser, 1, minutes=45)
    hall.route("**/screen", lambda route: route.fulfill(status=429))
    hall.clock.fast_forward(20_000)  # it looks every 15 s, and the server has too much to do
    hall.unroute("**/screen")
    hall.clock.fast_forward(20_000)
    expect(hall.get_by_role("timer")).to_contain_text("44:")


def test_the_bell_rings_once_where_it_was_allowed(event: Event, organiser: Account, open_page: Open) -> None:
    round_clocks.start_clock(event.pk, organiser, 1, minutes=10)
    page = open_page(f"/events/{event.pk}/desk", organiser)
    reload_with_clock(page)
    page.evaluate("() => { window.rung = 0; document.addEventListener('play-sound', () => { window.rung += 1; }); }")
    bell = page.get_by_role("button", name="Ring at the end")
    expect(bell).to_have_attribute("aria-pressed", "false")
    bell.click()
    expect(bell).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("window.rung") == 1, "it is heard when it is turned on"
    page.clock.fast_forward(11 * 60_000)
    page.clock.run_for(5_000)
    assert page.evaluate("window.rung") == 2
    bell.click()
    expect(bell).to_have_attribute("aria-pressed", "false")


def test_two_arbiters_set_one_clock_and_each_sees_what_the_other_did(
    event: Event, organiser: Account, club: Club, open_page: Open
) -> None:
    one = open_page(f"/events/{event.pk}/desk", organiser)
    other = open_page(f"/events/{event.pk}/desk", organiser_of(club))
    one.get_by_role("button", name="Start clock").click()
    expect(one.get_by_role("button", name="Pause clock")).to_be_visible()
    other.get_by_label("Minutes").fill("20")
    other.get_by_role("button", name="Start clock").click()
    refused = other.get_by_role("alert").get_by_text("Round 1 has a clock already.")
    expect(refused.or_(other.get_by_role("button", name="Pause clock")).first).to_be_visible()
    found = clock_of(fresh(event))
    assert found is not None and found.seconds == 3600


def tab_to(page: Page, place: Locator, backwards: bool = False) -> None:
    """Press Tab until this has the focus."""
    for _press in range(120):
        if place.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Shift+Tab" if backwards else "Tab")
    raise AssertionError("the keyboard does not come there")


@pytest.mark.slow
def test_all_of_it_is_done_by_keyboard_alone(event: Event, organiser: Account, open_page: Open) -> None:
    report(boards(event)[0], white="1-0", black="0-1")
    byes.open_check_in(event.pk, organiser)
    page = open_page(f"/events/{event.pk}/desk", organiser)
    tab_to(page, needs(page).get_by_label("Reason"), backwards=True)
    page.keyboard.type("Both scoresheets show it.")
    tab_to(page, needs(page).get_by_role("button", name="Decide 0-1 on board 1"))
    page.keyboard.press("Enter")
    expect(row(page, boards(event)[0])).to_be_focused()
    tab_to(page, needs(page).get_by_role("button", name="Check in Ada"), backwards=True)
    page.keyboard.press("Enter")
    expect(needs(page).get_by_text("Check-in for round 2: 1 here")).to_be_visible()
    tab_to(page, page.get_by_role("button", name="Start clock"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Pause clock")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Resume clock")).to_be_focused()
    menu = page.locator(".desk-menu summary").first
    tab_to(page, menu, backwards=True)
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("link", name="Deadline of round 1"))
    page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    assert boards(event)[0].result == "0-1"


def test_every_control_of_the_desk_has_a_name(event: Event, organiser: Account, open_page: Open) -> None:
    report(boards(event)[0], white="1-0", black="0-1")
    report(boards(event)[1], white="1-0")
    byes.open_check_in(event.pk, organiser)
    decide(event, organiser, {(boards(event)[2].white.name, boards(event)[2].black.name): "1-0"})
    round_clocks.start_clock(event.pk, organiser, 1, minutes=60)
    page = open_page(f"/events/{event.pk}/desk", organiser)
    tree = page.locator("main").aria_snapshot().translate({0x2066: None, 0x2067: None, 0x2068: None, 0x2069: None})
    nameless = [line for line in tree.splitlines() if line.strip().rstrip(":") in NAMELESS]
    assert nameless == []
    for name in (
        'textbox "Reason"', 'button "Decide 1-0 on board 1, as reported by: White"', 'button "Confirm 1-0 on board 2"',
        'button "Check in Ada"', 'button "Give Ada a bye without points"', 'timer', 'button "Pause clock"',
        'searchbox "Find a player or board"', 'button "1-0 White wins"', 'button "Start round 2"',
    ):  # fmt: skip
        assert name in tree, name


NAMELESS = {f"- {role}" for role in ("button", "link", "textbox", "searchbox", "spinbutton", "checkbox", "combobox")}
