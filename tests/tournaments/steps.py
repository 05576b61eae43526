"""What somebody does on a page, counted: a step is a drag, a click, a key other than those of a value, or a field."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Locator, Page


@dataclass
class Steps:
    """Steps on one page."""

    page: Page
    taken: int = 0

    def player(self, name: str) -> Locator:
        """A player on the page of pairing by hand."""
        return self.page.locator(".hand-player", has_text=name)

    def drag(self, one: str, other: str) -> None:
        self.taken += 1
        self.player(one).locator("bdi").hover()
        self.page.mouse.down()
        self.player(other).locator("bdi").hover()
        self.page.mouse.up()

    def tap(self, what: Locator) -> None:
        self.taken += 1
        what.tap()

    def click(self, what: Locator | str) -> None:
        """Click, after a menu was opened in which it is: that is a click as well."""
        place = self.page.locator(what).first if isinstance(what, str) else what
        closed = place.locator("xpath=ancestor::details[not(@open)]")
        if not place.is_visible() and closed.count():
            self.taken += 1
            closed.first.locator("summary").first.click()
        self.taken += 1
        place.click()
        self.page.wait_for_load_state()

    def key(self, *keys: str) -> None:
        for each in keys:
            self.taken += 1
            self.page.keyboard.press(each)

    def write(self, what: Locator | str, text: str) -> None:
        self.taken += 1
        (self.page.locator(what).first if isinstance(what, str) else what).fill(text)

    def choose(self, what: Locator | str, value: str) -> None:
        self.taken += 1
        (self.page.locator(what).first if isinstance(what, str) else what).select_option(value)
