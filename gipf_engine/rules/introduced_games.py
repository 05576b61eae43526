"""Every game, as it is introduced: by its portrait, else by the help and the first picture of its first rule set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gipf_engine.messages import Message
from gipf_engine.rules.base import Position, Rules
from gipf_engine.rules.errors import BadSetup
from gipf_engine.rules.registry import all_rules, rules_for


@dataclass(frozen=True, slots=True)
class IntroducedGame:
    """A game with its rule sets in their order. `main` is the rule set that is shown for all of them."""

    key: str
    rules: Sequence[type[Rules]]
    main: type[Rules]

    @property
    def name(self) -> str:
        """What the game is called."""
        return self.main.game_name or self.main.name

    @property
    def seats(self) -> int:
        """How many play it."""
        return self.main.seats

    @property
    def sentence(self) -> Message:
        """What the game is like."""
        return self.main.portrait.sentence if self.main.portrait else Message(self.main.help)

    def position(self) -> Position | None:
        """A position from the middle of a game; None where nothing is known without a set-up."""
        rules = rules_for(self.main.key)
        return rules.position(self.main.portrait.position) if self.main.portrait else cover_position(rules)


def introduced_games() -> list[IntroducedGame]:
    """Every game that has registered rules, in the order of the register."""
    by_game: dict[str, list[type[Rules]]] = {}
    for rules in all_rules().values():
        by_game.setdefault(rules.game, []).append(rules)
    return [
        IntroducedGame(game, rules, next((each for each in rules if each.portrait), rules[0]))
        for game, rules in by_game.items()
    ]


def cover_position(rules: Rules) -> Position | None:
    """The first picture of the rules, else the start; None where neither is there without a set-up."""
    pictures = (picture for chapter in rules.chapters() for picture in chapter.pictures)
    first = next(pictures, None)
    try:
        return rules.start() if first is None else rules.position(first.position)
    except BadSetup:
        return None
