"""Published draws of a solitaire's deals, which anyone can check.

Before an event its commitment is shown: a hash of the seed with everything that decides what follows from it (rules and
options, recipe, solver, its limit). Afterwards the seed is shown, which deals were skipped as the solver did not win
them, and par of those that were played. docs/deals.md says it for people. No random bits are drawn here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Rules, Solver
from gipf_engine.rules.errors import BadSetup, RuleError
from gipf_engine.rules.registry import rules_for
from gipf_engine.rules.setup_seed import SeedRecipe, SetupGenerator, commitment_text
from gipf_engine.strict_json import canonical

FORMAT = "gipfel-deals-1"
MOST_DEALS = 1_000
MOST_LIMIT = 100_000_000

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A deal that a seed leads to: its number from 1, its set-up, and par; None where the solver did not win it."""

    number: int
    setup: str
    par: int | None


class DealSource:
    """Draws deals by rules with options; the solver looks at no more than `limit` positions of each."""

    def __init__(self, rules: Rules, limit: int) -> None:
        """Raises `BadSetup` for rules whose deals no one can draw or solve."""
        chance = rules.chance
        if chance is None or not rules.solver_version:
            raise BadSetup(Message(_("%(rules)s has no deals for the solver"), {"rules": rules.key}))
        self.rules = rules
        self.limit = limit
        self.chance: SetupGenerator = chance

    @cached_property
    def solver(self) -> Solver:
        """Loaded when a deal is solved: seconds, which the one who shows a commitment need not wait."""
        solver = self.rules.solver()
        assert solver is not None
        return solver

    @property
    def recipe(self) -> SeedRecipe:
        """Recipe, solver and limit as one name: "<recipe>:<solver>:<limit>"."""
        return SeedRecipe(f"{self.chance.version}:{self.rules.solver_version}:{self.limit}")

    def commitment_text(self, seed: str) -> str:
        """The text whose SHA-256 is published before: "<recipe>:<solver>:<limit>:<rules>[+<option>…]:<seed>"."""
        return commitment_text(self.recipe.version, name_with_options(self.rules), seed)

    def commitment(self, seed: str) -> str:
        """What is published before, as 64 hexadecimal digits."""
        return self.recipe.commitment(seed, name_with_options(self.rules))

    def candidate(self, seed: str, number: int) -> Candidate:
        """The deal of this number, solved. It may take seconds."""
        setup = self.chance.draw(self.chance.seed_of_board(seed, number))
        return Candidate(number, setup, self.solver.solve(self.rules.start(setup), self.limit).par)

    def candidates(self, seed: str, first: int = 1) -> Iterator[Candidate]:
        """Every deal that the seed leads to, from a number on, without end."""
        number = first
        while True:
            yield self.candidate(seed, number)
            number += 1

    def winnable(self, seed: str) -> Iterator[Candidate]:
        """Those of them that the solver won: what is played."""
        return (each for each in self.candidates(seed) if each.par is not None)


def name_with_options(rules: Rules) -> str:
    """The rules as a commitment names them: "<rules>[+<option>…]"."""
    return "+".join([rules.key, *sorted(rules.options)])


def publish(source: DealSource, seed: str, count: int) -> Document:
    """The published draw of `count` deals, as plain values."""
    return document_of(source, seed, list(islice(source.winnable(seed), count)))


def document_of(source: DealSource, seed: str, deals: Sequence[Candidate]) -> Document:
    """The published draw of these deals, the first that the solver won, without solving them again."""
    played = {deal.number for deal in deals}
    return {
        "format": FORMAT,
        "rules": source.rules.key,
        "options": sorted(source.rules.options),
        "recipe": source.chance.version,
        "solver": source.rules.solver_version,
        "limit": source.limit,
        "commitment": source.commitment(seed),
        "seed": seed,
        "skipped": [number for number in range(1, max(played, default=0)) if number not in played],
        "deals": [{"number": deal.number, "setup": deal.setup, "par": deal.par} for deal in deals],
    }


def check_draw(document: Mapping[str, Any]) -> list[Message]:
    """What is wrong with a published draw, in sentences: none where all of it follows from its seed."""
    try:
        limit, count = document["limit"], len(document["deals"])
        if not (type(limit) is int and 0 < limit <= MOST_LIMIT and 0 < count <= MOST_DEALS):
            raise ValueError(limit, count)
        made = publish(DealSource(rules_for(document["rules"], document["options"]), limit), document["seed"], count)
    except RuleError as trouble:
        return [Message(_("These deals cannot be drawn: %(why)s."), {"why": trouble.message})]
    except (KeyError, TypeError, ValueError, AttributeError):
        return [Message(_("This is not a draw of the form %(form)s."), {"form": FORMAT})]
    return [
        Message(_("“%(field)s” does not follow from the seed."), {"field": name[:40]})
        for name in sorted(made.keys() | document.keys())
        if name not in made or name not in document or canonical(made[name]) != canonical(document[name])
    ]
