"""What a column holds by the kinds of the words in its head: a word of rating beside one of FIDE is FIDE's rating."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from gipf_engine.player_lists.known_heads import Tier
from gipf_engine.player_lists.meanings import (
    BIRTH,
    CLUB,
    COUNTRY,
    FIDE,
    FIRST_NAME,
    NAME,
    NOT_USED,
    PARTICLE,
    PLACE,
    RATING,
    SURNAME,
    TITLE,
)

_UNREAD: Tier = (NOT_USED, 0)
_NAMES = frozenset({"name", "surname", "first", "given", "middle", "full"})
_SPEEDS = {"blitz": 4, "rapid": 3, "standard": 1}
_NEEDS_A_WORD_BESIDE = frozenset({"full", "filler"})


def decide(kinds: AbstractSet[str], unknown: int, *, is_one_word: bool) -> Tier | None:
    """What a head of such words says; None where that is unclear. `unknown`: how many of its words no one knows."""
    said = kinds - {"filler"}
    if not said or "kin" in said or unknown > len(kinds):
        return None
    if "unread" in said:
        return _UNREAD
    if is_one_word and said <= {"national", *_SPEEDS}:
        return None
    found = _of_birth(said) or _of_rating(said, unknown) or _of_numbers(said, unknown) or _of_days(said, is_one_word)
    if found is not None:
        return found
    found = _of_words(said)
    if found is None or not unknown:
        return found
    return (found[0], found[1] + 3) if found[0] not in (TITLE, PLACE, PARTICLE) else None


def _of_birth(said: AbstractSet[str]) -> Tier | None:
    if "birth" not in said:
        return None
    is_when = bool(said & {"year", "date"})
    is_where = said & {"spot", "town", "country"} or ("place" in said and not is_when)
    return _UNREAD if is_where and not is_when else (BIRTH, 0)


def _of_rating(said: AbstractSet[str], unknown: int) -> Tier | None:
    """A rating, and of which kind; some say points where others say rating."""
    speed = next((tier for kind, tier in _SPEEDS.items() if kind in said), None)
    is_rating = "rating" in said or ("points" in said and bool(said & {"fide", "national"}))
    if not is_rating and speed is None:
        return _UNREAD if said <= {"points", "number"} and "points" in said else None
    if said & {"code", "date", "country"}:
        return _UNREAD
    if said & (_NAMES - {"name", "first", "given"}) or "title" in said:
        return None
    if speed is not None and speed > 1:
        return RATING, speed
    if "fide" in said:
        return RATING, 1
    return RATING, 2 if "national" in said or said & {"club", "town", "place"} or unknown else speed or 0


def _of_numbers(said: AbstractSet[str], unknown: int) -> Tier | None:
    """A number or a code: FIDE's, that of a country, of a line, or another one that no one reads."""
    if said & {"code", "number"}:
        if "fide" in said:
            return FIDE, 0
        if "country" in said and "code" in said:
            return COUNTRY, 0
        if "code" in said or unknown or said & {"national", "club", "town", "country"}:
            return _UNREAD
        return (PLACE, 1) if said <= {"number", "place", "name", "first", "given", "date", "year"} else None
    if said == {"fide"}:
        return FIDE, 0
    return None


def _of_days(said: AbstractSet[str], is_one_word: bool) -> Tier | None:
    if said & _NAMES or not said <= {"year", "date", "place"} or not said & {"year", "date"}:
        return None
    return (BIRTH, 1) if "year" in said and is_one_word else _UNREAD


def _of_words(said: AbstractSet[str]) -> Tier | None:
    if "spot" in said:
        return _UNREAD
    if "title" in said:
        return (TITLE, 0) if said <= {"title", "fide", "national", "name", "rating"} else None
    for kind, found in (("club", (CLUB, 0)), ("town", (CLUB, 1)), ("country", (COUNTRY, 0))):
        if kind in said:
            beside = {"club", "town", "country", "name", "first", "given", "full", "national", "fide", "place"}
            return found if said <= beside else None
    return _of_names(said)


def _of_names(said: AbstractSet[str]) -> Tier | None:
    if not said & _NAMES:
        return (PARTICLE, 0) if said == {"particle"} else (PLACE, 1) if said == {"place"} else None
    if not said <= _NAMES | {"particle"} or said <= _NEEDS_A_WORD_BESIDE:
        return None
    if "surname" in said:
        return (NAME, 0) if said & {"first", "middle", "full"} else (SURNAME, 0)
    if "given" in said and "full" not in said:
        return FIRST_NAME, 0
    if "name" in said or "full" in said:
        return NAME, 0
    return FIRST_NAME, 0 if "first" in said else 1
