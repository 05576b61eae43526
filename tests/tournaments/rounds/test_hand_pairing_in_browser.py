"""Pairing by hand like at a table, in Chromium: by drag, by keys, by touch; from the right; two arbiters at one draft.

A step is a drag, a tap, a click, a key other than those of a value, or a field. docs/arbiter-jobs.md has the counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from common.journal.models import JournalEntry
from games.models import Game
from games.results.services.results import claim_result
from players.models import Account, Club
from players.roles import Role
from testing.axe import axe_faults
from testing.browser import PHONE, Open, overflow
from testing.factories import holder_of
from testing.marks import slow
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import running
from tests.tournaments.steps import Steps
from tournaments.core.loader import load
from tournaments.models import Event, Round, RoundDraft
from tournaments.rounds.services import round_drafts, round_layouts, rounds
from tournaments.rounds.services.round_layouts import Layout
from tournaments.rounds.services.rounds import RoundOptions

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIX = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Fay")
WHY = "The hall has three boards."
WANTED = [["Ada", "Ben"], ["Cleo", "Dan"], ["Eva", "Fay"]]
STEPS_BY_DRAG, STEPS_BY_KEYS, STEPS_BY_TOUCH = 5, 9, 8


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """A Swiss of six whose round 1 is a draft in which nobody is paired yet; by the rules 1-4, 5-2, 3-6."""
    made = running(club, organiser, SIX, format="swiss-dutch", rounds_planned=4)
    round_drafts.draft_round(made.pk, organiser, RoundOptions())
    nobody = Layout(number=1, boards=(), publish=False)
    confirmed(round_layouts.lay_out_round, made.pk, organiser, nobody, reason="as at a table")
    return made


def boards(event: Event) -> list[list[str]]:
    """Who has White and who Black on the boards of the last round."""
    rows = load(Event.objects.select_related("club").get(pk=event.pk))
    return [[rows.by_id[each].name for each in pairing.entries] for pairing in rows.rounds[-1].pairings]


def open_draft(open_page: Open, event: Event, account: Account, **more: Any) -> Steps:
    steps = Steps(open_page(f"/events/{event.pk}/draft", account, **more))
    expect(steps.page.locator("[data-hand]")).to_be_visible()
    expect(steps.page.locator("[data-warnings] li, [data-differences] li").first).to_be_visible()
    return steps


def seats(page: Page) -> list[list[str]]:
    """The names at each board as it is laid out; "" for an empty seat."""
    rows = page.locator(".hand-board").all()
    return [
        [" ".join(seat.locator("bdi").all_inner_texts()) for seat in row.locator(".hand-seat").all()] for row in rows
    ]


def is_checked(page: Page, text: str) -> None:
    """The server has told what the layout comes to: a line has this text."""
    expect(page.locator(".hand-publish").get_by_text(text).first).to_be_visible()


def publish(steps: Steps, *, tap: bool = False) -> None:
    reason, button = steps.page.locator("#id_reason"), steps.page.locator("button[value=publish]")
    steps.write(reason, WHY)
    (steps.tap if tap else steps.click)(button)
    steps.page.wait_for_url("**/desk")


def acts_since(event: Event, count: int) -> list[str]:
    return [line.action for line in JournalEntry.objects.filter(scope__key=event.scope).order_by("version")[count:]]


def lines(event: Event) -> int:
    return JournalEntry.objects.filter(scope__key=event.scope).count()


@pytest.mark.parametrize("language", ["en", slow("fa")])
def test_three_boards_are_paired_by_drag(open_page: Open, event: Event, organiser: Account, language: str) -> None:
    """One act, one line in the journal, one reason."""
    before = lines(event)
    steps = open_draft(open_page, event, organiser, language=language)
    for one, other in WANTED:
        steps.drag(one, other)
    assert seats(steps.page) == WANTED
    expect(steps.page.locator("[data-differences] li")).to_have_count(3)
    publish(steps)
    assert steps.taken == STEPS_BY_DRAG
    assert boards(event) == WANTED
    assert acts_since(event, before) == ["publish-layout"]
    assert event.reasons.latest("version").text == WHY


@pytest.mark.parametrize("language", [slow("en"), "fa"])
def test_three_boards_are_paired_by_keys_alone(
    open_page: Open, event: Event, organiser: Account, language: str
) -> None:
    """Tab leads to the first player, each key to the next; a live region says what was done."""
    steps = open_draft(open_page, event, organiser, language=language)
    page = steps.page
    page.locator("[data-hand]").evaluate("form => form.querySelector('[data-idle] button').focus()")
    steps.key("b", "n", "b", "n", "b", "n")
    assert seats(page) == WANTED
    expect(page.locator("[data-said]")).to_contain_text("Fay")
    expect(page.locator("[data-differences] li")).to_have_count(3)
    steps.key("Tab")  # to the changes; the reason is written, and Enter sends
    steps.write(page.locator("#id_reason"), WHY)
    steps.key("Enter")
    page.wait_for_url("**/desk")
    assert steps.taken == STEPS_BY_KEYS
    assert boards(event) == WANTED


@pytest.mark.parametrize("language", ["en", slow("fa")])
def test_three_boards_are_paired_by_touch(open_page: Open, event: Event, organiser: Account, language: str) -> None:
    steps = open_draft(open_page, event, organiser, language=language, width=PHONE, has_touch=True)
    for name in SIX:
        steps.tap(steps.player(name))
    assert seats(steps.page) == WANTED
    assert overflow(steps.page) == 0
    expect(steps.page.locator("[data-differences] li")).to_have_count(3)
    publish(steps, tap=True)
    assert steps.taken == STEPS_BY_TOUCH
    assert boards(event) == WANTED


def test_a_finger_drags_a_player_by_the_handle(open_page: Open, event: Event, organiser: Account) -> None:
    """Pointer events of a touch: from the handle of Ada onto Fay, and by the name nothing is dragged."""
    steps = open_draft(open_page, event, organiser, width=PHONE, has_touch=True)
    page = steps.page
    for part, wanted in (("bdi", []), ("[data-handle]", ["Ada", "Fay"])):
        touch_drag(page, steps.player("Ada").locator(part), steps.player("Fay").locator("bdi"))
        assert [each for each in seats(page) if any(each)] == ([wanted] if wanted else [])


def touch_drag(page: Page, start: Locator, end: Locator) -> None:
    """A finger goes down on one place and up on another."""
    one, other = start.bounding_box(), end.bounding_box()
    assert one and other
    points = [(each["x"] + each["width"] / 2, each["y"] + each["height"] / 2) for each in (one, other)]
    touch = page.context.new_cdp_session(page)
    touch.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": points[0][0], "y": points[0][1]}]}
    )
    for part in (0.3, 0.7, 1.0):
        x, y = (points[0][axis] + part * (points[1][axis] - points[0][axis]) for axis in (0, 1))
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize(("language", "towards_black"), [("en", "ArrowRight"), ("fa", "ArrowLeft")])
def test_arrows_follow_the_side_from_which_one_reads(
    open_page: Open, event: Event, organiser: Account, language: str, towards_black: str
) -> None:
    """White sits where a line begins: at the left, and in Persian at the right. The unpaired are before it."""
    steps = open_draft(open_page, event, organiser, language=language)
    page = steps.page
    steps.drag("Ada", "Ben")
    idle, white, black = (
        page.locator(each).first.bounding_box() or {} for each in (".hand-side", ".hand-seat.white", ".hand-seat.black")
    )
    order = sorted((box["x"], name) for name, box in (("idle", idle), ("white", white), ("black", black)))
    names = [name for _x, name in order]
    assert names == (["idle", "white", "black"] if language == "en" else ["black", "white", "idle"])
    steps.player("Ada").focus()
    page.keyboard.press(towards_black)
    expect(steps.player("Ben")).to_be_focused()
    page.keyboard.press("ArrowRight" if towards_black == "ArrowLeft" else "ArrowLeft")
    expect(steps.player("Ada")).to_be_focused()


def test_keys_of_another_keyboard_are_known_by_their_place(open_page: Open, event: Event, organiser: Account) -> None:
    """On a Persian keyboard the key of b writes ذ."""
    steps = open_draft(open_page, event, organiser, language="fa")
    steps.player("Ada").focus()
    press = "(button) => button.dispatchEvent(new KeyboardEvent('keydown', {key: 'ذ', code: 'KeyB', bubbles: true}))"
    steps.player("Ada").evaluate(press)
    assert seats(steps.page)[0] == ["Ada", ""]


def test_all_that_is_done_at_a_table_is_done_by_keys(open_page: Open, event: Event, organiser: Account) -> None:
    """Colours swapped, players exchanged, taken out, given a bye, and all of it undone one by one."""
    steps = open_draft(open_page, event, organiser)
    page, said = steps.page, steps.page.locator("[data-said]")
    page.locator("[data-idle] button").first.focus()
    steps.key("b", "n", "b", "n")
    steps.player("Ada").focus()
    steps.key("p")
    assert seats(page)[:2] == [["Ben", "Ada"], ["Cleo", "Dan"]]
    expect(said).to_contain_text("Colours swapped on board 1: Ben has White.")
    expect(steps.player("Ada")).to_be_focused()
    steps.key("Enter", "ArrowDown", "Enter")
    assert seats(page)[:2] == [["Ben", "Dan"], ["Cleo", "Ada"]]
    expect(said).to_contain_text("Ada and Dan have changed places.")
    steps.key("d")
    assert seats(page)[1] == ["Cleo", ""]
    steps.player("Eva").focus()
    steps.key("Enter")
    page.locator('[data-key="bye"]').focus()
    steps.key("Enter")
    assert page.locator("[data-byes] bdi").all_inner_texts() == ["Eva"]
    for _time in range(4):
        steps.key("u")
    assert seats(page)[:2] == [["Ada", "Ben"], ["Cleo", "Dan"]]
    expect(page.locator("[data-changes] li")).to_have_count(4)


def test_what_speaks_against_it_and_its_price_are_shown_as_it_is_laid_out(
    club: Club, organiser: Account, open_page: Open
) -> None:
    """Round 2 of six, the lower number having won: who met is warned of, and the rules tell each board's price."""
    event = running(club, organiser, SIX, format="swiss-dutch", rounds_planned=4)
    rounds.start_round(event.pk, organiser)
    for game in Game.objects.filter(result="pending"):
        code = "1-0" if game.white.name < game.black.name else "0-1"
        claim_result(game.pk, organiser, code, source="desk", role="arbiter")
    round_drafts.draft_round(event.pk, organiser, RoundOptions())
    page = open_page(f"/events/{event.pk}/draft", organiser)
    steps, written = Steps(page), event_rows(event)
    before = seats(page)
    met = {frozenset(each) for each in boards(event)}
    first = before[0][0]
    rival = next(name for each in met if first in each for name in each if name != first)
    steps.drag(before[0][1], rival)
    is_checked(page, "have met before")
    expect(page.locator(".hand-price:visible").first).to_contain_text("may not meet: they met in round 1")
    expect(page.locator("[data-differences] li").first).to_contain_text("the rules give")
    steps.click(page.locator("[data-undo]"))
    expect(page.locator("[data-warnings]")).to_be_hidden()
    expect(page.locator(".hand-price:visible")).to_have_count(0)
    assert seats(page) == before
    assert event_rows(event) == written, "looking writes nothing"


def event_rows(event: Event) -> tuple[int, Any]:
    return lines(event), list(RoundDraft.objects.filter(event=event).values())


def test_two_arbiters_at_one_draft_overwrite_nothing_unseen(open_page: Open, event: Event, organiser: Account) -> None:
    """The second is told, keeps what was laid out, sees what is saved, and publishes after that."""
    other = holder_of(Role.ARBITER, event.scope)
    first, second = open_draft(open_page, event, organiser), open_draft(open_page, event, other)
    for one, two in WANTED:
        second.drag(one, two)
    first.drag("Ada", "Fay")
    is_checked(first.page, "Ada – Fay")
    first.write(first.page.locator("#id_reason"), "They asked for it.")
    first.click(first.page.get_by_role("button", name="Save as draft"))
    expect(first.page.get_by_text("Draft saved.")).to_be_visible()
    second.write(second.page.locator("#id_reason"), WHY)
    second.click(second.page.locator("button[value=publish]"))
    page = second.page
    expect(page.get_by_role("heading", name="Another arbiter was faster")).to_be_visible()
    assert not Round.objects.filter(event=event).exists()
    assert seats(page) == WANTED
    expect(page.locator(".hand-was")).to_have_text("saved: Ada – Fay")
    expect(page.locator("#id_reason")).to_have_value(WHY)
    is_checked(page, "Differs")
    second.click(page.locator("button[value=publish]"))
    page.wait_for_url("**/desk")
    assert boards(event) == WANTED


def test_who_is_too_late_is_told_while_laying_out(open_page: Open, event: Event, organiser: Account) -> None:
    steps = open_draft(open_page, event, organiser)
    layout = Layout(number=1, boards=((1, 6),), publish=False)
    confirmed(round_layouts.lay_out_round, event.pk, organiser, layout, reason="other")
    steps.drag("Ada", "Ben")
    expect(steps.page.locator("[data-late]")).to_contain_text("Another arbiter has changed this round.")


@pytest.mark.slow
def test_every_control_has_a_name_and_axe_finds_nothing(open_page: Open, event: Event, organiser: Account) -> None:
    """As a screen reader calls them: who it is, where, and what a seat or a button is for."""
    for language, theme, width in (
        ("en", "light", 1280),
        ("en", "dark", PHONE),
        ("fa", "light", PHONE),
        ("ja", "dark", 1280),
    ):
        steps = open_draft(open_page, event, organiser, language=language, theme=theme, width=width)
        steps.drag("Ada", "Ben")
        steps.click(steps.player("Cleo"))
        steps.click(steps.page.locator('[data-key="bye"]'))
        assert axe_faults(steps.page) == [], language
        assert overflow(steps.page) == 0, language
        if (language, width) == ("en", 1280):
            assert names(steps.page) == NAMES


NAMES = [
    "Dan, 0 points, unpaired",
    "Eva, 0 points, unpaired",
    "Fay, 0 points, unpaired",
    "Unpair",
    "Unpair all",
    "Ada, 0 points, White on board 1",
    "Swap colours on board 1",
    "Ben, 0 points, Black on board 1",
    "Empty seat: White on board 2",
    "Empty seat: Black on board 2",
    "Empty seat: White on board 3",
    "Empty seat: Black on board 3",
    "Cleo, 0 points, has a bye",
    "Worth of the bye of Cleo",
    "Give bye",
    "Undo the last change",
    "Reason",
    "Publish round 1",
    "Save as draft",
]


def names(page: Page) -> list[str]:
    """The accessible names of the form's controls in the order of the page, from the browser's own tree."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    known = {each["nodeId"]: each for each in nodes}
    called = [_name(each) for each in _walk(known, nodes[0]) if each.get("role", {}).get("value") in CONTROLS]
    return called[called.index(NAMES[0]) : called.index(NAMES[-1]) + 1]


CONTROLS = {"button", "combobox", "textbox"}


def _walk(known: dict[str, Any], node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if not node.get("ignored"):
        yield node
    for child in node.get("childIds", ()):
        if child in known:
            yield from _walk(known, known[child])


def _name(node: dict[str, Any]) -> str:
    return str(node.get("name", {}).get("value", ""))


def test_without_scripts_the_round_is_paired_by_single_steps(open_page: Open, event: Event, organiser: Account) -> None:
    page = open_page(f"/events/{event.pk}/draft", organiser, java_script_enabled=False)
    page.get_by_role("button", name="Pair by hand").click()
    page.get_by_label("White").select_option("1")
    page.get_by_label("Black").select_option("2")
    page.get_by_role("button", name="Pair", exact=True).click()
    expect(page.locator("table.pairings tbody tr")).to_have_count(1)
    assert RoundDraft.objects.get(event=event).boards["pairs"] == [[1, 2, False]]


def test_the_last_round_is_changed_at_the_table_and_boards_with_a_result_stay(
    open_page: Open, club: Club, organiser: Account
) -> None:
    """From the page of the round: one page, one act. By the rules 1-4, 5-2 and 3-6; board 1 is decided."""
    event = running(club, organiser, SIX, rounds=1, format="swiss-dutch", rounds_planned=4)
    decided = Game.objects.get(white__name="Ada")
    claim_result(decided.pk, organiser, "1-0", source="desk", role="arbiter")
    before = lines(event)
    steps = Steps(open_page(f"/events/{event.pk}/pairings/1", organiser))
    steps.click(steps.page.get_by_role("link", name="Change by hand"))
    steps.player("Ada").focus()
    steps.key("Enter")
    expect(steps.page.locator("[data-said]")).to_have_text("The board of Ada has a result and stays.")
    was = boards(event)
    others = [name for board in was[1:] for name in board]
    steps.drag(others[0], others[2])
    is_checked(steps.page, "the rules give")
    publish(steps)
    now = boards(event)
    assert now[0] == was[0]
    assert sorted(map(sorted, now)) == sorted(map(sorted, [was[0], [others[2], others[1]], [others[0], others[3]]]))
    assert acts_since(event, before) == ["publish-layout"]
