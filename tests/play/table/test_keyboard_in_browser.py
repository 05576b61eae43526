"""Games that are played by keys alone, in each language, from home to the end; axe looks at the pages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from common.journal import services as journal
from games.models import Game
from gipf_engine.rules.steps import walk
from play.challenges.services.challenges import NewChallenge, open_challenge
from play.core.playing import load_game
from play.models import OfferKind
from play.table.services.offers import make_offer
from testing.axe import axe_faults
from testing.browser import Open
from testing.games.game_records import played
from testing.play.online import play, reference_turns, two_accounts
from tests.games.board_keys import BoardKeys
from tests.looks import choose, go

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HAVE_WON = {"en": "You have won.", "fa": "شما بردید.", "ja": "あなたの勝ちです。"}


def touches(game: int, move: dict[str, str]) -> list[str]:
    """The places of a turn: the dot alone where one way leads from it, which is a whole turn then."""
    steps = load_game(game).running.reached.position.steps()
    dot, spot = move["dot"], move["spot"]
    return [dot] if walk(steps, [dot]).steps is None else [dot, spot]


def told(page: Page) -> Page:
    """A page that looks now, as if it were told of something; the server of these tests has no stream."""
    page.evaluate("document.dispatchEvent(new CustomEvent('live', {detail: {}}))")
    return page


LOOKS = (("en", "light"), ("fa", "dark"), ("ja", "light"))


def faults_in_each_look(page: Page) -> list[str]:
    """What axe finds on the page that is open, in each language; it stays in the last of them."""
    faults = []
    for language, theme in LOOKS:
        choose(page, language, theme)
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", language)
        faults += axe_faults(page)
    return faults


@pytest.mark.slow
def test_a_game_is_played_by_keys_alone_in_each_language_and_axe_finds_nothing(open_page: Open) -> None:
    """A third of its turns in each; the way to the board leads through all of them."""
    journal.open_scope(journal.SERVER)
    white, black = two_accounts()
    turns, moves = reference_turns(white, black), played()["moves"]
    open_challenge(white, NewChallenge(rules="gipf-basic", control="300+3", colour="white"))
    page = open_page("/", black)
    keys = BoardKeys(page)
    for language, theme in LOOKS:
        choose(page, language, theme)
        go(page, "/")
        keys.press_on("a[href='/play']")
        page.wait_for_url("**/play")
    faults = faults_in_each_look(page)
    keys.press_on("form[action$='/take'] button")
    page.wait_for_url("**/play/*")
    game = Game.objects.get().pk
    faults += faults_in_each_look(page)
    third = -(-len(moves) // len(LOOKS))
    for ply, move in enumerate(moves):
        if ply % third == 0:
            choose(page, *LOOKS[ply // third])
            page.reload()
        if ply % 2:
            keys.play(*touches(game, move))
        else:
            play(game, turns[ply])
            told(page)
        expect(page.locator(".moves .turn")).to_have_count(ply + 1)
        if ply == len(moves) // 2:
            make_offer(game, white, OfferKind.TAKEBACK)
            expect(told(page).locator("form[action$='/agree-takeback']")).to_be_visible()
            faults += faults_in_each_look(page)
    assert faults + faults_in_each_look(page) == []
    for language, theme in LOOKS:
        choose(page, language, theme)
        page.reload()
        expect(page.get_by_text(HAVE_WON[language])).to_be_visible()
    assert load_game(game).online.ending == "rules"
