"""Reading every page that links lead to."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from html import unescape
from typing import Any
from urllib.parse import urldefrag, urljoin

from django.test import Client

from testing.computed import ask_until_computed
from testing.marks import WHOLE

_LINK = re.compile(r'(?:href|src|hx-get)="([^"]+)"')
_OF_A_GAME = re.compile(r"(/learn/\w+/|/rules/\w+-|/puzzles/\w+-)[\w-]+(?:(/boards/)[\w-]+)?")
"""Lessons, rules, their boards and puzzles: those of one game are drawn alike."""
MOST_PAGES = 600
MOST_ALIKE = 3 if WHOLE else 2


def pages_from(client: Client, *starts: str, few: bool = False) -> dict[str, str]:
    """By address, the text of every page (and file) of this server that can be reached from `starts` by links.

    Static files, PDF (tests/tournaments/sheets/test_sheets.py makes each), addresses that only take forms, and the
    variants of a page by query are left out, and of pictures, which a process of its own draws, all but one of a kind.
    A page that is broken or not there fails the caller: links lead somewhere. What a worker computes first is read when
    that is done. With `few` MOST_ALIKE of each kind of address are read.
    """
    found: dict[str, str] = {}
    alike: Counter[str] = Counter()
    drawn: set[str] = set()
    waiting = list(starts)
    while waiting:
        address = waiting.pop()
        if address in found or _kind_of_picture(address) in drawn:
            continue
        drawn |= {_kind_of_picture(address)} - {""}
        if few:
            alike[kind_of(address)] += 1
            if alike[kind_of(address)] > MOST_ALIKE:
                continue
        assert len(found) < MOST_PAGES, "the crawl does not end"
        response = ask_until_computed(partial(client.get, address, follow=True))
        assert response.status_code in (200, 403, 405), f"{address}: {response.status_code}"
        text = found[address] = text_of(response)
        if "html" in response["Content-Type"]:
            waiting += [link for link in sorted(_links(address, text)) if link not in found]
    return found


def kind_of(address: str) -> str:
    """The pattern of an address: /people/7 is of the kind of every person, and a lesson of those of its game."""
    return re.sub(r"\d+", "0", _OF_A_GAME.sub(r"\1\2", address))


def is_picture(address: str) -> bool:
    """Whether a process of its own draws what is there, in which there is no text to read."""
    return address.endswith(".png")


def _kind_of_picture(address: str) -> str:
    """The address of a picture without its numbers; "" of anything else."""
    return re.sub(r"\d+", "0", address) if is_picture(address) else ""


def text_of(response: Any) -> str:
    """What an answer says, sent in pieces or whole."""
    content: bytes = b"".join(response.streaming_content) if response.streaming else response.content
    return "" if answered_with_a_picture(response) else content.decode()


def answered_with_a_picture(response: Any) -> bool:
    """Whether there is no text to read: drawings that are text (SVG) are read."""
    return str(response.headers.get("Content-Type", "")) == "image/png"


def _links(page: str, text: str) -> set[str]:
    links = {urldefrag(urljoin(page, unescape(link))).url for link in _LINK.findall(text)}
    own = {link for link in links if link.startswith("/") and not link.startswith("/static/") and "?" not in link}
    return {link for link in own if not link.endswith(".pdf")}
