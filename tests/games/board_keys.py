"""Whoever plays on a board by keys alone: Tab to the board and its buttons, arrow keys from place to place."""

from __future__ import annotations

from playwright.sync_api import Page

MOST_STOPS = 80
ARROWS = ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown")
WAY_TO = """(place) => {
    const middle = (e) => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
    const [x, y] = middle(document.querySelector(`[data-spot="${place}"]`));
    const [hereX, hereY] = middle(document.activeElement);
    return [document.activeElement.dataset.spot, x - hereX, y - hereY];
}"""
"""Which place has the focus, and how far it is from there to another, to the right and down."""


class BoardKeys:
    """Has a keyboard and no pointer."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press_on(self, selector: str) -> None:
        """Go on by Tab to what fits, and press Enter."""
        self.page.keyboard.press("Tab")
        self._tab_to(selector)
        self.page.keyboard.press("Enter")

    def play(self, *places: str) -> None:
        """Touch places of the board, to which Tab and arrow keys lead."""
        self._tab_to("[data-spot]")
        for place in places:
            self._go_to(place)
            self.page.keyboard.press("Enter")

    def _tab_to(self, selector: str) -> None:
        for _press in range(MOST_STOPS):
            if self.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    def _go_to(self, place: str) -> None:
        tried = set()
        while True:
            here, right, down = self.page.evaluate(WAY_TO, place)
            if here == place:
                return
            across, along = ("ArrowRight" if right > 0 else "ArrowLeft"), ("ArrowDown" if down > 0 else "ArrowUp")
            best = [across, along] if abs(right) > abs(down) else [along, across]
            key = next(key for key in (*best, *ARROWS) if (here, key) not in tried)
            tried.add((here, key))
            self.page.keyboard.press(key)
