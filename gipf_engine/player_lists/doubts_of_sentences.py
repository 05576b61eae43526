"""Questions about text around a list: sentences that name its players, or others, and numbers of players in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.answers import ADD, OUT, PLAYER, STATE_KEY
from gipf_engine.player_lists.doubts_of_names import MOST_ALONE, ReadLines
from gipf_engine.player_lists.given_names import is_given_name
from gipf_engine.player_lists.headings import plain, tier_of
from gipf_engine.player_lists.letters import EAST_ASIAN
from gipf_engine.player_lists.mails import names_sender
from gipf_engine.player_lists.meanings import RATING, Choice, LeftOut, ListedPlayer, PlayerList, Question, key_of_line
from gipf_engine.player_lists.totals import is_total, people_counted
from gipf_engine.player_lists.words import LABELS, TOTALS

_SENTENCES = frozenset(
    {"text, not a player", "outside the numbered list", "a heading, not a player", "above the column heads"}
    | {"below the end of the message", "no name in this line"}
)
_TOTALS = frozenset({"a total, not a player"}) | _SENTENCES
_IS_WITHDRAWN = "withdrawn, not a player"
_GONE = frozenset({_IS_WITHDRAWN, "on the waiting list"})
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_FEWEST_WORDS, _FEWEST_LETTERS = 4, 8
_SHORTEST_STEM, _ENDING = 4, 3
_NAME = re.compile(r"[^\W\d_][\w'’.-]*")
_NUMBER = re.compile(r"(?<![\d:/.,-])\d{3,4}(?![\d:/-]|[.,]\d)")
_PHONE = re.compile(r"\+?\(?\d{2,5}\)?(?:[ ./-]\d{2,4}){2,}")
_REACH = 36
"""Letters behind a name in which its rating stands: “Ada Byron, born 1990, rating 1733”."""
_LABEL_BEFORE = re.compile(r"([^\W\d_]{1,12})[.:]?\s*$")
_END_OF_PERSON = re.compile(r"[)\]）;!?]|\s[-–—]")
_NO_RATING_BEHIND = re.compile(
    r"\s?(?:€|\$|£|eur|euro|ft|kč|zł|usd|chf|km\b|m\b|kr\b|rsd|lei|uhr|h\b|元|円|원|%)", re.IGNORECASE
)
_LOWEST, _HIGHEST = 500, 2900
_FIRST_YEAR, _LAST_YEAR = 1850, 2040
_LONGEST, _SHOWN = 400, 90
_MOST_OFF, _USUAL_WORDS = 2, 2
_ASK_NAMED = _("Line %(line)d mentions %(name)s: “%(text)s”. Does this player play?")
_ASK_PERSON = _("Line %(line)d was left out: “%(text)s”. Is %(name)s, %(rating)d, a player?")
_ASK_COUNT = _("Number of players in line %(line)d: %(said)d (“%(text)s”); read: %(read)d. Is that right?")


def sentence_questions(found: PlayerList, lines: ReadLines) -> list[Question]:
    """What to ask about lines that were left out as text."""
    sentences = [(each, _whole(each, lines)) for each in found.left_out if each.message.template in _SENTENCES]
    withdrawn = [(each, _whole(each, lines)) for each in found.left_out if each.message.template == _IS_WITHDRAWN]
    named = _ask_of_named(found.players, [*sentences, *withdrawn])  # who entered, and sent the form again to cancel
    asked = [*named, *_ask_of_persons(found.players, sentences)]
    return asked[:MOST_ALONE] + _ask_of_number(found, lines)


def _whole(left_out: LeftOut, lines: ReadLines) -> str:
    cells = lines.texts[left_out.line - 1] if left_out.line <= len(lines.texts) else [left_out.text]
    return " ".join(filter(None, cells))


def _ask_of_named(players: Sequence[ListedPlayer], sentences: Iterable[tuple[LeftOut, str]]) -> list[Question]:
    """Players whom a sentence names: it may say that they do not come, or come in another's place."""
    first: dict[int, tuple[ListedPlayer, LeftOut, str]] = {}
    for left_out, text in sentences:
        if left_out.message.template == "below the end of the message" or not _is_sentence(text):
            continue
        if names_sender(text):
            continue
        words = [plain(word) for word in _WORD.findall(text)]
        for player in players:
            if _names(text, words, player.name) and not _is_label_of(text, player.name):
                first.setdefault(player.line, (player, left_out, text))
    choices = (Choice(PLAYER, Message(_("Yes, the player plays"))), Choice(OUT, Message(_("No: leave the player out"))))
    return [
        Question(
            f"{STATE_KEY}{player.line}",
            Message(_ASK_NAMED, {"line": left_out.line, "name": player.name, "text": _near(text, player.name)}),
            choices,
        )
        for player, left_out, text in first.values()
    ]


def _is_sentence(text: str) -> bool:
    if EAST_ASIAN.search(text):
        return len(text) >= _FEWEST_LETTERS
    words = _WORD.findall(text)
    return len(words) >= _FEWEST_WORDS and any(word.islower() for word in words)


def _names(text: str, words: Sequence[str], name: str) -> bool:
    """Whether a text has all words of a name, whatever their endings, or its one surname."""
    if EAST_ASIAN.search(name):
        return len(name) > 1 and plain(name) in plain(text)
    parts = [plain(word) for word in _WORD.findall(name)]
    parts = [part for part in parts if len(part) > 2]
    return len(parts) > 1 and all(any(_is_of_stem(word, part) for word in words) for part in parts)


def _is_label_of(text: str, name: str) -> bool:
    """Whether a text only has a name behind a label: “Captain: Ada Byron, 0676 555”."""
    _label, colon, rest = text.replace("：", ":").rpartition(":")
    names = {plain(word) for word in _WORD.findall(name)}
    return bool(colon) and all(plain(word) in names for word in _WORD.findall(rest))


def _is_of_stem(word: str, part: str) -> bool:
    stem = part[: max(_SHORTEST_STEM, len(part) - 2)]
    return word == part or (len(part) >= _SHORTEST_STEM and word.startswith(stem) and len(word) <= len(part) + _ENDING)


def _near(text: str, name: str) -> str:
    """A sentence, cut to what is around a name."""
    at = text.find(name.split()[0].strip(","))
    start = max(0, at - 40) if at >= 0 else 0
    return _cut(text[start:])


def _cut(text: str) -> str:
    """A sentence as a question shows it."""
    return text.strip(" .") if len(text) <= _SHOWN else f"{text[:_SHOWN].strip()} …"


def _ask_of_persons(players: Sequence[ListedPlayer], sentences: Iterable[tuple[LeftOut, str]]) -> list[Question]:
    """People with a rating whom a sentence names, and who are no players so far."""
    asked = []
    for left_out, text in sentences:
        person = None if is_total([text]) else person_in(text)
        if person is None or plain(person[0].split()[0]) in TOTALS | {"schnitt"}:
            continue
        name, rating, _snippet = person
        words = [plain(word) for word in _WORD.findall(text)]
        known = [player for player in players if _names(text, words, player.name)]
        if any(_names(name, words, player.name) and plain(name.split()[0]) in plain(player.name) for player in known):
            continue
        params = {"line": left_out.line, "name": name, "rating": rating, "text": _cut(text)}
        choices = (
            Choice(ADD, Message(_("Yes, add the player")), name),
            Choice(OUT, Message(_("No: leave the line out"))),
        )
        asked.append(Question(key_of_line(left_out.line), Message(_ASK_PERSON, params), choices))
    return asked


def person_in(text: str) -> tuple[str, int, str] | None:
    """A name with a rating behind it in a sentence, and what stands there: (“Ada Byron”, 1812, “Ada Byron (1812)”)."""
    names = _names_in(text[:_LONGEST])
    for number in _NUMBER.finditer(text[:_LONGEST]):
        before = [(words, end) for words, end in names if end <= number.start() <= end + _REACH]
        if not before or not _may_be_rating(text, number):
            continue
        words = before[-1][0]
        if len(words) == _USUAL_WORDS or any(map(is_given_name, words)):
            name = " ".join(words).strip(",.")
            rest = _END_OF_PERSON.split(text[number.start() :], maxsplit=1)[0]
            return name, int(number[0]), f"{name} {rest}"
    return None


def _names_in(text: str) -> list[tuple[list[str], int]]:
    """Two words or three with capitals that follow each other, and where they end."""
    found: list[tuple[list[str], int]] = []
    run: list[str] = []
    last = 0
    for word in _NAME.finditer(text):
        is_next = text[last : word.start()] in (" ", ", ", "\u00a0")
        if not _begins_name(word[0]) or _is_label(word[0]):
            run = []
            continue
        run = [*run, word[0]][-3:] if is_next and run else [word[0]]
        last = word.end()
        if len(run) > 1:
            found.append((run, last))
    return found


def _may_be_rating(text: str, number: re.Match[str]) -> bool:
    """Whether a number can be a rating: years are none, unless a word says so, nor are parts of phone numbers."""
    if any(phone.start() <= number.start() < phone.end() for phone in _PHONE.finditer(text)):
        return False
    label = _LABEL_BEFORE.search(text[: number.start()].rstrip(" (["))
    is_named = label is not None and _is_label(label[1])
    is_year = _FIRST_YEAR <= int(number[0]) <= _LAST_YEAR and not is_named
    is_one = _LOWEST <= int(number[0]) <= _HIGHEST and not is_year
    return is_one and not _NO_RATING_BEHIND.match(text[number.end() :])


def _is_label(word: str) -> bool:
    bare = word.strip(".:,").casefold()
    return bare in LABELS or (tier_of(bare) or ("", 0))[0] == RATING


def snippet_of(question: Question, lines: ReadLines) -> tuple[int, str]:
    """The line, from 1, and the text of the person whom a question offers to add."""
    line = int(str(question.message.params["line"]))
    person = person_in(" ".join(filter(None, lines.texts[line - 1])))
    return line, person[2] if person is not None else ""


def _begins_name(word: str) -> bool:
    return word[:1].isupper() and not word.endswith(".") and (len(word) > 1)


def _ask_of_number(found: PlayerList, lines: ReadLines) -> list[Question]:
    """Where the list says how many there are, and that is another number, of those who play or of all."""
    gone = sum(each.message.template in _GONE for each in found.left_out)
    said = [(each, people_counted(_whole(each, lines))) for each in found.left_out if each.message.template in _TOTALS]
    numbers = [(each, number) for each, several in said for number in several]
    read = len(found.players)
    fine = set(range(read, read + gone + 1))
    if not numbers or any(number in fine for _line, number in numbers) or sum(n for _line, n in numbers) in fine:
        return []
    line, number = numbers[-1]
    if abs(number - read) > max(_MOST_OFF, read // 2):
        return []
    params = {"line": line.line, "said": number, "text": _cut(line.text), "read": read}
    choices = (Choice(PLAYER, Message(_("Yes, go on with these players"))),)
    return [Question("count", Message(_ASK_COUNT, params), choices)]
