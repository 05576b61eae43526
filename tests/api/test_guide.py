"""The commands of docs/api.md, in their order: what the guide says can be done is done, with what it sends."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.models import Attempt
from gipf_engine.rules import rules_for
from gipfel.api.schema import REFUSAL
from players.core import limits
from players.models import Account, Club, Person
from testing.api.caller import Caller
from testing.factories import AccountFactory, PersonFactory
from testing.games.game_records import WON_BY_BLACK
from testing.tournaments.duplicate_factories import attempt, started
from tournaments.models import Deal, DrawnDeal
from tournaments.rounds.services.rounds import start_round

GUIDE = (settings.BASE_DIR / "docs" / "api.md").read_text(encoding="utf-8")
FOUND = {
    r"^POST .*/events$": ("EVENT", lambda answer: answer["id"]),
    r"^GET .*/players\?q=": ("PERSON", lambda answer: answer["results"][0]["id"]),
    r"^POST .*/rounds$": ("GAME", lambda answer: answer["boards"][0]["games"][0]["id"]),
}
"""What the guide lets its reader pick out of an answer."""


def commands() -> list[str]:
    """Every curl command of the guide."""
    blocks = re.findall(r"```sh\n(.*?)```", GUIDE, flags=re.S)
    lines = "\n".join(blocks).replace("\\\n", " ")
    return [line for line in re.split(r"\n(?=curl|\w+=)", lines) if line.startswith("curl")]


def run(command: str, known: dict[str, str], files: Path) -> tuple[str, Any]:
    """Do what a curl command does: "METHOD address" and the answer."""
    said = re.sub(r"\$([A-Z]+)", lambda name: known[name[1]], command)
    words = iter(shlex.split(said)[1:])
    method, address, headers, body = "GET", "", {}, b""
    for word in words:
        if word == "-X":
            method = next(words)
        elif word == "-H":
            name, _colon, value = next(words).partition(": ")
            headers[name] = value
        elif word == "-d":
            body = next(words).encode()
        elif word == "--data-binary":
            body = (files / next(words).removeprefix("@")).read_bytes()
        elif word != "-s":
            address = word
    kind = headers.pop("Content-Type", "application/x-www-form-urlencoded" if body else "")
    content = {} if method == "GET" else {"data": body, "content_type": kind}
    return f"{method} {address}", getattr(Client(), method.lower())(address, headers=headers, **content)


def own_attempt(club: Club, account: Account) -> Attempt:
    """An attempt of `account` at the deal of which the guide plays a turn, in an event of that one deal."""
    event = started(club, account, format_options={"deals": 1, "solver_limit": 50_000})
    Account.objects.filter(pk=account.pk).update(person=Person.objects.get(name="Ada"))
    chance = rules_for(event.rules).chance
    assert chance is not None
    DrawnDeal.objects.create(draw=Deal.objects.get(event=event), number=1, setup=chance.draw("00" * 32), par=9)
    start_round(event.pk, account)
    return attempt(event, "Ada")


@pytest.mark.django_db
def test_every_command_of_the_guide_works(club: Club, organiser: Account, tmp_path: Path) -> None:
    PersonFactory(name="Anna Aarts", member_of=club)
    AccountFactory(username="carla")
    (tmp_path / "game.txt").write_text(WON_BY_BLACK)
    mine = own_attempt(club, organiser)
    known = {"API": "/api/v1", "TOKEN": Caller(organiser).key, "CLUB": "rotterdam"}
    known |= {"ATTEMPT": str(mine.pk), "SOLITAIRE": mine.parent_scope.key.removeprefix("event:")}
    done: dict[str, Any] = {}
    for number, command in enumerate(commands()):
        request, answer = run(command, known, tmp_path)
        assert answer.status_code < 300, (request, answer.content)
        for pattern, (name, pick) in FOUND.items():
            if re.match(pattern, request):
                known[name] = str(pick(json.loads(answer.content)))
        done[f"{number} {request}"] = answer
    assert len(done) == 28
    (taken,) = (json.loads(answer.content) for request, answer in done.items() if request.endswith("/events/import"))
    assert [player["name"] for player in taken["players"]] == ["Anna", "Bram"] and taken["event"] is None


def test_the_guide_names_every_code_and_limit() -> None:
    told = REFUSAL["properties"]["error"]["properties"]["code"]["description"]
    for code in ("invalid", "parse-error", "refused", "stale", "late", "too-large", "record-refused", "throttled"):
        assert f"`{code}`" in GUIDE
        assert code in told
    assert f"{limits.API_READS.tries} reads and {limits.API_WRITES.tries} writes a minute" in GUIDE
