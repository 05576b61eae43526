"""A linter for the English of pages: the rules of docs/style.md that a pattern can hold.

Each rule has what it looks for, why, and an example with its remedy. What no pattern can see (is it short, is it
kind, is it true) is left to readers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from gipfel.translations import extract

WORDS_IN_A_SENTENCE = 25
PLACEHOLDER = re.compile(r"%\(\w+\)[sdf]|\{\w*\}")
NOUNS = "boards|days|events|games|groups|hours|minutes|moves|pieces|players|points|results|rounds|seconds|turns|years"


class Rule(NamedTuple):
    """What is not written, why, an example, and what is written instead."""

    name: str
    pattern: re.Pattern[str]
    why: str
    example: str
    instead: str


def _rule(name: str, pattern: str, why: str, example: str, instead: str) -> Rule:
    return Rule(name, re.compile(pattern), why, example, instead)


RULES = (
    _rule(
        "people",
        r"(?i)\b(?:whoever|whomever|whatever|somebody|nobody|everybody)\b",
        "Name the people: a player, members, no player, everyone.",
        "Nobody asks to join at the moment.",
        "No open requests.",
    ),
    _rule(
        "clause",
        r"(?:^|[.;] )(?:Who|Whose|Whom|What|Which|Where)\b(?! (?:to|next)\b)[^.?!]*(?:[.!]|[^.?!]{12}$)",
        "A clause is no subject: begin with when, if, or a noun.",
        "Who registers once all places are taken waits in order.",
        "When the event is full, new registrations go on a waiting list.",
    ),
    _rule(
        "stands",
        r"\b[Ss](?:tands?|tood)\b",
        "Texts and numbers are shown, listed, kept or counted.",
        "The boards stand here once a round is paired.",
        "Boards appear here once a round is paired.",
    ),
    _rule(
        "says",
        r"\b(?:[Ss]ays?|[Ss]aid|[Tt]ells|[Tt]old)\b",
        "Only people talk: pages show, players report, arbiters enter.",
        "Round 1, board 5: 1-0, says the arbiter",
        "Arbiter entered 1-0 on board 5",
    ),
    _rule(
        "begins",
        r"\b[Bb](?:egins?|egan|egun)\b",
        "Rounds, games and events start.",
        "The round begins after that day.",
        "The round starts after that day.",
    ),
    _rule(
        "goes",
        r"\bgoes\b|\bgo (?:by|off|without)\b",
        "Say what happens: it is sent, counted, removed, continued.",
        "Once open again, check-in goes on.",
        "Reopening keeps earlier check-ins.",
    ),
    _rule(
        "there",
        r"\bthat there (?:is|are|was|were)\b|\b[Tt]here is no such\b|\b(?:is|are) there[.:]?$",
        "Leave it out, or say what does not exist.",
        "Keys to the API that there were are removed.",
        "Your API keys were revoked.",
    ),
    _rule(
        "he",
        r"\b(?:[Hh]e|[Hh]is|[Hh]im|[Hh]imself)\b",
        "A player is they.",
        "a stack of six under a colour of his own",
        "a stack of six under their own colour",
    ),
    _rule(
        "anyway",
        r"\banyway\b",
        "A button names the act.",
        "Do it anyway",
        "Publish this pairing",
    ),
    _rule(
        "itself",
        r"\bfor good\b|\bby (?:it|them)sel(?:f|ves)\b",
        "Permanently; automatically.",
        "Changes appear here by themselves.",
        "Live",
    ),
    _rule(
        "done",
        r"^The [a-z]+(?: [a-z]+)? (?:is|are|was|were) (?:saved|stored|deleted|removed|changed|recorded|revoked)\.$",
        "What was done is noun and participle.",
        "The prizes are saved.",
        "Prizes saved.",
    ),
    _rule(
        "one",
        rf"\b1 (?:{NOUNS})\b",
        "One has a form of its own.",
        "1 days for each turn",
        "1 day per turn",
    ),
)


def long_sentences(text: str) -> list[str]:
    """The sentences of a text that have too many words."""
    return [each for each in re.split(r"(?<=[.!?:;])\s+", text) if len(each.split()) > WORDS_IN_A_SENTENCE]


def counts_without_plural(text: str) -> bool:
    """Whether a number stands before things in a text that has one form only; a limit may."""
    return bool(re.search(rf"(?<!most )(?<!to )(?<!than )%\((?:count|n|total)\)[sd] (?:{NOUNS})\b", text))


def faults(text: str) -> list[str]:
    """The names of the rules that one form of a text breaks."""
    plain = PLACEHOLDER.sub("…", text)
    found = [rule.name for rule in RULES if rule.pattern.search(plain)]
    return found + ["long"] * bool(long_sentences(text))


NOT_OURS = ("common/field_words.py",)
"""Words of the framework, which are translated as it has them."""


# --- Buttons --------------------------------------------------------------------------------------------

VERBS = re.compile(
    r"(?:"
    r"Abort|Accept|Add|Adopt|Allow|Analyse|Announce|Approve|Ask|Award|Block|Book|Calculate|Call|Cancel|Change|Check|Choose|Claim|"
    r"Clear|Close|Compare|Confirm|Continue|Copy|Count|Create|Deal|Decide|Decline|Delete|Disable|Discard|Dismiss|Download|"
    r"Draw|Edit|Enable|End|Enter|Erase|Export|Filter|Find|Finish|Follow|Forbid|Give|Hand|Import|Invite|Join|Keep|Leave|Let|"
    r"Link|Lock|Look|Make|Mark|Merge|Move|Notify|Offer|Open|Pair|Pause|Play|Preview|Print|Publish|Read|Recalculate|"
    r"Redraw|Register|Reinstate|Remove|Reopen|Report|Reset|Resign|Restart|Restore|Resume|Retry|Review|Revoke|Ring|"
    r"Save|Scan|Search|Send|Set|Share|Show|Sign|Skip|Start|Stop|Swap|Switch|Take|Try|Turn|Unblock|Undo|Unlink|"
    r"Unfollow|Unlock|Unpair|Upload|Use|Withdraw"
    r")\b"
)
VALUES = {"Half a point", "Hint", "Next page", "No points", "Previous page", "Sounds"}
"""Buttons that give a value, or a thing that everyone asks for by its name."""
BUTTON = re.compile(r"<button\b[^>]*>\s*(?:\{% (?:icon|static)[^%]*%\}\s*)*\{% translate \"([^\"]+)\"")
SUBMIT = re.compile(r"\bsubmit=_\(\"([^\"]+)\"\)")


def is_act(label: str) -> bool:
    """Whether the label of a button begins with a verb, or is one of the few that need none."""
    return label in VALUES or bool(VERBS.match(label))


def buttons(project: Path) -> dict[str, str]:
    """The label of every button, with the template that has it."""
    found: dict[str, str] = {}
    for file in sorted((project / "templates").rglob("*.html")):
        source = file.read_text(encoding="utf-8")
        for label in BUTTON.findall(source) + SUBMIT.findall(source):
            found.setdefault(label, file.relative_to(project).as_posix())
    return found


# --- All texts ------------------------------------------------------------------------------------------


def texts(project: Path) -> Iterator[tuple[tuple[str, ...], str]]:
    """(the forms of a text, its first file) of every translatable text."""
    for message in extract(project):
        if message.id:
            forms = message.id if isinstance(message.id, tuple) else (message.id,)
            yield forms, min(name for name, _line in message.locations)
