"""What a list is read as once questions about it are answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.meanings import (
    BIRTH,
    COLUMN_KEY,
    FIRST_NAME,
    NAME,
    NOT_USED,
    RATING,
    SURNAME,
    LeftOut,
    ListedPlayer,
    PlayerList,
    Question,
)
from gipf_engine.player_lists.values import read_title

PLAYER, OUT, SHORTER, NO_CLUB, ADD = "player", "out", "name", "none", "add"
EARLIER = "earlier"
"""The answer that a player stands in a line above too, and that one is left out."""
UNUSED, SPARE, BETTER, INSTEAD = "unused", "spare", "better", "instead"
"""Answers that are no meanings: not used; a rating where the better one is missing; the better one."""
NAMES = "names"
DOWN_KEY = "below-"
"""How the keys of questions begin whether cells of a column hold for the lines below, before its number from 1."""
DOWN = "down"
STATE_KEY = "state-"
"""How the keys of questions begin whether the player of a line plays."""
CORRECTED_KEY = "corrected-"
"""How the keys of questions begin whether the line below corrects the rating of a player, before the player's line."""
ANSWERED_OUT = Message(_("left out, as you answered"))
_RANKS: Mapping[str, int] = {SPARE: 9, BETTER: -1, INSTEAD: 0}
_NAMES = frozenset({NAME, SURNAME, FIRST_NAME})


def with_answers(questions: Sequence[Question], answers: Mapping[str, str]) -> list[Question]:
    """Questions with what was answered, where that can be chosen."""
    return [
        replace(each, answer=answers[each.key])
        if answers.get(each.key) in {choice.key for choice in each.choices}
        else each
        for each in questions
    ]


def with_column_answers(
    meanings: Sequence[str], questions: Sequence[Question], answers: Mapping[str, str]
) -> tuple[list[str], dict[int, int]]:
    """What the columns hold after questions were answered, and how good those of ratings are."""
    found, ranks = list(meanings), dict[int, int]()
    for question in with_answers(questions, answers):
        if question.is_open:
            continue
        if question.key == NAMES:
            found[int(question.answer.removeprefix(COLUMN_KEY)) - 1] = NAME
            continue
        place = int(question.key.removeprefix(COLUMN_KEY)) - 1
        if question.answer in _RANKS:
            ranks[place] = _RANKS[question.answer]
        _with_answer(found, place, question.answer)
    return found, ranks


def _with_answer(meanings: list[str], place: int, answer: str) -> None:
    """Give a column the meaning that was answered."""
    if answer in _RANKS:
        if answer == INSTEAD:
            meanings[:] = [NOT_USED if meaning == RATING else meaning for meaning in meanings]
        meanings[place] = RATING
        return
    if answer in _NAMES and meanings[place] != answer:
        other = {FIRST_NAME: SURNAME, SURNAME: FIRST_NAME, NAME: NOT_USED}[answer]
        meanings[:] = [other if meaning in _NAMES else meaning for meaning in meanings]
    meanings[place] = NOT_USED if answer == UNUSED else answer


def with_line_answers(found: PlayerList, answers: Mapping[str, str], questions: Sequence[Question]) -> PlayerList:
    """A list with what was answered about its lines, or about one player of a line that has several."""
    by_key = {question.key: question for question in questions}
    out: set[int] = set()
    names: dict[int, str] = {}
    clubs: set[str] = set()
    born: set[int] = set()
    rated: dict[int, str] = {}
    for key in answers:
        question = by_key.get(key)
        answer = replace(question, answer=answers[key]).chosen if question is not None else None
        if question is None or answer is None:
            continue
        places = _places_of(found, question, _lines_of(question))
        club = found.players[places[0]].club if places else ""
        if answer.key == EARLIER:
            out |= {*_places_of(found, question, [int(str(question.message.params["earlier"]))])}
        elif answer.key == OUT:
            out |= {*places} if not key.startswith("club-") else _places_of_club(found, club) if places else set()
        elif answer.name:
            names |= dict.fromkeys(places, answer.name)
        elif answer.key == NO_CLUB and places:
            clubs.add(club)
        elif answer.key == BIRTH:
            born |= {*places}
        elif answer.key.startswith(f"{RATING}-"):
            rated |= dict.fromkeys(places, answer.key.removeprefix(f"{RATING}-"))
    players = [
        _born(player)
        if place in born
        else replace(
            player,
            name=names.get(place, player.name),
            rating=int(rated[place]) if place in rated else player.rating,
            title=_title_beside(player, rated.get(place, "")),
            club="" if player.club in clubs or (place in rated and rated[place] in player.club) else player.club,
        )
        for place, player in enumerate(found.players)
        if place not in out
    ]
    gone = [LeftOut(each.line, each.name, ANSWERED_OUT) for place, each in enumerate(found.players) if place in out]
    left_out = sorted([*found.left_out, *gone], key=lambda each: each.line)
    return replace(found, players=tuple(players), left_out=tuple(left_out))


def _places_of(found: PlayerList, question: Question, lines: Sequence[int]) -> list[int]:
    """Whom, by place, a question is about: the player of that name, where a line has several, or else all of it."""
    name = str(question.message.params.get("name", "")).casefold()
    places = [place for place, player in enumerate(found.players) if player.line in lines]
    return [place for place in places if found.players[place].name.casefold() == name] or places


def _born(player: ListedPlayer) -> ListedPlayer:
    return replace(player, rating=None, birth=str(player.rating))


def _title_beside(player: ListedPlayer, rating: str) -> str:
    """The title in what was read as a club, beside a rating: of “2240 GM”."""
    try:
        return player.title or (read_title(player.club.replace(rating, "").strip()) if rating else "")
    except ValueError:
        return ""


def _lines_of(question: Question) -> list[int]:
    if question.key.startswith((STATE_KEY, CORRECTED_KEY)):
        return [int(question.key.rpartition("-")[2])]
    lines = question.message.params.get("lines", [question.message.params.get("line", 0)])
    return [int(str(line)) for line in lines] if isinstance(lines, Sequence) else []


def _places_of_club(found: PlayerList, club: str) -> set[int]:
    return {place for place, each in enumerate(found.players) if each.club == club}
