"""Keys typed at desks on slow lines that lose answers, and what should be stored then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from playwright.sync_api import Page, expect

from games.models import Game
from games.results.services.results import claim_result
from players.models import Account
from tournaments.models import Event

CODES = {"1": "1-0", "=": "1/2-1/2", "0": "0-1", "+": "+-", "-": "-+", "p": "pending"}
ELSEWHERE = "--"
"""What another arbiter decides in the midst of it: a result that no key of a sequence enters."""
KEYS_A_SEQUENCE = 10

SLOW_LINE = """({ latency, lost, seed }) => {
  let state = seed;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const real = window.fetch.bind(window);
  const wait = () => new Promise((go) => setTimeout(go, latency / 2));
  window.fetch = async (address, options = {}) => {
    const chance = options.method === "POST" ? random() : 1;
    await wait();
    if (chance < lost / 2) throw new TypeError("the request is lost");
    const answer = await real(address, { ...options, signal: undefined });
    await wait();
    if (chance < lost) throw new TypeError("the answer is lost");
    return answer;
  };
}"""
"""Half of the latency on the way there, half on the way back; some requests are lost before the server, some after."""

FOCUSED = "document.activeElement.closest('[data-row]')?.id ?? ''"


def wait_until_saved(page: Page) -> None:
    """Return once nothing is on its way, however often it has to be sent again."""
    expect(page.locator("[data-row][aria-busy]")).to_have_count(0, timeout=120_000)


@dataclass
class KeysAtDesk:
    """One arbiter's page of one event. `decided` are the decisions of each row, the latest last."""

    page: Page
    event: Event
    random: Random
    decided: dict[str, list[str]] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    last: str = ""
    undone: set[str] = field(default_factory=set)

    def begin(self, latency: int, lost: float, other: Account | None = None) -> None:
        """Load the page anew, slow its line down, and let `other` decide a board that the page then shows wrongly."""
        self.page.reload()
        self.page.evaluate(SLOW_LINE, {"latency": latency, "lost": lost, "seed": self.random.randrange(1, 2**31 - 1)})
        self.last, self.undone, self.refused = "", set(), {}
        rows = self.page.eval_on_selector_all("[data-row]", "rows => rows.map(row => row.id)")
        self.decided = {row: self.decided.get(row, []) for row in rows}
        if other is not None:
            clash = self.random.choice(rows)
            claim_result(int(clash.removeprefix("game-")), other, ELSEWHERE, source="desk", role="arbiter")
            self.refused[clash] = ""
            self.decided[clash].append(ELSEWHERE)
        self.page.focus(f"#{self.random.choice(rows)}")

    def type_one(self) -> None:
        """Press one key, whatever is on its way, and note what it means at the board that has the focus."""
        own = self.page.evaluate(FOCUSED)
        key = self.random.choice("111000=+-pu↓↑u" if own else "u")
        if key in "↓↑":
            self.page.keyboard.press("ArrowDown" if key == "↓" else "ArrowUp")
        elif key == "u":
            self._undo(own)
        elif own in self.refused:
            self._refuse(own, key)
        else:
            self.page.keyboard.press(key)
            self.decided[own].append(CODES[key])
            self.last = own

    def _undo(self, own: str) -> None:
        """What an undo means must not hang on whether an answer is there: such a key is not pressed."""
        if own in self.undone and not self.decided[own]:
            return
        row = own if own and own not in self.refused and self.decided[own] else self.last
        if own in self.refused or not row or row in self.refused or not self.decided[row]:
            return
        self.page.keyboard.press("u")
        self.decided[row].pop()
        self.undone.add(row)
        self.last = row

    def _refuse(self, own: str, key: str) -> None:
        """One result at the board that another decided: it comes back."""
        if not self.refused[own] and key != "p":
            self.page.keyboard.press(key)
            self.refused[own] = CODES[key]
            self.last = own

    def check(self) -> None:
        """Stored is what was typed, each page shows what is stored, and a refused row says what was not."""
        wait_until_saved(self.page)
        stored = dict(Game.objects.filter(paired__pairing__round__event=self.event).values_list("pk", "result"))
        typed = {row: said[-1] if said else "pending" for row, said in self.decided.items()}
        found = {f"game-{pk}": result for pk, result in stored.items()}
        assert found == typed, (found, typed)
        shown = "rows => Object.fromEntries(rows.map(row => [row.id, row.dataset.result]))"
        unseen = {row for row, result in self.refused.items() if not result}
        seen = self.page.eval_on_selector_all("[data-row]", shown)
        assert {row: seen[row] for row in typed if row not in unseen} == {
            row: result for row, result in typed.items() if row not in unseen
        }
        noted = "notes => notes.map(note => note.closest('[data-row]').id)"
        refused = [row for row, result in self.refused.items() if result]
        assert self.page.eval_on_selector_all(".board-refused", noted) == refused


def type_sequences(
    desks: Sequence[KeysAtDesk], rounds: int, latency: int, *, lost: float = 0.2, other: Account | None = None
) -> int:
    """`rounds` sequences of keys at each of these desks at once; says how many. AssertionError where one is wrong."""
    for number in range(rounds):
        for desk in desks:
            desk.begin(latency, lost, other if number % 2 else None)
        for _key in range(KEYS_A_SEQUENCE):
            for desk in desks:
                desk.type_one()
        for desk in desks:
            desk.check()
    return rounds * len(desks)
