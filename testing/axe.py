"""axe-core: the rules of WCAG that a program can check, on the page that is open."""

from __future__ import annotations

from importlib.resources import files

from playwright.sync_api import Page

_AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
_OF_OTHERS = "/api/v1/docs"
"""Made by Swagger UI, whose markup is not ours."""
_FAULTS = """async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
    const rules = {"target-size": {enabled: true}};  // 2.5.8, which axe leaves out unless it is named
    const preload = {assets: ["media"]};  // no rule of these tags reads style sheets, which take long
    const found = await axe.run(document, {runOnly: tags, rules, preload, resultTypes: ["violations"]});
    return found.violations.map(each => `${each.id}: ${each.nodes[0].html.slice(0, 120)}`);
}"""


def axe_faults(page: Page) -> list[str]:
    """What axe-core finds, each with the first place."""
    page.evaluate(_AXE)
    return list(page.evaluate(_FAULTS))


def faults_of(page: Page, address: str) -> list[str]:
    """What axe-core finds on the page that is open."""
    if address == _OF_OTHERS:
        return []
    return axe_faults(page)
