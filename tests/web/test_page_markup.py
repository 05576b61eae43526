"""Every linked page, as an administrator of a server in use sees it: its language, its markup, its hosts."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.test import Client
from django.urls import resolve

from players.models import Account
from testing.crawl import pages_from, text_of
from testing.marks import WHOLE
from tests.web.test_content_policy import NAMESPACES

pytestmark = pytest.mark.django_db

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
UNCLOSED = VOID | {"option", "path", "circle", "ellipse", "line", "rect", "polygon", "polyline", "use", "stop"}
OUTSIDE = re.compile(r"(?:src|href|action|data|poster|content)=[\"'](?:https?:)?//", re.I)


class Page(HTMLParser):
    """What the tests want to know of one page."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.ids: Counter[str] = Counter()
        self.wanted_ids: set[str] = set()
        self.counts: Counter[str] = Counter()
        self.html: dict[str, str | None] = {}
        self.title = ""
        self.level = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        self.counts[tag] += 1
        if tag == "html":
            self.html = given
        if tag == "table" and "region" not in self.open_roles():
            self.wrong.append("a table without a region")
        if tag == "th" and not given.get("scope"):
            self.wrong.append("a head of a table that does not say of what")
        if re.fullmatch("h[1-6]", tag):
            self._look_at_heading(int(tag[1]))
        if tag == "button" and "primary" in (given.get("class") or "").split():
            self.counts["primary"] += 1
        self._look_at(tag, given)
        if tag not in UNCLOSED:
            self.open.append(f"{tag}:{given.get('role') or ''}")

    def _look_at_heading(self, level: int) -> None:
        if level > self.level + 1:
            self.wrong.append(f"<h{level}> below <h{self.level}>")
        self.level = level

    def _look_at(self, tag: str, given: dict[str, str | None]) -> None:
        self.ids.update([given["id"]] if given.get("id") else [])
        for name in ("for", "aria-labelledby", "aria-describedby", "aria-controls"):
            self.wanted_ids.update((given.get(name) or "").split())
        self.wrong += [f"<{tag} {name}>" for name in given if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and not given.get("src")):
            self.wrong.append(f"<{tag}> inline")
        if tag in ("input", "select", "textarea") and given.get("type") not in ("hidden", "submit"):
            self.counts["fields"] += 1
            if not (given.get("id") or given.get("aria-label")):
                self.wrong.append(f"<{tag} name={given.get('name')}> without a label")

    def handle_endtag(self, tag: str) -> None:
        if tag in UNCLOSED:
            return
        if self.open and self.open[-1].split(":")[0] == tag:
            self.open.pop()
        else:
            self.wrong.append(f"</{tag}> inside {self.open[-3:]}")

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "title:" and "head:" in self.open and self.counts["svg"] == 0:
            self.title += data

    def open_roles(self) -> set[str]:
        return {each.split(":")[1] for each in self.open}

    def faults(self, language: str, direction: str) -> list[str]:
        """What is not as it should be."""
        found = [*self.wrong, *(f"never closed: {each}" for each in self.open)]
        found += [f"id {name} twice" for name, times in self.ids.items() if times > 1]
        found += [f"no id {name}" for name in self.wanted_ids - set(self.ids)]
        found += [f"{self.counts[tag]} x <{tag}>" for tag in ("h1", "main") if self.counts[tag] != 1]
        if (self.html.get("lang"), self.html.get("dir")) != (language, direction):
            found.append(f"speaks {self.html}")
        if not re.fullmatch(r".+ · Gipfel", " ".join(self.title.split())):
            found.append(f"is called {self.title!r}")
        if self.counts["primary"] > 1:
            found.append(f"{self.counts['primary']} primary actions")
        return found


def asked_hosts(text: str) -> list[str]:
    for namespace in (*NAMESPACES, "http://testserver/"):  # a page names its own address in full
        text = text.replace(namespace, "")
    return OUTSIDE.findall(text)


def faults_of_pages(html: dict[str, str], language: str, direction: str) -> dict[str, list[str]]:
    found = {address: Page(text).faults(language, direction) + asked_hosts(text) for address, text in html.items()}
    return {address: wrong for address, wrong in found.items() if wrong}


def fullest_of_each_kind(html: dict[str, str]) -> list[str]:
    """Of the pages of each address pattern the longest one, which shows most of what its template can."""
    kinds: dict[str, str] = {}
    for address, text in html.items():
        kind = resolve(address).route
        if len(text) > len(html.get(kinds.get(kind, ""), "")):
            kinds[kind] = address
    return sorted(kinds.values())


def test_every_page_is_well_made(client: Client, administrator_of_all: Account) -> None:
    """Some of each kind are looked at, in Persian and Japanese one: pages of a kind have one template."""
    client.force_login(administrator_of_all)
    pages = pages_from(client, "/", "/sign-in", "/sign-in/help", "/search", "/jobs", few=True)
    html = {address: text for address, text in pages.items() if text.lstrip().startswith("<!doctype html>")}
    assert len(html) > 40
    assert faults_of_pages(html, "en", "ltr") == {}
    fullest = fullest_of_each_kind(html)
    assert len(fullest) > 30
    for place, (language, direction) in enumerate((("fa", "rtl"), ("ja", "ltr"))):
        Account.objects.filter(pk=administrator_of_all.pk).update(language=language)
        chosen = fullest if WHOLE else fullest[place::2]
        translated = {address: text_of(client.get(address, follow=True)) for address in chosen}
        assert faults_of_pages(translated, language, direction) == {}


def test_no_page_loads_itself_again_while_scripts_run() -> None:
    """Whoever reads it would lose the place (WCAG 2.2.1); `data-renew` shows what is new where it stands."""
    texts = {str(file): file.read_text(encoding="utf-8") for file in (settings.BASE_DIR / "templates").rglob("*.html")}
    refreshing = {name: text for name, text in texts.items() if 'http-equiv="refresh"' in text}
    assert len(refreshing) >= 3
    assert [name for name, text in refreshing.items() if '<noscript><meta http-equiv="refresh"' not in text] == []


def test_terms_and_values_stand_directly_in_a_list_of_facts() -> None:
    """Its two columns are terms and values: a pair in an element of its own would be squeezed into one of them."""
    texts = {str(file): file.read_text(encoding="utf-8") for file in (settings.BASE_DIR / "templates").rglob("*.html")}
    assert [name for name, text in texts.items() if re.search(r'<dl class="facts[^>]*>\s*<div>', text)] == []
