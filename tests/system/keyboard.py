"""Somebody who uses a page by keyboard alone."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

MOST_STOPS = 150
HAS_FOCUS = "element => element === document.activeElement"


class Keyboard:
    """Goes from stop to stop by Tab, as far as the page lets one. There is no mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def reach(self, target: Locator) -> None:
        """Press Tab until `target` has the focus, and see that it shows."""
        expect(target).to_be_visible()
        for _stop in range(MOST_STOPS):
            if target.evaluate(HAS_FOCUS):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no way to {target} by the keyboard")

    def press(self, target: Locator) -> None:
        """Follow a link or press a button, and wait for the page that comes."""
        self.reach(target)
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")

    def link(self, name: str) -> None:
        self.press(self.page.get_by_role("main").get_by_role("link", name=name, exact=True).first)

    def button(self, name: str) -> None:
        self.press(self.page.get_by_role("main").get_by_role("button", name=name, exact=True))

    def write(self, label: str, text: str) -> None:
        """Write into the field called `label`, over what stood there."""
        self.reach(self.page.get_by_role("main").get_by_label(label, exact=True))
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.insert_text(text)

    def choose(self, label: str, option: str) -> None:
        """Choose from a list by typing how the option begins."""
        field = self.page.get_by_role("main").get_by_label(label, exact=True)
        self.reach(field)
        self.page.keyboard.type(option)
        expect(field.locator("option:checked")).to_have_text(option)
