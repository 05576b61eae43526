"""Numbers in addresses that are of nothing, or of something else; words after the question mark. Never 500."""

from __future__ import annotations

import re

import pytest
from django.conf import settings

from tests.system.site_fixture import KEEPER, House
from tests.system.urls import Door, doors

DOORS = doors()
SCRIPT = "<script>alert(1)</script>"
HUGE = "1" + "0" * 30
DIGITS = "9" * 5000
"""More than Python turns into a number: `int` raises ValueError."""
NOBODYS = (2**31, 2**63, DIGITS)
"""Ids and numbers of nothing: beyond 32 bits, beyond 64, and beyond what is read."""
NOT_FOUND = {404, 405}

ASKED = ("q", "page", "who", "round", "ply", "record", "from", "v", "other", "since", "preset", "club", "rules", "next",
         "late", "said", "key", "label", "name")  # fmt: skip
"""Every name that some page looks for behind the question mark."""


def asked(house: House, address: str) -> set[int]:
    """What a keeper, who may do everything everywhere, gets at this address by reading and by sending a form."""
    client = house.client(KEEPER)
    good = {"reason": "because", "typed": "Round 1", "since": "2026-01-01"}
    return {client.get(address).status_code, client.post(address, good).status_code}


def numbers_in(door: Door) -> list[str]:
    return [each for each in door.ids if each == "number" or each.endswith("_id")]


def test_a_number_of_nothing_leads_nowhere(house: House) -> None:
    """Each number in each address in turn."""
    found = {}
    for door in DOORS:
        for each in numbers_in(door):
            for number in NOBODYS:
                address = house.address(door, **{each: number})
                found[address] = asked(house, address) - NOT_FOUND
    assert len(found) > 100
    assert {address: answers for address, answers in found.items() if answers} == {}
    assert house.touched() == []


def test_what_belongs_to_another_event_or_club_is_not_found_here(house: House) -> None:
    """An address with two ids: the first of another event or club, the second of ours."""
    theirs, found = {"event_id": house.world.started.pk, "slug": "another"}, {}
    for door in DOORS:
        if door.ids[:1] and door.ids[0] in theirs and any(each.endswith("_id") for each in door.ids[1:]):
            address = house.address(door, **{door.ids[0]: theirs[door.ids[0]]})
            found[address] = asked(house, address) - NOT_FOUND
    assert len(found) > 15
    assert {address: answers for address, answers in found.items() if answers} == {}
    assert house.touched() == []


@pytest.mark.parametrize("value", [HUGE, DIGITS, f"\0{SCRIPT}٣"])
def test_no_query_breaks_a_page(value: str, house: House) -> None:
    client = house.client(KEEPER)
    for door in DOORS:
        answer = client.get(house.address(door), dict.fromkeys(ASKED, value))
        assert answer.status_code in (200, 302, 400, 404, 405, 410), door.name
        assert SCRIPT not in answer.content.decode(), door.name
    assert house.touched() == []


def test_every_name_that_pages_look_for_behind_the_question_mark_is_tried() -> None:
    rooms = ("gipfel", "players", "games", "ratings", "tournaments")
    views = [path for room in rooms for path in (settings.BASE_DIR / room).glob("views*/**/*.py")]
    code = "".join(path.read_text(encoding="utf-8") for path in [*views, settings.BASE_DIR / "ratings" / "views.py"])
    names = re.findall(r"""(?:GET\.get\(|_asked\(request, )["'](\w+)""", code)
    assert "q" in names and set(names) <= set(ASKED)
