"""Events of 1,500 and 5,000 players: taking their files in, and every page, by processor time, queries and size.

    python -m bench.large_events [--sizes 1500,5000] [--postgres] [--only TEXT]

The file is a TRF16 of five rounds that the rules give, without tie-breaks but with ranks. CPU milliseconds of this
process, which hold SQLite's work too, and in brackets wall milliseconds. Pages are asked for twice: cold (nothing is
cached, as after an act in the event) and warm. A file of chance pairings, in which nothing is by the rules, shows the
worst that the page before an import can be asked. Three minutes.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from bench.pages import _line, _said, _timed, database_of_its_own
from gipf_engine.tournament import trf
from gipf_engine.tournament.crosstable import CrossTable, Entrant
from gipf_engine.tournament.generator import GeneratorOptions, generate, play_game, recipe_of
from gipf_engine.tournament.pairing import system
from gipf_engine.tournament.pairing.base import Pair, RoundPairings

if TYPE_CHECKING:
    from django.test import Client

    from players.models import Account, Club
    from tournaments.models import Event

ROUNDS = 5


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1500,5000", help="players of each event")
    parser.add_argument("--postgres", action="store_true", help="on a private PostgreSQL server instead of SQLite")
    parser.add_argument("--only", default="", help="only addresses with this text in them")
    chosen = parser.parse_args(arguments)
    with database_of_its_own("", postgres=chosen.postgres):
        club, organiser = _club()
        for size in map(int, chosen.sizes.split(",")):
            _tell(club, organiser, size, chosen.only)


def _club() -> tuple[Club, Account]:
    from players.roles import Role
    from testing.factories import ClubFactory, holder_of

    club: Club = ClubFactory(name="Bench", slug="bench", time_zone="UTC")
    return club, holder_of(Role.ORGANISER, club.scope)


def _tell(club: Club, organiser: Account, size: int, only: str) -> None:
    from django.test import Client

    signed_in = Client()
    signed_in.force_login(organiser)
    data = by_the_rules(size)
    print(f"{size} players, {len(data) // 1024} KB")
    _preview(signed_in, club, "preview", data)
    _preview(signed_in, club, "preview, by chance", by_chance(size))
    event = _import(signed_in, club, data)
    print(f"{'page':<48} {'cold ms':>15} {'warm ms':>15} {'queries':>8} {'warm':>5} {'KB':>6}")
    for who, pages in (("anybody", _public()), ("organiser", _organisers())):
        for place, page in enumerate(pages, 1):
            address = page.replace("EVENT", str(event.pk))
            stranger = Client(REMOTE_ADDR=f"10.0.0.{place}")  # files are given to each reader so often
            if only in address:
                print(_line(who, signed_in if who == "organiser" else stranger, address), flush=True)


def _preview(client: Client, club: Club, name: str, data: bytes) -> str:
    """The page before the import, and how long it took."""
    answers: list[Any] = []
    took = _timed(lambda: answers.append(_upload(client, club, data)))
    page: bytes = answers[0].content
    print(f"{name:<48} {_said(took):>15} ms [{answers[0].status_code}] {len(page) / 1024:,.0f} KB", flush=True)
    return page.decode()


def _upload(client: Client, club: Club, data: bytes) -> Any:
    from django.core.files.uploadedfile import SimpleUploadedFile

    return client.post(f"/clubs/{club.slug}/events/import", {"file": SimpleUploadedFile("event.trf", data)})


def _import(client: Client, club: Club, data: bytes) -> Event:
    """The event, after the form is sent and the worker is through."""
    from common.jobs.services import run_due
    from tournaments.models import Event

    sent = re.findall(r'name="sent" value="(\d+)"', _upload(client, club, data).content.decode())[0]
    form = {"sent": sent, "name": "Open", "rules": "gipf-standard", "format": "swiss-dutch", "rated": "on"}
    answers: list[Any] = []
    took = _timed(lambda: answers.append(client.post(f"/clubs/{club.slug}/events/import", form)))
    print(f"{'the form is sent':<48} {_said(took):>15} ms [{answers[0].status_code}]", flush=True)
    took = _timed(lambda: _run(run_due))
    print(f"{'the worker takes it in':<48} {_said(took):>15} ms", flush=True)
    return Event.objects.latest("pk")


def _run(run_due: Any) -> None:
    while run_due():
        pass


def _public() -> Iterator[str]:
    for page in ("", "/pairings/1", f"/pairings/{ROUNDS}", "/players", "/games", "/crosstable", "/info", "/prizes"):
        yield f"/events/EVENT{page}"
    for page in ("/standings.csv", "/crosstable.csv", "/event.json", "/screen"):
        yield f"/events/EVENT{page}"
    for endpoint in ("", "/entries?size=500", "/standings", "/crosstable", "/rounds", f"/rounds/{ROUNDS}"):
        yield f"/api/v1/events/EVENT{endpoint}"


def _organisers() -> Iterator[str]:
    for page in ("/desk", "/desk?round=1", "/enter", "/players", "/apart", "/files", "/files/json", "/files/trf26"):
        yield f"/events/EVENT{page}"
    for page in ("/close", "/edit", "/journal", "/print"):
        yield f"/events/EVENT{page}"


def by_the_rules(size: int) -> bytes:
    """A file of rounds that the rules give, with ranks and without the tie-breaks that made them."""
    options = GeneratorOptions(players=size, rounds=ROUNDS, scoring="1-half-0", baku=False, forbidden=0)
    made = generate(options, Random(ROUNDS), system("swiss-dutch"))
    return trf.write(made.table, made.document, trf.Dialect.TRF16)


def by_chance(size: int) -> bytes:
    """A file in which everybody meets anyone."""
    chance = Random(size)
    entrants = tuple(Entrant(number, f"Player {number}", rating=2800 - number // 3) for number in range(1, size + 1))
    table = CrossTable(entrants, 0, rounds_planned=ROUNDS)
    options = GeneratorOptions(players=size, rounds=ROUNDS, late=0, withdrawals=0, half_byes=0, zero_byes=0)
    recipe = recipe_of(options, chance)
    for number in range(1, ROUNDS + 1):
        order = list(range(1, size + 1))
        chance.shuffle(order)
        pairs = tuple(Pair(one, other) for one, other in zip(order[::2], order[1::2], strict=True))
        table = play_game(table, RoundPairings(number, pairs, ()), recipe, chance)
    return trf.write(table, trf.Document(name="By chance"), trf.Dialect.TRF16)


if __name__ == "__main__":
    main()
