"""The people of a weekend, each in a process that knows nothing but addresses: arbiters at desks, players with phones.

What each of them typed and the server acknowledged comes back as `Typed`; the drill compares it with the database.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape

from bench.drills.asking import HttpReply, ask, form_key

RESULTS = ("1-0", "0-1", "1/2-1/2")
ONE_IN = 12
"""So many reports of White are typed wrong, and decided by a desk."""
DONE, CONFLICT = (200, 302), 409
_REPORT = re.compile(r'href="(/report/(\d+)-([wb])[^"]*)"')
_CARD = re.compile(r'href="(/here/[^"]+)"')
_ROW = re.compile(
    r'<li class="board-row[^>]*id="game-(\d+)"[^>]*data-open="(yes|no)"[^>]*?aria-label="([^"]*)"(.*?)</form>',
    re.DOTALL,
)
_VERSION = re.compile(r'name="version" value="(\d+)"')
_ARRIVAL = re.compile(
    r'action="/events/(\d+)/check-in/arrivals" id="entry-(\d+)">.*?name="here" value="(yes|no)"', re.DOTALL
)
_PERSON = re.compile(r'<li class="festival-person">.*?id="person-(\d+)"(.*?)</ul></li>', re.DOTALL)


@dataclass
class Typed:
    """What was acknowledged: reports (game, seat, code), decisions (game, code), late ones, check-ins (event, entry).

    `faults` are answers that none of this should get.
    """

    reports: list[tuple[int, str, str]] = field(default_factory=list)
    decisions: list[tuple[int, str]] = field(default_factory=list)
    late: list[tuple[int, str]] = field(default_factory=list)
    arrivals: list[tuple[int, int]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    requests: int = 0


def planned(seed: int, game: int) -> str:
    """How a game ends: everyone who is asked says the same, but for slips."""
    return random.Random(f"{seed} {game}").choice(RESULTS)


def reported(seed: int, game: int, seat: str) -> str:
    """What a phone says of a game: White errs at times."""
    chance, code = random.Random(f"{seed} {game} {seat}"), planned(seed, game)
    slips = seat == "w" and chance.randrange(ONE_IN) == 0
    return chance.choice([other for other in RESULTS if other != code]) if slips else code


class Browser:
    """A browser: its cookies, the key of its forms, and what it typed."""

    def __init__(self, url: str, cookies: Mapping[str, str] | None = None) -> None:
        self.url, self.cookies, self.key, self.typed = url, dict(cookies or {}), "", Typed()

    def get(self, path: str) -> str:
        answer = self._ask("GET", path, None)
        if answer.status not in DONE:
            self.typed.faults.append(f"GET {path}: {answer.status}")
            return ""
        text = answer.body.decode()
        if 'name="csrfmiddlewaretoken"' in text:
            self.key = form_key(answer)
        return text

    def post(self, path: str, **form: str) -> int:
        """The status of the answer."""
        return self._ask("POST", path, form | {"csrfmiddlewaretoken": self.key}).status

    def _ask(self, method: str, path: str, form: Mapping[str, str] | None) -> HttpReply:
        answer = ask(self.url, method, path, form=form, cookies=self.cookies, seconds=120)
        self.typed.requests += 1
        self.cookies |= answer.cookies
        return answer


# --- phones -----------------------------------------------------------------------------------------------


def check_phones_in(url: str, tokens: Sequence[str]) -> Typed:
    """Each phone opens its one link, and checks in for every section where that is open."""
    phone = Browser(url)
    for token in tokens:
        for card in set(_CARD.findall(phone.get(f"/festivals/player/{token}"))):
            phone.get(card)
            if (status := phone.post(card)) not in DONE:
                phone.typed.faults.append(f"check-in by {card[:16]}: {status}")
    return phone.typed


def report_by_phones(url: str, tokens: Sequence[str], seed: int) -> Typed:
    """Each phone reports the game of now in every section that it is in."""
    phone = Browser(url)
    for token in tokens:
        for link, game, seat in set(_REPORT.findall(phone.get(f"/festivals/player/{token}"))):
            code = reported(seed, int(game), seat)
            phone.get(link)
            if (status := phone.post(link, result=code, reason="")) in DONE:
                phone.typed.reports.append((int(game), seat, code))
            else:
                phone.typed.faults.append(f"report of game {game}: {status}")
    return phone.typed


# --- desks ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DeskPlan:
    """An arbiter: the session, the sections (events), and the parts of them: every `of`-th board or row, from `place`.

    A section that no other desk has is not divided.
    """

    cookies: Mapping[str, str]
    sections: Mapping[int, tuple[int, int]]


def open_check_in(url: str, desk: DeskPlan, festival: int) -> Typed:
    """The desk presses the button that opens it in all its sections."""
    browser = Browser(url, desk.cookies)
    browser.get(f"/festivals/{festival}/check-in")
    if (status := browser.post(f"/festivals/{festival}/check-in")) not in (*DONE, CONFLICT):
        browser.typed.faults.append(f"opening check-in: {status}")
    return browser.typed


def check_in_at_desk(url: str, desk: DeskPlan, festival: int, skipped: Collection[int]) -> Typed:
    """The desk ticks everyone on its one list but `skipped` (ids of persons): who has a phone, or is away."""
    browser = Browser(url, desk.cookies)
    for person, places in _PERSON.findall(browser.get(f"/festivals/{festival}/check-in")):
        if int(person) in skipped:
            continue
        for event, entry, wanted in _ARRIVAL.findall(places):
            place, of = desk.sections[int(event)]
            if wanted != "yes" or int(entry) % of != place:
                continue
            status = browser.post(f"/events/{event}/check-in/arrivals", entry=entry, here="yes")
            if status in DONE:
                browser.typed.arrivals.append((int(event), int(entry)))
            elif status != 404:  # the player has just been moved to another section
                browser.typed.faults.append(f"check-in of entry {entry}: {status}")
    return browser.typed


def enter_results(url: str, desk: DeskPlan, seed: int, phones: Collection[str], *, all_open: bool) -> Typed:
    """The desk types the results of its boards without a phone; with `all_open` whatever has no result in its sections.

    Two desks that share a section then type the same boards at the same moment.
    """
    browser = Browser(url, desk.cookies)
    for event, (place, of) in desk.sections.items():
        for number, (game, is_open, label, row) in enumerate(_ROW.findall(browser.get(f"/events/{event}/desk"))):
            names = unescape(label)
            has_phone = any(name in names for name in phones)
            if is_open != "yes" or (not all_open and (has_phone or number % of != place)):
                continue
            _decide(browser, event, int(game), row, planned(seed, int(game)))
    return browser.typed


def _decide(browser: Browser, event: int, game: int, row: str, code: str) -> None:
    version = _VERSION.search(row)
    sent = {"result": code, "reason": "as played", "version": version[1] if version else ""}
    status = browser.post(f"/events/{event}/results/{game}", **sent)
    if status in DONE:
        browser.typed.decisions.append((game, code))
    elif status == CONFLICT:
        browser.typed.late.append((game, code))
    else:
        browser.typed.faults.append(f"result of game {game}: {status}")


def together(parts: Iterable[Typed]) -> Typed:
    """What all of them typed."""
    whole = Typed()
    for part in parts:
        for name in ("reports", "decisions", "late", "arrivals", "faults"):
            getattr(whole, name).extend(getattr(part, name))
        whole.requests += part.requests
    return whole
