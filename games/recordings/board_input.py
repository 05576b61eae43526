"""A board that turns are made on: what `templates/games/core/parts/board_input.html` and `board.js` get.

The script knows no rules. It gets the drawn position, the legal turns as a table of touches, the version that the
position has, and addresses: where turns are posted, where the position is asked for, and where it asks what follows a
touch that the table leaves out, or why a place may not be touched. From then on a turn is told by its effects, which
the drawing follows; it is drawn anew where a page has missed something, and in games that do not tell effects.
Without the script each place that may be touched is a link to the same page with one touch more (`?path=`); the last
one fills in the field that the turn is posted from.

Where it is not the reader who is to make a turn, the board is `locked`: nothing can be touched, and it says why.
A reader who wants to confirm each turn is shown the position after it (`after`) before it is sent.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from common.translation import message_translator, translate_message
from games.core.replay import Reached
from gipf_engine.diagrams import describe, draw
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import TWO_SEATS
from gipf_engine.rules.steps import MOST_BYTES, Steps, Walk, to_table, walk

_NO_MARKUP = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}
LONGEST_PATH = 400
"""Characters of the touches in an address."""
TAKES_TURNS = "2"
"""The value of the header `X-Board` where the page of the script can go on by a turn alone."""
MOST_BYTES_OF_TURN = 750
"""Of the table of touches that comes with a turn."""


_PLAYERS = (_("White"), _("Black"))
_NAMED = _("%(player)s: %(ask)s")
CONFIRM = _("The board shows the position after your turn. Press Play to make it.")
After = Callable[[str], Reached]
"""The position after a turn, in official notation."""


@dataclass(frozen=True)
class Addresses:
    """Where the board's turns go (`post`), where its state is read, and its steps. `page` shows it without scripts."""

    page: str
    post: str
    state: str
    steps: str


@dataclass(frozen=True)
class Button:
    """A step that is no place of the board, as a link."""

    words: str
    url: str


@dataclass(frozen=True)
class BoardInput:
    """A position to be played on, at `version`, after the touches of `path`; `turns`: what stands in the field.

    `locked`: why nothing can be touched, in the reader's words. `flipped`: seen from Black's side. `after`: the
    position after a turn, for a reader who looks at it before the turn is sent; None where it is sent at once.
    `named`: whether the question names the player, for a reader who enters the turns of both.
    """

    reached: Reached
    version: int
    addresses: Addresses
    path: tuple[str, ...] = ()
    turns: str = ""
    locked: str = ""
    flipped: bool = False
    after: After | None = None
    named: bool = False
    marks: Sequence[str] = ()

    @property
    def walk(self) -> Walk:
        """Where the touches have led."""
        return walk(self.reached.position.steps(), self.path)

    @property
    def steps(self) -> Steps | None:
        """What may be touched now."""
        return None if self.locked else self.walk.steps

    @property
    def typed(self) -> str:
        """What the field says: a turn that was put together by touch, or what was typed before."""
        return self.turns or (self.walk.text if self.walk.steps is None and not self.locked else "")

    @property
    def ask(self) -> str:
        """What the player is asked."""
        if self.locked:
            return self.locked
        if self.steps is None:
            return self.confirm
        ask = translate_message(self.steps.ask)
        return _name_player(self.reached, ask) if self.named else ask

    @property
    def confirm(self) -> str:
        """What a player is told who confirms a turn; "" where turns are sent at once."""
        return "" if self.after is None else gettext(CONFIRM)

    @property
    def refusal(self) -> str:
        """Why the last touch may not be; "" where it may."""
        here = self.walk
        if here.refused is None:
            return ""
        return translate_message(self.reached.position.explain_refusal(here.path, here.refused))

    @property
    def buttons(self) -> list[Button]:
        """The steps beside the board."""
        labelled = [(each.key, each.label) for each in self.steps.steps if each.label] if self.steps else []
        return [Button(translate_message(label), self._link(key)) for key, label in labelled]

    @property
    def svg(self) -> SafeString:
        """The board, on which what may be touched is a link; after a whole turn that is to be confirmed."""
        if self.after is not None and self.walk.steps is None and not self.locked:
            return _draw_board(self.after(self.walk.text), None, {}, flipped=self.flipped)
        links = {place: self._link(place) for place in self.steps.places} if self.steps else {}
        return _draw_board(self.reached, self.steps, links, flipped=self.flipped, marks=self.marks)

    @property
    def table(self) -> SafeString:
        """The legal turns for the script, as JSON that can stand in a page."""
        first = None if self.locked else self.reached.position.steps()
        table = _turn_table(first, self.locked)
        text = json.dumps(_with_player(self.reached, table) if self.named else table, ensure_ascii=False)
        return mark_safe(text.translate(_NO_MARKUP))  # noqa: S308  nothing in it is markup any more

    def _link(self, key: str) -> str:
        page = self.addresses.page
        return f"{page}{'&' if '?' in page else '?'}{urlencode({'path': ' '.join((*self.walk.path, key))})}#board"


def read_path(text: str) -> tuple[str, ...]:
    """The touches of an address."""
    return tuple(text[:LONGEST_PATH].split())


def state_for_script(
    reached: Reached, version: int, *, locked: str = "", flipped: bool = False, marks: Sequence[str] = ()
) -> dict[str, Any]:
    """The whole position for the script: drawn, and what may be touched; `locked`, `flipped`, `marks` as above."""
    steps = None if locked else reached.position.steps()
    return {
        "version": version,
        "svg": _draw_board(reached, steps, {}, flipped=flipped, marks=marks),
        "words": " ".join(map(translate_message, _describe_board(reached))),
        "table": _turn_table(steps, locked),
    }


def turn_for_script(reached: Reached, version: int, *, locked: str = "", flipped: bool = False) -> dict[str, Any]:
    """The position for a script that shows the one before the last turn: what the turn did, and what may be touched.

    `path` are the points that its way is drawn over, `seat` is to move now, None at the end of a game. In games that do
    not tell effects it is the whole position.
    """
    if reached.told is None or reached.effects is None:
        return state_for_script(reached, version, locked=locked, flipped=flipped)
    return {
        "version": version,
        "effects": reached.told,
        "path": list(reached.effects.path),
        "seat": reached.position.turn,
        "said": " ".join(map(translate_message, reached.frame.said())),
        "table": _turn_table(None if locked else reached.position.steps(), locked, MOST_BYTES_OF_TURN),
    }


def steps_for_script(
    reached: Reached, path: Sequence[str], *, after: After | None = None, flipped: bool = False
) -> dict[str, Any]:
    """What follows the touches of `path`; or why the last of them may not be. `after` and `flipped` as above.

    `effects` tell what the last touch does, as in a table.
    """
    here = walk(reached.position.steps(), path)
    if here.refused is not None:
        return {"refused": translate_message(reached.position.explain_refusal(here.path, here.refused))}
    effects = _tell_last(reached, path)
    if here.steps is not None:
        return {"text": here.text, "table": to_table(here.steps, translate_message), "effects": effects}
    drawn = {} if after is None else {"svg": _draw_board(after(here.text), None, {}, flipped=flipped)}
    return {"text": here.text, "table": None, "effects": effects} | drawn


def _tell_last(reached: Reached, path: Sequence[str]) -> str | None:
    before = walk(reached.position.steps(), path[:-1]).steps if path else None
    step = before.step(path[-1]) if before else None
    return step.tell() if step and step.tell else None


def name_player(reached: Reached, state: dict[str, Any]) -> dict[str, Any]:
    """`state` (or steps) for the script, with the name of the player in each question."""
    return state | {"table": _with_player(reached, state["table"])} if state.get("table") else state


def _with_player(reached: Reached, table: dict[str, Any]) -> dict[str, Any]:
    return table | {"asks": [_name_player(reached, ask) for ask in table["asks"]]}


def _name_player(reached: Reached, ask: str) -> str:
    """The question with the player whose turn is entered; as it is where one plays alone or the game is over."""
    seat = reached.position.turn
    if seat is None or reached.position.rules.seats != TWO_SEATS:
        return ask
    return gettext(_NAMED) % {"player": gettext(_PLAYERS[seat]), "ask": ask}


def _turn_table(steps: Steps | None, locked: str, most: int = MOST_BYTES) -> dict[str, Any]:
    """The legal turns; for a locked board one row without any, which says why."""
    if steps is None:
        return {"asks": [locked], "rows": [[0, [], [], ""]], "locked": True}
    return to_table(steps, message_translator(), most)


def _describe_board(reached: Reached) -> list[Any]:
    return list(describe(reached.position.view(), reached.effects))


def _draw_board(
    reached: Reached,
    steps: Steps | None,
    links: dict[str, str],
    *,
    flipped: bool = False,
    marks: Sequence[str] = (),
) -> SafeString:
    drawn = draw(
        reached.position.view(),
        reached.effects,
        targets=steps.places if steps else (),
        interactive=True,
        flipped=flipped,
        links=links,
        translate=message_translator(),
        marks=marks,
    )
    return mark_safe(drawn)  # noqa: S308  drawn by gipf_engine.diagrams from rules' values alone
