"""Touching the places and buttons of a board that turns are made on."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Page

from gipf_engine.games.lyngk.board import COLOUR_NAMES
from gipf_engine.rules.base import Position
from gipf_engine.rules.steps import Steps
from testing.browser import click_on

BUTTONS = {
    "single": "Bring in a single piece instead",
    "pass": "Pass",
    **{f"claim {letter}": f"Claim {name}" for letter, name in COLOUR_NAMES.items()},
}
"""Buttons are called by their words."""


def touch(page: Page, *touches: str) -> None:
    """Touch places of the board and buttons, one after the other."""
    for each in touches:
        if each in BUTTONS:
            page.get_by_role("button", name=BUTTONS[each], exact=True).click()
        else:
            click_on(page, f"[data-spot='{each}']")  # what does not light up can be touched as well


def touches_of(token: str) -> list[str]:
    """A turn of LYNGK as touches: "R,c5-c6"."""
    claim, _comma, way = token.rpartition(",")
    return [*([f"claim {claim}"] if claim else []), *way.split("-")]


def touches_for(position: Position, token: str) -> list[str]:
    """A turn of any game, in official notation, as touches."""
    return next(path for path, text in _ways(position.steps()) if position.notation(position.parse(text)) == token)


def _ways(steps: Steps) -> Iterator[tuple[list[str], str]]:
    """Every way to touch a whole turn, and what it is as text."""
    for step in steps.steps:
        if step.then is None:
            yield [step.key], step.text
        else:
            yield from (([step.key, *path], step.text + text) for path, text in _ways(step.then()))
