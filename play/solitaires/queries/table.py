"""The table of a deal as a page shows it: the picture, the words, and every legal turn to choose from.

All of it comes from the view of seat 0, so it holds nothing that lies face down. The template is
`templates/play/core/parts/table.html`; it works as a plain form, and `static/js/play.js` lets tiles be clicked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby

from django.utils.safestring import SafeString, mark_safe

from common.translation import translate_message
from gipf_engine.diagrams import Choice, describe, describe_turn, draw
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from play.core.replay import PlayedDeal

SEAT = 0


@dataclass(frozen=True)
class ChoiceGroup:
    """Choices that stand under one heading."""

    heading: Message
    choices: Sequence[Choice]


@dataclass(frozen=True)
class Count:
    """Something that is counted: its name and the number so far."""

    name: str
    value: int


@dataclass(frozen=True)
class Table:
    """What the template of the table gets. `address`: where a turn is sent, with the `version` that it counts from.

    `groups` are empty where nothing can be played, be it that the game is over or that the reader only looks on.
    `rest` is the turn that no tile is chosen for: the refill. `begun_at`, `ended_at`: when one's own play began and
    ended, None where that is not known.
    """

    svg: SafeString
    phase: Message
    words: Sequence[Message]
    news: Sequence[Message]
    counts: Sequence[Count]
    groups: Sequence[ChoiceGroup] = field(default_factory=tuple)
    address: str = ""
    version: int | None = None
    begun_at: datetime | None = None
    ended_at: datetime | None = None

    @property
    def rest(self) -> Choice | None:
        return next((choice for group in self.groups for choice in group.choices if not choice.spots), None)


def table_of(
    played: PlayedDeal, *, address: str = "", version: int | None = None, playable: bool = True, hint: str = ""
) -> Table:
    """The table after the last turn. `playable`: the reader may play; `hint`: a turn whose tiles are marked."""
    view, effects = played.position.view(SEAT), played.last_effects
    choices = [describe_turn(view, played.position.notation(move)) for move in played.position.legal_moves()]
    marked = next((choice.spots for choice in choices if choice.token == hint), ())
    names = {count.key: count.name for count in played.rules.solo_counts if count.key != "won"}
    counts = played.counts
    svg = draw(view, effects, targets=marked, interactive=playable, translate=translate_message)
    return Table(
        svg=mark_safe(svg),  # noqa: S308  drawn by gipf_engine.diagrams from rules' values alone
        phase=describe(view)[0],
        words=describe(view, effects),
        news=_news(played),
        counts=[Count(name, counts[key]) for key, name in names.items()],
        groups=_grouped(choices) if playable else (),
        address=address,
        version=version,
    )


def _grouped(choices: Sequence[Choice]) -> list[ChoiceGroup]:
    """Choices of one heading together, in the order in which they are listed."""
    return [ChoiceGroup(each[0].group, each) for each in (list(group) for _h, group in groupby(choices, _heading))]


def _heading(choice: Choice) -> str:
    return str(choice.group)


def _news(played: PlayedDeal) -> list[Message]:
    """What was played last by choice, what followed without asking, and how it ended."""
    place, messages = played.last_choice, list[Message]()
    if place is not None:
        choice = describe_turn(played.positions[place].view(SEAT), played.tokens[place])
        messages.append(Message(_("Played: %(turn)s."), {"turn": choice.label}))
    if refills := len(played.tokens) - (0 if place is None else place + 1):
        messages.append(Message(_("Refills played for you (no choice): %(count)s."), {"count": refills}))
    if played.outcome is not None:
        template = _("Won: %(why)s.") if played.outcome.result == "won" else _("Lost: %(why)s.")
        messages.append(Message(template, {"why": played.rules.explain_outcome(played.outcome)}))
    return messages
