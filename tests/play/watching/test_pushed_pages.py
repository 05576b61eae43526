"""Turns that are pushed to watchers: all that changed on the page of the game, as the page has it, and nothing else."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from pytest import Subtests

from gipfel.server.live.parts import Parts, changed_parts, split_parts
from play.watching.live_pages import page_to_follow
from players.models import Account
from testing.play.online import begin, play
from testing.play.published import news_of_turn, yinsh_turns

pytestmark = pytest.mark.django_db
_TIMES = re.compile(r'(data-ticks|data-at)="[0-9]+"|(data-runs)>[^<]*')


def page_of(game: int, language: str) -> Parts:
    client = Client()
    client.cookies["django_language"] = language
    return split_parts(client.get(f"/games/{game}", headers={"accept-language": language}).content.decode())


def without_times(html: str) -> str:
    return _TIMES.sub(r"\1\2", html)


def games(accounts: tuple[Account, Account]) -> dict[str, tuple[int, list[tuple[Account, str]]]]:
    """A game of each kind, and turns that follow."""
    yinsh, gipf = begin(*accounts, rules="yinsh-normal"), begin(*accounts)
    return {
        "yinsh": (yinsh, yinsh_turns(*accounts)),
        "gipf": (gipf, [(accounts[ply % 2], token) for ply, token in enumerate(("g2", "b3", "f2", "c6"))]),
    }


@pytest.mark.parametrize("language", ["en", "fa"])
def test_the_parts_are_those_of_the_page_and_no_other_part_changed(
    accounts: tuple[Account, Account],
    published: list[str],
    django_capture_on_commit_callbacks: Any,
    language: str,
    subtests: Subtests,
) -> None:
    for key, (game, turns) in games(accounts).items():
        for ply, turn in enumerate(turns[:5]):
            with subtests.test(key, ply=ply):
                before = page_of(game, language)
                news = news_of_turn(game, *turn, django_capture_on_commit_callbacks, published)
                after = page_of(game, language)
                pushed = page_to_follow(f"game:{game}", language, news)
                assert pushed is not None
                parts = pushed["parts"]
                drawing = f"drawing-{game}"
                begun = {"running-turns"} if ply == 0 else set()
                assert set(parts) == {drawing, f"turn-{game}", f"watched-{game}-0", f"watched-{game}-1"} | begun
                for name, html in parts.items():
                    there = after.by_id[name].told if name == drawing else after.by_id[name].html
                    assert without_times(html) == without_times(there)
                changed = changed_parts(before, after)
                assert changed is not None
                assert set(changed) <= {*parts, "running-turns"}
                assert len(str(pushed)) < 1_800
                assert pushed["turn"]["ply"] == ply + 1


def test_the_page_is_made_for_the_last_turn(
    accounts: tuple[Account, Account], published: list[str], django_capture_on_commit_callbacks: Any
) -> None:
    game, turns = begin(*accounts, rules="yinsh-normal"), yinsh_turns(*accounts)
    play(game, *turns[:-1])
    assert news_of_turn(game, *turns[-1], django_capture_on_commit_callbacks, published) == ""


def test_other_pages_are_told_nothing(
    accounts: tuple[Account, Account], published: list[str], django_capture_on_commit_callbacks: Any
) -> None:
    game, turns = begin(*accounts), [(accounts[0], "g2"), (accounts[1], "b3")]
    play(game, turns[0])
    news = news_of_turn(game, *turns[1], django_capture_on_commit_callbacks, published)
    assert page_to_follow(f"game:{game}", "en", news) is not None
    assert [page_to_follow(name, "en", news) for name in (f"play-seen:{game}:0", f"game-state:{game}", "play")] == [
        None
    ] * 3
