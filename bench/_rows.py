"""The rows of `bench.compare`: what a tree does, in CPU seconds, printed as JSON.

Each tree runs its own, and rows of equal names are compared.

    python -m bench._rows SUITE
"""

from __future__ import annotations

import datetime
import gc
import importlib
import json
import os
import resource
import subprocess  # a command's start is a fresh process
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import Any

Row = tuple[str, float]
TIMES, ENOUGH = 3, 1.0
"""How often a short piece of work is done, and after how many seconds it is not done again."""


def least(work: Callable[[], object], times: int = TIMES) -> float:
    """CPU seconds of the quickest of a few calls, as other programs share the machine.

    What earlier rows left is collected before: a full one, as long as a page, would fall to the row that comes then.
    """
    spent: list[float] = []
    while len(spent) < times and sum(spent) < ENOUGH:
        gc.collect()
        began = process_time()
        work()
        spent.append(process_time() - began)
    return min(spent)


def rules_gipf(bench: Any) -> Iterator[Row]:
    texts = [bench.records(variant) for variant in bench.data.VARIANTS]
    yield "GIPF records checked", least(lambda: [bench.check_all(text) for text in texts])
    found = [bench.positions(variant) for variant in bench.data.VARIANTS]
    yield "GIPF turns listed", least(lambda: [bench.list_all(each) for each in found])


def rules_lyngk(bench: Any) -> Iterator[Row]:
    games = bench.reference_games()
    yield "LYNGK turns checked", least(lambda: bench.check(games))
    found = bench.positions(games)
    yield "LYNGK turns listed", least(lambda: bench.list_turns(found))


def boards(bench: Any) -> Iterator[Row]:
    starts = {"GIPF": bench.rules_for("gipf-standard").start()}
    starts["LYNGK"] = bench.rules_for("lyngk-main").start(bench.draw_setup("0" * 64))
    for game, start in starts.items():
        pictures = bench.pictures_of(start)
        for size in (None, "small"):
            yield f"{game} boards, {size or 'whole'}", 1 / bench.rate(pictures, size)


def ratings(bench: Any) -> Iterator[Row]:
    for size, field in bench.SHAPES:
        periods = bench.history(bench.GAMES // size, size, field)

        def rate_all(periods: list[Any] = periods) -> None:
            system = bench.system_for("elo")
            state = getattr(system, "initial_state", None) or system.book  # its name before
            bench.rate_of(periods, state().rate)

        yield f"ratings, events of {size} games", least(rate_all)


def rating_list(bench: Any) -> Iterator[Row]:
    with bench.database_of_its_own("", postgres=False):
        pool = bench.fill_club(bench.CLUB_EVENTS, bench.CLUB_PLAYERS, datetime.timedelta(weeks=1))
        games = importlib.import_module("games.models").Game.objects
        recompute = importlib.import_module("ratings.ledger.services.ledgers").recompute
        yield "a list of 10,000 games, from nothing", least(lambda: recompute(pool), 1)
        yield "the same, nothing to do", least(lambda: recompute(pool))
        old = games.order_by("pk")[games.count() // 2]
        games.filter(pk=old.pk).update(result="0-1" if old.result != "0-1" else "1-0")
        yield "the same, one result corrected", least(lambda: recompute(pool), 1)


def rank_all(bench: Any, tables: list[Any]) -> None:
    for table in tables:
        bench.standings.rank(table, bench.COLUMNS)


def standings(bench: Any) -> Iterator[Row]:
    files = {"corpus": [data.decode() for data in bench.tournaments().values()]}
    wishes_of = getattr(bench, "GeneratorOptions", None) or bench.Wishes  # its name before
    for size in bench.SIZES:
        wishes = wishes_of(players=size, rounds=9, unrated=0, withdrawals=0, late=0)
        files[f"{size} players"] = [bench.event(size, wishes)[1]]
    for name, texts in files.items():
        yield f"TRF read, {name}", least(lambda texts=texts: [bench.trf.read(text) for text in texts])
        tables = [bench.trf.read(text).table for text in texts]
        yield f"ranked, {name}", least(lambda tables=tables: rank_all(bench, tables))


def swiss(bench: Any) -> Iterator[Row]:
    for size in bench.SIZES:
        table, _text = bench.field(size)
        yield f"Swiss, {size} players", least(lambda table=table: bench.system("swiss-dutch").pair(table), 5)


def commands(bench: Any) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.trf"
        path.write_text(bench.field(20)[1], encoding="utf-8")
        command = [sys.executable, "manage.py", "pair", str(path)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        yield "manage.py pair, 20 players", after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


EVENT_PAGES = ("", "/standings.csv", "/pairings/9", "/pairings/9?one=1&two=5", "/players", "/games", "/crosstable")


def pages(bench: Any) -> Iterator[Row]:
    with bench.database_of_its_own(os.environ["COMPARE_HOME"], postgres=False):
        club, organiser, events = bench._standing()
        anybody, signed_in = clients(organiser)
        public = [address for address in bench._public(club, events) if address.startswith(("/ratings/", "/people/"))]
        asked = [(anybody, f"/clubs/{club.slug}"), (signed_in, f"/clubs/{club.slug}/people")]
        yield from answers(asked + [(anybody, address) for address in public])
        yield from event_pages(anybody, signed_in, events[0].pk)


def pages_large(bench: Any) -> Iterator[Row]:
    with bench.database_of_its_own(os.environ["COMPARE_HOME"], postgres=False):
        _club, organiser, events = bench._standing()
        yield from event_pages(*clients(organiser), events[1].pk)


def clients(account: Any) -> tuple[Any, Any]:
    """Anyone, and a person who is signed in."""
    client = importlib.import_module("django.test").Client
    anybody, signed_in = client(), client()
    signed_in.force_login(account)
    return anybody, signed_in


def event_pages(anybody: Any, signed_in: Any, event: int) -> Iterator[Row]:
    yield from answers([(anybody, f"/events/{event}{page}") for page in EVENT_PAGES])
    yield from answers([(anybody, f"/api/v1/events/{event}/standings"), (signed_in, f"/events/{event}/desk")])


def answers(asked: list[tuple[Any, str]]) -> Iterator[Row]:
    """Each page with nothing kept, and asked for again."""
    for asker, address in asked:
        forget()
        assert asker.get(address).status_code == 200, address  # imports and templates are loaded by it
        forget()
        yield f"{address}, cold", least(lambda asker=asker, address=address: asker.get(address), 1)
        yield f"{address}, warm", least(lambda asker=asker, address=address: asker.get(address), 5)


def forget() -> None:
    """Empty the caches, that too which counts what one address may ask for in a minute."""
    caches = importlib.import_module("django.core.cache").caches
    for name in importlib.import_module("django.conf").settings.CACHES:
        caches[name].clear()


SUITES = {
    "rules_gipf": ("rules_gipf", rules_gipf),
    "rules_lyngk": ("rules_lyngk", rules_lyngk),
    "boards": ("boards", boards),
    "swiss": ("swiss", swiss),
    "standings": ("standings", standings),
    "ratings": ("ratings", ratings),
    "rating_list": ("ratings", rating_list),
    "commands": ("swiss", commands),
    "pages": ("pages", pages),
    "pages_large": ("pages", pages_large),
}
"""By name: the benchmark whose functions it uses, and its rows."""


def main(suite: str) -> None:
    """Print the rows of one suite."""
    module, rows = SUITES[suite]
    print(json.dumps(dict(rows(importlib.import_module(f"bench.{module}")))))


if __name__ == "__main__":
    main(sys.argv[1])
