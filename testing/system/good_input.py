"""What a person types into each form of the service who fills it in well."""

from __future__ import annotations

from typing import Any

from testing.factories import PASSWORD
from testing.games.game_records import WON_BY_BLACK
from testing.players.push import SUBSCRIPTION
from testing.system.html_forms import HtmlForm
from testing.system.play_pages import PUZZLE

FIRST = "start"
NEW_PASSWORD = "an even longer password"
PASSWORDS = {"password": NEW_PASSWORD, "again": NEW_PASSWORD}

WELL: dict[str, dict[str, str]] = {
    "play-game": {"turns": "f2"},
    "lesson": {"turns": "e1-e3"},
    "rules-board": {"turns": "d1-d2"},
    "account-programs": {"name": "Rook Robot"},
    "puzzle": {"turns": PUZZLE.line[0]},
    "analysis-board": {"turns": "g2"},
    "account-email": {"email": "organiser@club.example", "old": PASSWORD},
    "account-erase": {"typed": "Pia"},
    "account-keys": {"label": "tablet"},
    "account-password": {"old": PASSWORD, **PASSWORDS},
    "club-join": {"name": "Zoe Newman"},
    "event-ask": {"name": "Zoe Newman"},
    "club-new": {"name": "New Club"},
    "club-organiser-new": {"username": "deputy"},
    "club-person-account": {"username": "newcomer"},
    "club-person-erase": {"typed": "Pia"},
    "club-house-players": {"rules": "lyngk-main", "level": "2", "control": "300+3"},
    "club-person-join": {"since": "2026-01-01"},
    "club-person-new": {"name": "Zoe Newman"},
    "club-roles": {"username": "spare"},
    "entry-bye": {"kind": "zero"},
    "entry-missed-byes": {"rounds": "1"},
    "event-category-new": {"name": "Under 12", "most": "11"},
    "event-webhooks": {"address": "https://b.example/x"},
    "event-announcement-withdraw": {"note": "On time after all."},
    "event-questions": {"text": "Which meal?"},
    "event-close": {"early": "yes"},
    "event-delete": {"typed": "Spring Open"},
    "event-enter": {"names": "Zelda\nYan"},
    "event-enter-list": {"file": b"Name,Rating\nZoe,1800\n"},
    "event-new": {"name": "Autumn Open", "do": "create"},
    "event-result": {"result": "1-0"},
    "event-round-delete": {"typed": "Round 1"},
    "event-team-new": {"name": "Quails"},
    "event-team-late": {"name": "Quails"},
    "event-team-missed-byes": {"rounds": "1"},
    "event-start-round": {"despite_open": "yes"},
    "play-conditional": {"line": "b3 f2 b4 c2"},
    "play-chat": {"text": "Good luck"},
    "push-device-new": SUBSCRIPTION | {"endpoint": "https://push.example/new"},
    "play-report": {"reason": "spam"},
    "person-follow": {"follow": "yes"},
    "club-follow": {"follow": "yes"},
    "person-followers": {"allowed": "no"},
    "play-spectators": {"text": "Good game"},
    "play-spectators-report": {"reason": "spam"},
    "study-new": {"rules": "gipf-basic"},
    "study-chapter-new": {"rules": "gipf-basic"},
    "study-play": {"turns": "d2"},
    "title-new": {"name": "Grand Expert", "rating": "1900", "games": "5"},
    "league-new": {"name": "Second League", "season": "2026"},
    "league-end": {"name": "2027", "starts_on": "2027-01-09", "ends_on": "2027-04-10"},
    "circuit-new": {"name": "Second Circuit"},
    "festival-new": {"name": "Winter Days", "starts_on": "2026-12-04", "ends_on": "2026-12-06"},
    "stages-new": {"name": "Winter Cup", "starts_on": "2026-12-04", "ends_on": "2026-12-06"},
    "stage-new": {"name": "Match"},
    "stage-pass": {"reason": "on holiday"},
    "event-choice": {"rules": "lyngk-main"},
    "game-handicap": {"handicap": "1/0"},
    "game-record": {"text": WON_BY_BLACK},
    "attempt-record": {"text": "/"},
    "game-recorder": {"turns": "c2"},
    "record-file-new": {"file": WON_BY_BLACK.encode()},
    "game-score": {"position": "", "white_reserve": "0", "black_reserve": "4"},
    "game-result": {"result": "1-0"},
    "password-help": {"email": "nobody@club.example"},
    "password-link": PASSWORDS,
    "sign-up": {"name": "Self Made", "email": "new@made.example"},
    "sign-up-link": PASSWORDS,
    "club-page": {"colour": "moss", "address": "gipf-club"},
    "club-guardians": {"asks": "on"},
    "club-guardians-ask": {"birth_year": 2015, "email": "parent@club.example"},
    "guardian": {"answer": "given", "guardian": "Pat Klein"},
    "club-open-licence": {"licence": "CC0-1.0"},
    "club-export": {"step": "ask"},
    "second-factor-reset": {"username": "spare"},
    "sign-in-again": {"old": PASSWORD},
    "sign-in": {"username": "spare", "password": PASSWORD},
    FIRST: {"club_name": "First Club", "username": "first", **PASSWORDS},
}
"""What a person types who fills the forms in well."""
REASON = {"reason": "because"}


def filled(name: str, form: HtmlForm) -> dict[str, Any]:
    """The form as a person fills it in who does everything right."""
    well = {**REASON, **WELL.get(name, {})}
    data: dict[str, Any] = form.untouched() | {key: value for key, value in well.items() if key in form.fields}
    if "link" in form.fields:  # an account that is there, instead of a new one
        data["username"] = "spare"
    if "entries" in form.fields:  # two players are kept apart
        data["entries"] = form.fields["entries"].options[:2]
    if "teams" in form.fields:  # as are two teams; the first ones are already
        data["teams"] = form.fields["teams"].options[-2:]
    if name == "event-team-late":  # with a player who is in no team
        data["place_1"] = form.fields["place_1"].options[-1]
    if "other" in form.fields and form.fields["other"].options:  # and so do two who are paired by hand
        data["other"] = form.fields["other"].options[-1]
    if "person_id" in form.fields and len(form.fields["person_id"].options) > 1:  # a member of the club
        data["person_id"] = form.fields["person_id"].options[1]
    if "second" in form.fields:  # two players of different boards change places
        data["second"] = form.fields["second"].options[2]
    return data
