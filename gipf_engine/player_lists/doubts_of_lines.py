"""Questions about lines: players unlike the others, and lines that were left out and look like them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.given_names import PARTICLES
from gipf_engine.player_lists.headings import plain
from gipf_engine.player_lists.meanings import (
    BIRTH,
    RATING,
    TITLES,
    Choice,
    LeftOut,
    ListedPlayer,
    PlayerList,
    Question,
    key_of_line,
)
from gipf_engine.player_lists.plain_lines import begins_with_place
from gipf_engine.player_lists.values import read_title
from gipf_engine.player_lists.words import (
    IS_WAITING,
    NO_PERSON,
    NOTES,
    REMARKS,
    SALUTATIONS,
    SECTIONS,
    TOTALS,
    WITHDRAWN,
)

PLAYER, OUT, SHORTER, NO_CLUB = "player", "out", "name", "none"
ANSWERED_OUT = Message(_("left out, as you answered"))
_MOST_ALONE = 10
"""Lines of a list that are asked about one by one."""
_FEW = 0.3
_FEWEST_OTHERS = 3
_MOST_WORDS, _MANY_WORDS = 5, 3
_LETTERS_OF_A_TITLE = 3
_ROMAN = re.compile(r"[IVX]+|JR|SR")
_CELLS_OF_A_HEADING = 2
_LONGEST_PARTICLE = 3
_MOST_EAST_ASIAN, _MOST_CASELESS_WORDS = 5, 5
_SIGNS = re.compile(r"[(\[{<)\]}>\"“”„«»:;/\\@?!…+*=|#~_、。，：；！？（）【】☑✓✔]|\.\.|\d{3}")
_DIGIT = re.compile(r"\d")
_EAST_ASIAN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_LATIN = re.compile(r"[A-Za-z]")
_ABBREVIATED = re.compile(r"(?!jun\.|sen\.)[^\W\d_]{3,5}\.", re.IGNORECASE)
_RATING = re.compile(r"(?<![\d.,:/-])\d{3,4}(?![\d.:/-]|,\d)")
_STEM = 6
"""Letters by which words of one stem are known, where statuses are remarks: “withdrawn”, “withdraws”."""
_NOT_PLAYING = WITHDRAWN | IS_WAITING
_EAST_ASIAN_STATES = frozenset(word for word in _NOT_PLAYING if len(word) > 1 and _EAST_ASIAN.search(word))
_STEMS = frozenset(word[:_STEM] for word in _NOT_PLAYING if len(word) >= _STEM)
_ALONE_STATES = frozenset(word for word in _NOT_PLAYING if len(word) > 3)
_LABELLED_STATE = (WITHDRAWN | IS_WAITING | TOTALS) - {""}
_LOWEST, _HIGHEST = 300, 2900
_FIRST_YEAR, _LAST_YEAR = 1940, 2022
_TIME_OR_DAY = re.compile(r"\d{1,2}[:.]\d\d|\d{1,2}\s?(?:h|uhr|pm|am)\b", re.IGNORECASE)

_HAS_SIGNS = _("the name has digits or signs")
_HAS_WORDS = _("the name has many words")
_IS_ONE_WORD = _("the name is a single word")
_IS_SMALL = _("a word of the name starts with a small letter")
_IS_CAPITAL = _("the name has a title or short capitals")
_IS_SHORT = _("the name has a shortened word")
_IS_STATE = _("a word of the name is often a remark")
_IS_BARE = _("the line has a name alone")
_ASK = _("Line %(line)d was read as the player “%(name)s”, but %(why)s. Is that right?")
_NOT_A_RATING = "“%(text)s” is not a rating: it was left out"
_ASK_STATE = _("Line %(line)d has “%(text)s” beside %(name)s. Does this player play?")
_ASK_YEAR = _("%(rating)d in line %(line)d was read as the rating. Is it?")
_ASK_CLUB = _("“%(text)s” in line %(line)d was read as a club. Is that right?")
_ASK_LEFT_OUT = _("Line %(line)d was left out: “%(text)s”. Is it a player?")
_ASK_SEVERAL = _("Lines %(lines)s were read as players, but are unlike the others: %(names)s. Is that right?")


@dataclass(frozen=True, slots=True)
class ReadLines:
    """The lines of a list beside what they were read as; `is_plain`: lines of text, not a table."""

    texts: Sequence[Sequence[str]]
    is_plain: bool

    def filled(self, line: int) -> int:
        """How many cells of a line hold something, by its number from 1."""
        return sum(map(bool, self.texts[line - 1])) if 0 < line <= len(self.texts) else 0


def line_questions(found: PlayerList, lines: ReadLines) -> list[Question]:
    """What to ask about lines."""
    odd = _odd_players(found.players, lines)
    if len(odd) > _MOST_ALONE:
        questions = [_ask_together([player for player, _why in odd])]
    else:
        questions = [_ask_of_player(player, why) for player, why in odd]
    questions += _ask_of_years(found.players)
    known = {player.line for player, _why in odd}
    questions += _ask_of_clubs([player for player in found.players if player.line not in known], lines)
    questions += [] if lines.is_plain else _ask_of_states(found, lines)
    return questions + (_ask_of_left_out(found, lines) if lines.is_plain else [])


def _odd_players(players: Sequence[ListedPlayer], lines: ReadLines) -> list[tuple[ListedPlayer, str]]:
    """Players unlike the others, each with the reason. What many have in common is no reason."""
    found: dict[int, tuple[ListedPlayer, str]] = {}
    for why, is_odd, most in _reasons(players, lines):
        odd = [(place, player) for place, player in enumerate(players) if is_odd(player)]
        if odd and (most >= 1 or len(odd) <= max(1, most * len(players))) and len(players) >= _FEWEST_OTHERS:
            for place, player in odd:
                found.setdefault(place, (player, why))
    return [found[place] for place in sorted(found)]


Odd = Callable[[ListedPlayer], bool]


def _reasons(players: Sequence[ListedPlayer], lines: ReadLines) -> Iterable[tuple[str, Odd, float]]:
    """Each reason, whom it fits, and up to which part of a list it is one; 1: always."""
    filled = Counter(lines.filled(player.line) for player in players)
    usual = filled.most_common(1)[0][0] if filled else 0
    share = sum(len(_values_beside(player)) > 0 for player in players) / max(1, len(players))
    return (
        (_HAS_SIGNS, lambda player: _SIGNS.search(player.name) is not None, 1),
        (_HAS_SIGNS, lambda player: _DIGIT.search(player.name) is not None, _FEW),
        (_IS_STATE, lambda player: _says_state(player.name), 1),
        (_HAS_WORDS, lambda player: _has_many_words(player.name), _FEW),
        (_IS_CAPITAL, lambda player: _has_capitals(player.name), _FEW),
        (_IS_SMALL, _has_small_word, _FEW),
        (_IS_SHORT, lambda player: _has_short_word(player.name), _FEW),
        (_IS_ONE_WORD, lambda player: _is_one_word(player.name) and not _values_beside(player), _FEW),
        (
            _IS_BARE,
            lambda player: not lines.is_plain and _is_bare(player, lines.filled(player.line), usual, share),
            _FEW,
        ),
    )


def _is_bare(player: ListedPlayer, filled: int, usual: int, share: float) -> bool:
    """Whether a line has few cells beside the others; `share`: of players of whom more than the name is read."""
    is_nearly_empty = filled <= _CELLS_OF_A_HEADING
    is_without_values = not _values_beside(player) and share > 1 - _FEW and filled <= usual - 2
    return usual > _FEWEST_OTHERS and (is_nearly_empty or is_without_values)


def _values_beside(player: ListedPlayer) -> list[object]:
    return [value for value in (player.rating, player.birth, player.club, player.fide, player.country) if value]


def _words_of_name(name: str) -> list[str]:
    return [word.strip(",") for word in name.split()]


def _says_state(name: str) -> bool:
    words = _words_of_name(name)
    small = [word for word in words if word.islower()]
    if plain(name) in NO_PERSON:
        return True
    return any(plain(word) in _LABELLED_STATE for word in words) or any(
        word in REMARKS or plain(word) in NOTES for word in small
    )


def _has_many_words(name: str) -> bool:
    if _EAST_ASIAN.search(name):
        is_korean_or_han = not re.search("[\u30a0-\u30ff]", name)
        return is_korean_or_han and len(name.replace(" ", "")) > _MOST_EAST_ASIAN
    words = [word for word in _words_of_name(name) if word.casefold() not in PARTICLES and not word.isupper()]
    return len(words) >= _MOST_WORDS


def _has_case(name: str) -> bool:
    return name.upper() != name.lower()


def _has_capitals(name: str) -> bool:
    words = _words_of_name(name)
    if name.isupper() or (not _has_case(name) and not _LATIN.search(name)):
        return False
    is_mixed = (
        any(word.isupper() for word in words)
        and not _has_case(re.sub(r"[A-Za-z]+", "", name))
        and bool(re.search(r"[^\W\d_a-zA-Z]", name))
    )
    ends = [word for word in (words[0], words[-1]) if len(words) > 2 and word.isalpha() and word.isupper()]
    is_title = any(1 < len(word) <= _LETTERS_OF_A_TITLE and not _ROMAN.fullmatch(word) for word in ends)
    is_rest_mixed = sum(word.isupper() for word in words) == 1
    return is_mixed or (is_title and is_rest_mixed) or any(word in TITLES for word in words)


def _has_small_word(player: ListedPlayer) -> bool:
    """Whether words are written unlike those of names. A name in small letters alone is only odd beside no value."""
    name = player.name
    if name == name.lower():
        return _has_case(name) and not _values_beside(player)
    return any(
        word[:1].islower() and len(word) > _LONGEST_PARTICLE and word.isalpha() and word not in PARTICLES
        for word in re.split(r"[\s,-]+", name)
    )


def _has_short_word(name: str) -> bool:
    return any(_ABBREVIATED.fullmatch(word) for word in _words_of_name(name))


def _is_one_word(name: str) -> bool:
    return len(_words_of_name(name)) == 1 and not _EAST_ASIAN.search(name)


def _ask_of_player(player: ListedPlayer, why: str) -> Question:
    params = {"line": player.line, "name": player.name, "why": Message(why)}
    choices = [Choice(PLAYER, Message(_("Yes, a player of this name")))]
    for number, name in enumerate(shorter_names(player.name), 1):
        choices.append(Choice(f"{SHORTER}-{number}", Message(_("The player is “%(name)s”"), {"name": name}), name))
    choices.append(Choice(OUT, Message(_("No player: leave the line out"))))
    return Question(key_of_line(player.line), Message(_ASK, params), tuple(choices))


def shorter_names(name: str) -> list[str]:
    """What is left of a name without what is odd in it, the likeliest first; at most three."""
    if _EAST_ASIAN.search(name):
        parts = name.split()
        return [" ".join(parts[:count]) for count in range(1, len(parts))][:3]
    words = name.split()
    odd = [word for word in words if _is_odd_word(word)]
    kept = [word for word in words if word not in odd]
    tries = [" ".join(kept)] if odd and kept else []
    tries += [" ".join(words[:-1]), " ".join(words[1:])] if len(words) > 2 else []
    made = [re.sub(r"\s*,$|^,\s*", "", each).strip(" -–—.,;:") for each in tries]
    return [each for each in dict.fromkeys(made) if each and each != name and sum(map(str.isalpha, each)) > 1][:3]


def _is_odd_word(word: str) -> bool:
    bare = word.strip(",")
    return bool(
        _SIGNS.search(bare)
        or _DIGIT.search(bare)
        or bare in TITLES
        or (bare.isalpha() and bare.isupper() and 1 < len(bare) <= _LETTERS_OF_A_TITLE and not _ROMAN.fullmatch(bare))
        or _ABBREVIATED.fullmatch(bare)
        or bare.casefold() in SALUTATIONS
        or (bare[:1].islower() and bare.casefold() not in PARTICLES)
        or plain(bare) in _LABELLED_STATE
    )


def _ask_together(players: Sequence[ListedPlayer]) -> Question:
    names = [f"“{player.name[:40]}”" for player in players[:3]]
    params = {"lines": [player.line for player in players], "names": names}
    choices = (
        Choice(PLAYER, Message(_("Yes, all are players"))),
        Choice(OUT, Message(_("No players: leave these lines out"))),
    )
    return Question("lines", Message(_ASK_SEVERAL, params), choices)


def _ask_of_clubs(players: Sequence[ListedPlayer], lines: ReadLines) -> list[Question]:
    """Clubs that look like remarks, each asked about once."""
    clubs = [player.club for player in players if player.club]
    small = [club for club in clubs if _has_case(club) and not any(map(str.isupper, club))]
    first: dict[str, ListedPlayer] = {}
    for player in players:
        club = player.club
        is_small = club in small and (lines.is_plain or len(small) <= _FEW * len(clubs))
        has_rating = player.rating is None and _number_in(club) is not None
        if club and (is_small or has_rating or _is_remark_of_club(club)):
            first.setdefault(club, player)
    return [_ask_of_club(club, player) for club, player in list(first.items())[:_MOST_ALONE]]


def _ask_of_years(players: Sequence[ListedPlayer]) -> list[Question]:
    """Ratings that are years, of players without one among others who have one."""
    with_year = sum(bool(player.birth) for player in players)
    odd = [player for player in players if not player.birth and player.rating and _is_year(player.rating)]
    if not odd or with_year < (1 - _FEW) * (len(players) - len(odd)) or len(odd) > max(1, _FEW * len(players)):
        return []
    choices = (Choice(RATING, Message(_("The rating"))), Choice(BIRTH, Message(_("The year of birth"))))
    return [
        Question(
            f"year-{player.line}",
            Message(_ASK_YEAR, {"line": player.line, "rating": player.rating or 0}),
            choices,
        )
        for player in odd
    ]


def _is_year(rating: int) -> bool:
    return _FIRST_YEAR <= rating <= _LAST_YEAR


def _ask_of_club(club: str, player: ListedPlayer) -> Question:
    number = _number_in(club) if player.rating is None else None
    choices = [Choice(PLAYER, Message(_("Yes, a club")))]
    if number is not None:
        choices.append(Choice(f"{RATING}-{number}", Message(_("No: the rating is %(rating)d"), {"rating": number})))
    choices.append(Choice(NO_CLUB, Message(_("No, a remark: leave it out"))))
    choices.append(Choice(OUT, Message(_("No: the player does not play"))))
    params = {"text": club, "line": player.line}
    return Question(f"club-{player.line}", Message(_ASK_CLUB, params), tuple(choices))


def _number_in(text: str) -> int | None:
    """A number in a text that can be a rating."""
    found = _RATING.match(text)
    return int(found[0]) if found and _LOWEST <= int(found[0]) <= _HIGHEST else None


def _ask_of_states(found: PlayerList, lines: ReadLines) -> list[Question]:
    """Players beside whom a column that is not used, or one of numbers, has a word of those who do not play."""
    unused = [each.place for each in found.columns if each.is_dropped and plain(each.head) not in SECTIONS]
    known = {player.line: player for player in found.players}
    asked: dict[int, str] = {}
    for line in known:
        cells = lines.texts[line - 1] if line <= len(lines.texts) else []
        said = next((cells[at] for at in unused if at < len(cells) and _may_say_state(cells[at])), "")
        if said:
            asked[line] = said
    for problem in found.problems:
        text = str(problem.message.params.get("text", ""))
        if problem.message.template == _NOT_A_RATING and problem.line in known and _is_word(text):
            asked.setdefault(problem.line, text)
    if len(asked) > max(2, _FEW * len(known)):
        return []
    choices = (Choice(PLAYER, Message(_("Yes, the player plays"))), Choice(OUT, Message(_("No: leave the player out"))))
    return [
        Question(
            f"state-{line}", Message(_ASK_STATE, {"line": line, "text": text[:40], "name": known[line].name}), choices
        )
        for line, text in sorted(asked.items())
    ]


def _is_word(text: str) -> bool:
    return not _DIGIT.search(text) and (len(text) > _FEWEST_OTHERS or _EAST_ASIAN.search(text) is not None)


def _may_say_state(text: str) -> bool:
    """Whether a remark begins or holds what statuses of players who do not play are: “欠席連絡あり”, “withdrew”."""
    if _EAST_ASIAN.search(text):
        return any(word in text for word in _EAST_ASIAN_STATES)
    words = [plain(word) for word in re.findall(r"[^\W\d_]+", text)[:8]]
    return any(word in _ALONE_STATES or word[:_STEM] in _STEMS for word in words if len(word) > _FEWEST_OTHERS)


def _is_remark_of_club(club: str) -> bool:
    words = _words_of_name(club)
    small = [word for word in words if word[:1].islower() and word.casefold() not in PARTICLES]
    return bool(
        (plain(club) in _LABELLED_STATE and not (club.isupper() and club.isascii()))
        or _TIME_OR_DAY.search(club)
        or club.rstrip().endswith(("?", "!"))
        or (len(words) >= _MANY_WORDS and len(small) >= len(words) - 1 and club[:1].islower())
        or "@" in club
    )


def _ask_of_left_out(found: PlayerList, lines: ReadLines) -> list[Question]:
    """Lines of text that begin as those of players do, and were left out as text."""
    numbered = sum(begins_with_place(lines.texts[player.line - 1][0]) for player in found.players)
    asked = []
    for line in found.left_out:
        text = lines.texts[line.line - 1][0] if line.line <= len(lines.texts) and lines.texts[line.line - 1] else ""
        if line.message.template in _NEVER_PLAYERS or not text:
            continue
        if numbered > _SOME_NUMBERED * len(found.players) and begins_with_place(text) and _has_name(text):
            asked.append(line)
    choices = (Choice(PLAYER, Message(_("Yes, a player"))), Choice(OUT, Message(_("No: leave the line out"))))
    return [
        Question(key_of_line(line.line), Message(_ASK_LEFT_OUT, {"line": line.line, "text": line.text}), choices)
        for line in asked[:_MOST_ALONE]
    ]


_SOME_NUMBERED = 0.5
_NEVER_PLAYERS = frozenset(
    {"a total, not a player", "on the waiting list", "withdrawn, not a player", "column heads, not a player"}
    | {"no name in this line"}
)


def _has_name(text: str) -> bool:
    words = [word for word in re.findall(r"[^\W\d_]+", text) if word[:1].isupper() or not _has_case(word)]
    return len(words) > 1


def with_line_answers(found: PlayerList, answers: Mapping[str, str], questions: Sequence[Question]) -> PlayerList:
    """A list with what was answered about its lines."""
    by_key = {question.key: question for question in questions}
    chosen = {key: by_key[key] for key in answers if key in by_key}
    out: set[int] = set()
    names: dict[int, str] = {}
    clubs: set[str] = set()
    born: set[int] = set()
    rated: dict[int, str] = {}
    for key, question in chosen.items():
        answer = replace(question, answer=answers[key]).chosen
        if answer is None:
            continue
        lines = [int(line) for line in _lines_of(question)]
        player = next((each for each in found.players if each.line in lines), None)
        if answer.key == OUT:
            out |= {*lines} if not key.startswith("club-") else _lines_of_club(found, player)
        elif answer.name:
            names[lines[0]] = answer.name
        elif answer.key == NO_CLUB and player is not None:
            clubs.add(player.club)
        elif answer.key == BIRTH and player is not None:
            born.add(player.line)
        elif answer.key.startswith(f"{RATING}-") and player is not None:
            rated[player.line] = answer.key.removeprefix(f"{RATING}-")
    players = [
        _born(player)
        if player.line in born
        else replace(
            player,
            name=names.get(player.line, player.name),
            rating=int(rated[player.line]) if player.line in rated else player.rating,
            title=_title_beside(player, rated.get(player.line, "")),
            club="" if player.club in clubs or player.line in rated else player.club,
        )
        for player in found.players
        if player.line not in out
    ]
    gone = [LeftOut(each.line, each.name, ANSWERED_OUT) for each in found.players if each.line in out]
    left_out = sorted([*found.left_out, *gone], key=lambda each: each.line)
    return replace(found, players=tuple(players), left_out=tuple(left_out))


def _born(player: ListedPlayer) -> ListedPlayer:
    return replace(player, rating=None, birth=str(player.rating))


def _title_beside(player: ListedPlayer, rating: str) -> str:
    """The title in what was read as a club, beside a rating: of “2240 GM”."""
    try:
        return player.title or (read_title(player.club.replace(rating, "").strip()) if rating else "")
    except ValueError:
        return ""


def _lines_of(question: Question) -> list[int]:
    lines = question.message.params.get("lines", [question.message.params.get("line", 0)])
    return [int(str(line)) for line in lines] if isinstance(lines, Sequence) else []


def _lines_of_club(found: PlayerList, player: ListedPlayer | None) -> set[int]:
    return {each.line for each in found.players if player is not None and each.club == player.club}
