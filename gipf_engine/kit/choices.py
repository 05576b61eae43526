"""A turn as a sequence of choices: the tree of all turns of a position, listed, followed, and walked by touch."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Generic, NamedTuple, Protocol, TypeVar

from gipf_engine.kit.effects import Effect, write_effects
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.steps import Ending, SetChoice, Step, Steps, Words


class Choice(NamedTuple):
    """Something that may be chosen inside a turn.

    `kind`: a word of the game's own for what sort of choice it is. `text`: what it adds to the written turn; no other
    choice of the same moment has it. "" is chosen by writing nothing: to leave something that need not be done.
    `points`: what is touched for it: one point, or several that belong to it (a row, a set of pieces), of which as many
    are touched as tell it apart from the others. `label`: the words of its button, where it is no matter of points.

    `last`: the turn surely ends with it; so nothing is asked that is known. `data`: what the game wants to find here
    again. `others`: more sets of points by which it may be touched as well.
    """

    kind: str
    text: str
    points: tuple[str, ...] = ()
    label: Message | None = None
    last: bool = False
    data: Hashable = None
    others: tuple[tuple[str, ...], ...] = ()


Made = tuple[Choice, ...]
"""The choices of a turn so far."""
S = TypeVar("S", bound=Hashable)
MOST_CHOICES = 2000
"""Choices of one moment by touch. A position that has more was made up; the others are written."""


class Chooser(Protocol[S]):
    """What the tree must know of a game; `Game` says more about each."""

    def choices(self, state: S, made: Made) -> Iterable[Choice]:
        """What may be chosen next; nothing where the turn is complete."""

    def choose(self, state: S, made: Made, text: str) -> Choice | None:
        """The choice that `text` means, None where there is none."""

    def effects(self, state: S, choice: Choice) -> Sequence[Effect]:
        """What a choice does."""

    def after(self, state: S, choice: Choice) -> S:
        """The state inside the turn after a choice."""

    def closing(self, state: S, made: Made) -> Sequence[Effect]:
        """What happens by itself at the end of a complete turn."""

    def write(self, made: Made) -> str:
        """A complete turn as text, the same for all ways that mean the same turn."""

    def ask(self, state: S, made: Made) -> Message:
        """What the player is asked."""

    def ask_more(self, state: S, made: Made) -> Message:
        """What the player is asked where a touch has left several choices."""


class Moment(Generic[S]):
    """A moment inside a turn: what was chosen, and what has become of the position."""

    __slots__ = ("_choices", "is_surely_over", "made", "rules", "state")

    def __init__(self, rules: Chooser[S], state: S, made: Made = ()) -> None:
        self.rules = rules
        self.state = state
        self.made = made
        self.is_surely_over = bool(made) and made[-1].last
        """Whether the last choice said that the turn ends with it."""
        self._choices: tuple[Choice, ...] | None = None

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What may be chosen now, up to `MOST_CHOICES`; nothing where the turn is complete."""
        if self._choices is None:
            listed = () if self.is_surely_over else self.rules.choices(self.state, self.made)
            self._choices = tuple(islice(listed, MOST_CHOICES))
        return self._choices

    def after(self, choice: Choice) -> Moment[S]:
        """The moment after one of the choices."""
        return Moment(self.rules, self.rules.after(self.state, choice), (*self.made, choice))

    def find(self, text: str) -> Choice | None:
        """The choice that `text` means; None where there is none."""
        return None if self.is_surely_over else self.rules.choose(self.state, self.made, text)

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to choose."""
        return self.is_surely_over or not self.choices


def list_turns(moment: Moment[S]) -> Iterator[str]:
    """Every turn from here as text, those that mean the same once, lazily."""
    seen: set[str] = set()
    for text in _list_all(moment):
        if text not in seen:
            seen.add(text)
            yield text


def _list_all(moment: Moment[S]) -> Iterator[str]:
    rules, made = moment.rules, moment.made
    found = False
    for choice in () if moment.is_surely_over else rules.choices(moment.state, made):
        found = True
        if choice.last:
            yield rules.write((*made, choice))
        else:
            yield from _list_all(moment.after(choice))
    if not found and made:
        yield rules.write(made)


def follow(moment: Moment[S], parts: Sequence[str]) -> tuple[Moment[S], Sequence[str]]:
    """Make one choice after the other. Returns where that led, and the parts that could not be chosen there."""
    for number, part in enumerate(parts):
        here, choice = moment, moment.find(part)
        while choice is None and (silent := here.find("")) is not None:
            here = here.after(silent)
            choice = here.find(part)
        if choice is None:
            return moment, parts[number:]
        moment = here.after(choice)
    return moment, ()


def settle(moment: Moment[S]) -> Moment[S]:
    """The end of a written turn: what is chosen by writing nothing is chosen."""
    while (silent := moment.find("")) is not None:
        moment = moment.after(silent)
    return moment


def list_turns_with(choices: Iterable[Choice], moment: Moment[S], parts: Sequence[str], most: int) -> Iterator[str]:
    """The turns that go on with one of these choices and, where they do, with the written `parts`.

    None where there are more than `most` choices.
    """
    first = list(islice(choices, most + 1))
    for choice in first if len(first) <= most else ():
        following = moment.after(choice)
        end, left = follow(following, () if following.is_surely_over else parts)
        if not left:
            yield from list_turns(end)


def tell_between(start: Moment[S], end: Moment[S]) -> list[Effect]:
    """What the choices between two moments of a turn do, and what closes the turn where it is complete then."""
    told: list[Effect] = []
    rules, state, choices = start.rules, start.state, end.made[len(start.made) :]
    for left, choice in zip(reversed(range(len(choices))), choices, strict=True):
        told += rules.effects(state, choice)
        if left:
            state = rules.after(state, choice)
    return [*told, *rules.closing(end.state, end.made)] if end.is_complete else told


# --- by touch -------------------------------------------------------------------------------------------------

_OTHERS_STAY = Message(_("Keep the GIPF-pieces"))


def steps_of(moment: Moment[S]) -> Steps:
    """The tree by touch: a place or a button for each choice.

    Where one set of points alone may be chosen (a row that must come off) it goes without saying: it glows, and what is
    touched next says it.
    """
    following, text = skip_forced(moment)
    goes = tuple(sorted({point for choice in following.made[len(moment.made) :] for point in choice.points}))
    if following.is_complete:  # nothing but what goes without saying: one touch on any of it says it
        tell = _teller(moment, following)
        return Steps(_ask(moment), tuple(Step(point, text, None, None, tell) for point in goes), goes)
    return _make_steps(following, moment, text, goes)


def skip_forced(moment: Moment[S]) -> tuple[Moment[S], str]:
    """The next moment that asks something, and the text of what went without saying."""
    text = ""
    while len(moment.choices) == 1 and len(moment.choices[0].points) > 1:
        text += moment.choices[0].text
        moment = moment.after(moment.choices[0])
    return moment, text


def _make_steps(moment: Moment[S], start: Moment[S], before: str = "", glow: tuple[str, ...] = ()) -> Steps:
    """What may be touched at a moment. What has gone without saying since `start` is said with it: `before`."""
    made = [(choice, _end(moment, choice, start, before)) for choice in moment.choices]
    buttons = tuple(
        Step(_button_key(choice), end.text, end.then, choice.label, end.tell)
        for choice, end in made
        if choice.label is not None
    )
    touched = [(choice, end) for choice, end in made if choice.label is None]
    if all(len(choice.points) == 1 and not choice.others for choice, _end in touched):
        steps = [Step(choice.points[0], end.text, end.then, None, end.tell) for choice, end in touched]
        return Steps(_ask(moment), (*sorted(steps, key=lambda step: step.key), *buttons), glow)
    sets = {frozenset(points): end for choice, end in touched for points in (choice.points, *choice.others)}
    more = moment.rules.ask_more(moment.state, moment.made)
    steps_of_sets = SetChoice(sets, Words(ask=_ask(moment), more=more, done=_OTHERS_STAY)).begin()
    return Steps(_ask(moment), (*steps_of_sets.steps, *buttons), tuple(sorted({*steps_of_sets.glow, *glow})))


def _button_key(choice: Choice) -> str:
    return "-".join(filter(None, (choice.kind, choice.text.strip(",;"))))


def _end(moment: Moment[S], choice: Choice, start: Moment[S], before: str) -> Ending:
    """What a choice adds, with what goes without saying behind it, and how it goes on."""
    chosen, text = moment.after(choice), before + choice.text
    if choice.last:
        return Ending(text, None, _teller(start, chosen))
    following, more = skip_forced(chosen)
    then = None if following.is_complete else cache(lambda: _make_steps(following, following))
    return Ending(text + more, then, _teller(start, following))


def _teller(start: Moment[S], end: Moment[S]) -> Callable[[], str]:
    return lambda: write_effects(tell_between(start, end))


def _ask(moment: Moment[S]) -> Message:
    return moment.rules.ask(moment.state, moment.made)


def write_touch(moment: Moment[S], key: str) -> str:
    """How a touch on `key` would be written here, so that it is refused as if it were written: `-g7` for `g7`."""
    for choice in moment.choices:
        if len(choice.points) == 1:
            return choice.text.replace(choice.points[0], key)
    return key
