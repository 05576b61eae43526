"""Somebody who uses a page: by keyboard alone, or by mouse."""

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

    def follow(self, target: Locator) -> None:
        """Follow a link that leaves the page where it is: to a file."""
        self.reach(target)
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

    def tick(self, label: str) -> None:
        """Tick the box called `label`."""
        box = self.page.get_by_role("main").get_by_label(label, exact=True)
        self.reach(box)
        self.page.keyboard.press("Space")
        expect(box).to_be_checked()

    def pick(self, name: str, value: str) -> None:
        """Pick one of the options of the field `name` that stand beside each other."""
        options = self.page.locator(f"main [name={name}][type=radio]")
        self.reach(options.locator("xpath=self::*[@checked]"))
        for _stop in range(options.count()):
            if options.locator(f"xpath=self::*[@value='{value}']").is_checked():
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"{name} has no {value}")


class Mouse(Keyboard):
    """Does the same by clicking."""

    def press(self, target: Locator) -> None:
        with self.page.expect_navigation():
            target.click()

    def follow(self, target: Locator) -> None:
        target.click()

    def write(self, label: str, text: str) -> None:
        self.page.get_by_role("main").get_by_label(label, exact=True).fill(text)

    def choose(self, label: str, option: str) -> None:
        self.page.get_by_role("main").get_by_label(label, exact=True).select_option(label=option)

    def tick(self, label: str) -> None:
        self.page.get_by_role("main").get_by_label(label, exact=True).check()

    def pick(self, name: str, value: str) -> None:
        self.page.locator(f"main [name={name}][value='{value}']").check()
