"""Every endpoint that writes, asked by those without the right, with a form that whoever has it would have sent.

Endpoints come from the URL list. Visitors are asked to sign in; a player, and the organiser of another club, are told
that they may not, or that there is no such page. The tables below list what else is open to them.
"""

from __future__ import annotations

from typing import Any

from pytest import Subtests

from testing.api.endpoints import writing_endpoints
from testing.marks import WHOLE
from testing.savepoints import undone
from testing.system.good_input import filled
from testing.system.html_forms import as_sent
from testing.system.site_fixture import ADMINISTRATOR, PLAYER, STRANGER, VISITOR, Site
from testing.system.urls import endpoints, methods_at

DONE, BAD, NOT_NOW = (200, 302), (400,), (409,)
BOTH_SIGNED_IN = {PLAYER: DONE, STRANGER: DONE}
EVERYBODY = BOTH_SIGNED_IN | {VISITOR: DONE}

OPEN: dict[str, dict[str, tuple[int, ...]]] = {
    "language": EVERYBODY,
    "theme": EVERYBODY,
    "boards": EVERYBODY,
    "practice": EVERYBODY,
    "practice-table": EVERYBODY,  # of the own session, or on to the choice of a deal
    "practice-step": EVERYBODY,
    "lesson": EVERYBODY,
    "rules-board": EVERYBODY,
    "puzzle": EVERYBODY,
    "analysis-board": EVERYBODY,
    "analysis-look": EVERYBODY,
    "analysis-study": {PLAYER: DONE},
    "practice-attempt": {PLAYER: DONE},  # the player's own
    "practice-attempt-step": {PLAYER: DONE},
    "play-new": {PLAYER: DONE, STRANGER: BAD, VISITOR: DONE},  # visitors are guests
    "play-chat": {PLAYER: DONE},
    "play-report": {PLAYER: DONE},
    "play-spectators": {PLAYER: DONE, STRANGER: BAD},  # an account of nobody writes nothing
    "play-spectators-report": {PLAYER: DONE, STRANGER: BAD},
    "play-block": {PLAYER: DONE, STRANGER: NOT_NOW},
    "account-mail": BOTH_SIGNED_IN,
    "mail-unsubscribe": EVERYBODY,  # whoever has the link of a mail
    "play-calendar": {PLAYER: DONE, STRANGER: NOT_NOW},
    "play-settings": {PLAYER: DONE, STRANGER: BAD},
    "play-vacations": {PLAYER: DONE, STRANGER: BAD},
    "play-vacation-cancel": {PLAYER: DONE},
    "play-take": {PLAYER: DONE, STRANGER: NOT_NOW},
    "play-link": {PLAYER: DONE, STRANGER: NOT_NOW},
    "play-quick": {PLAYER: DONE, STRANGER: NOT_NOW, VISITOR: DONE},  # visitors are guests
    "play-computer": {PLAYER: DONE, STRANGER: NOT_NOW, VISITOR: DONE},  # as in quick pairing
    "game-analysis": EVERYBODY,
    "play-quick-here": EVERYBODY,
    "play-quick-stop": EVERYBODY,
    "play-favourites": dict.fromkeys(BOTH_SIGNED_IN, NOT_NOW),  # one who waits for a game is offered no bookmarks
    "play-close": {PLAYER: DONE},  # the challenge is the player's
    "play-here": {PLAYER: (200,)},
    "play-confirm": {PLAYER: DONE},
    "play-note": {PLAYER: DONE},
    "play-conditional": {PLAYER: DONE},
    "play-conditional-delete": {PLAYER: DONE},
    "play-game": {PLAYER: DONE},  # the player sits at this board
    "play-step": {PLAYER: DONE},
    **{
        f"study-{what}": {PLAYER: DONE} for what in ("settings", "chapter", "chapter-new", "delete")
    },  # the player's own
    **{f"study-{what}": {PLAYER: DONE} for what in ("play", "annotate")},
    "study-change-line": {PLAYER: DONE},
    "study-new": {PLAYER: DONE},  # the stranger's account is nobody's who plays
    "study-copy": {PLAYER: DONE},
    "day": {PLAYER: DONE},
    "day-begin": {PLAYER: BAD, STRANGER: DONE},  # the player has begun; the stranger's account is nobody's who plays
    "day-resign": {PLAYER: DONE},
    "club-join": {STRANGER: NOT_NOW, PLAYER: NOT_NOW, VISITOR: DONE},  # no player, or a member already
    "sign-up": EVERYBODY,  # who has an account goes home
    "sign-up-passkey": {VISITOR: BAD},  # a script shows its form: nothing is typed
    "guardian": EVERYBODY,  # whoever has the link of a mail
    "sign-up-link": EVERYBODY,  # whoever has the link of a mail
    "event-ask": EVERYBODY,
    "join-request": EVERYBODY,  # whoever knows the secret
    "seat-link": EVERYBODY,  # whoever holds the slip
    "seat-link-call": EVERYBODY,
    "event-call": {PLAYER: DONE},  # sits at the board
    "entry-link": EVERYBODY,  # whoever holds the card
    "event-here": {PLAYER: DONE, STRANGER: NOT_NOW},  # the stranger's account is nobody's who plays
    "sign-in": EVERYBODY,
    "sign-out": EVERYBODY,
    "sign-in-code": dict.fromkeys(EVERYBODY, (302,)),  # without a password before it, to the first step
    "sign-in-again": BOTH_SIGNED_IN,
    "sign-in-passkey": dict.fromkeys(EVERYBODY, (200,)),  # asks everybody's device
    "account-second-factor-new": dict.fromkeys(BOTH_SIGNED_IN, (200, 400)),  # by a code of the own app
    "account-second-factor-codes": BOTH_SIGNED_IN,
    "account-second-factor-off": BOTH_SIGNED_IN,
    "password-help": EVERYBODY,  # says the same to all, and mails to addresses that it knows
    "password-link": {VISITOR: DONE, STRANGER: (410,), PLAYER: (410,)},  # whoever has the link may: a visitor opened it
    "start": dict.fromkeys(EVERYBODY, BAD),  # open while the server has no account
    "account-email": BOTH_SIGNED_IN,  # what is done is done to the own account
    "account-password": BOTH_SIGNED_IN,
    "account-keys": BOTH_SIGNED_IN,
    "account-programs": BOTH_SIGNED_IN,
    "account-key-remove": {PLAYER: DONE},  # the key is the player's
    "account-passkeys": dict.fromkeys(BOTH_SIGNED_IN, (200, 400)),  # asks the own device
    "account-passkey-remove": {PLAYER: DONE},  # the passkey is the player's
    "notifications-read": BOTH_SIGNED_IN,
    "notification-settings": BOTH_SIGNED_IN,
    "push-device-new": dict.fromkeys(BOTH_SIGNED_IN, (201,)),
    "push-device-remove": {PLAYER: DONE},  # the device is the player's
    "account-session-end": {PLAYER: DONE},  # the session is the player's
    "account-sessions-end": BOTH_SIGNED_IN,
    "account-erase": {PLAYER: DONE, STRANGER: BAD},  # the name that is typed is the player's
    "account-home": {PLAYER: DONE},  # the stranger has no person, so no membership either
    "account-leave": {PLAYER: DONE},
    "person-follow": {STRANGER: DONE, PLAYER: NOT_NOW},  # nobody follows themselves
    "club-follow": BOTH_SIGNED_IN,
    "person-followers": {PLAYER: DONE},  # the player's own
    "role-offer-answer": {PLAYER: DONE},  # the player is offered the role
    "invitation-answer": {PLAYER: DONE},  # it is the player who is invited
    "event-join": {PLAYER: DONE, STRANGER: NOT_NOW},  # the stranger's account is nobody's who plays
    "event-leave": {PLAYER: DONE, STRANGER: NOT_NOW},
    **{f"arena-{act}": {PLAYER: DONE, STRANGER: NOT_NOW} for act in ("join", "pause", "leave")},
    "event-line-up": {PLAYER: DONE},  # the player is the captain
    "event-choice": {PLAYER: DONE},  # it is the player who chooses
    "event-team-bye": {PLAYER: DONE},
    "event-team-bye-cancel": {PLAYER: DONE},
    "event-waiting-leave": {PLAYER: DONE, STRANGER: NOT_NOW},
    "club-house-player-play": {PLAYER: DONE, STRANGER: NOT_NOW},  # the player is a member of the club
    "game-result": {PLAYER: DONE},  # the player sits at this board
    "game-record": {PLAYER: DONE},
    "game-score": {PLAYER: DONE},
    "attempt": {PLAYER: DONE},  # the attempt is the player's
    "attempt-begin": {PLAYER: DONE},
    "attempt-resign": {PLAYER: DONE},
    "jobs": {STRANGER: DONE},  # jobs are the server's; all organisers may ask for another try
}
"""What endpoints of the pages answer to those who hold no role in the club."""

STUDY, CHAPTER, TURN = "studies/<slug:study_slug>", "chapters/<int:chapter>", "/turns/<int:turn>"
OPEN_IN_API = {
    ("POST", "uploads"): {STRANGER: (201,)},  # an organiser, too: of another club
    ("POST", "invitations/<int:invitation_id>/accept"): {PLAYER: (200,)},
    ("POST", "invitations/<int:invitation_id>/decline"): {PLAYER: (204,)},
    ("POST", "role-offers/<int:offer_id>/accept"): {PLAYER: (200,)},
    ("POST", "role-offers/<int:offer_id>/decline"): {PLAYER: (204,)},
    ("POST", "events/<int:event_id>/games/<int:game_id>/call"): {PLAYER: (201,)},
    ("POST", "attempts/<int:attempt_id>/begin"): {PLAYER: (200,)},
    ("POST", "attempts/<int:attempt_id>/turns"): {PLAYER: (201,)},
    ("POST", "attempts/<int:attempt_id>/resign"): {PLAYER: (200,)},
    **{("POST", f"play/games/<int:game_id>/{act}"): {PLAYER: (201,)} for act in ("chat", "report")},
    **{(way, "play/blocks/<int:person_id>"): {PLAYER: (204,), STRANGER: NOT_NOW} for way in ("PUT", "DELETE")},
    **{(way, "players/<int:person_id>/follow"): {PLAYER: (204,), STRANGER: (204,)} for way in ("PUT", "DELETE")},
    **{(way, "clubs/<slug:slug>/follow"): {PLAYER: (204,), STRANGER: (204,)} for way in ("PUT", "DELETE")},
    ("POST", "play/games/<int:game_id>/spectators"): {PLAYER: (201,), STRANGER: NOT_NOW},
    ("POST", "play/games/<int:game_id>/spectators/report"): {PLAYER: (201,), STRANGER: NOT_NOW},
    ("PUT", "play/settings"): {PLAYER: (200,), STRANGER: NOT_NOW},
    ("POST", "play/vacations"): {PLAYER: (201,), STRANGER: NOT_NOW},
    ("DELETE", "play/vacations/<int:vacation_id>"): {PLAYER: (204,)},
    ("POST", "play/challenges"): {PLAYER: (201,), STRANGER: NOT_NOW},
    ("POST", "play/computer"): {PLAYER: (201,), STRANGER: NOT_NOW},
    ("POST", "play/house-players/<int:person_id>/games"): {PLAYER: (201,), STRANGER: NOT_NOW},
    ("POST", "analysis"): {PLAYER: (202,), STRANGER: (202,)},
    ("DELETE", "play/challenges/<int:challenge_id>"): {PLAYER: (204,)},
    ("POST", "play/challenges/<int:challenge_id>/take"): {PLAYER: (201,), STRANGER: NOT_NOW},
    ("POST", "play/links/<slug:token>"): {PLAYER: (201,), STRANGER: NOT_NOW},
    **{("POST", f"play/games/<int:game_id>/{act}"): {PLAYER: (200,)} for act in ("turns", "resign", "abort", "offers")},
    ("POST", "play/games/<int:game_id>/leave-series"): {PLAYER: (200,)},
    ("POST", "play/games/<int:game_id>/conditional-turns"): {PLAYER: (201,)},
    ("DELETE", "play/games/<int:game_id>/conditional-turns/<int:line_id>"): {PLAYER: (204,)},
    ("POST", "play/games/<int:game_id>/claim"): {PLAYER: NOT_NOW},  # nobody has left it
    ("POST", "events/<int:event_id>/check-in/me"): {PLAYER: (204,), STRANGER: NOT_NOW},
    **{
        ("POST", f"events/<int:event_id>/arena/{act}"): {PLAYER: (204,), STRANGER: NOT_NOW}
        for act in ("join", "pause", "leave")
    },
    ("PUT", "events/<int:event_id>/rounds/<int:number>/line-ups/<int:team_id>"): {PLAYER: (204,)},
    ("POST", "events/<int:event_id>/teams/<int:team_id>/byes"): {PLAYER: (201,)},
    ("DELETE", "events/<int:event_id>/teams/<int:team_id>/byes/<int:round_number>"): {PLAYER: (204,)},
    ("PUT", "events/<int:event_id>/games/<int:game_id>/choice"): {PLAYER: (204,)},
    ("POST", "practice"): {PLAYER: (201,), STRANGER: NOT_NOW},
    ("POST", "practice/<int:attempt_id>/turns"): {PLAYER: (200,)},
    ("POST", "practice/<int:attempt_id>/undo"): {PLAYER: (200,)},
    ("POST", "practice/<int:attempt_id>/resign"): {PLAYER: (200,)},
    ("POST", "practice/<int:attempt_id>/hint"): {
        PLAYER: (409,)
    },  # fair play: it is the deal of their open attempt, too
    ("POST", "day"): {PLAYER: (200,), STRANGER: NOT_NOW},  # the player has begun it
    ("POST", "day/turns"): {PLAYER: (200,)},
    ("POST", "day/resign"): {PLAYER: (200,)},
    ("PUT", "me/home"): {PLAYER: (200,), STRANGER: NOT_NOW},
    ("POST", "play/seek"): {PLAYER: (200,), STRANGER: NOT_NOW},
    ("DELETE", "play/seek"): {PLAYER: (204,)},
    ("POST", "studies"): {PLAYER: (201,)},
    ("PUT", STUDY): {PLAYER: (200,)},
    **{("POST", f"{STUDY}/{what}"): {PLAYER: (201,)} for what in ("copy", "chapters", f"{CHAPTER}/turns")},
    ("POST", f"{STUDY}/{CHAPTER}/turns/<int:turn>/promote"): {PLAYER: (204,)},
    **{(way, f"{STUDY}/{CHAPTER}{turn}"): {PLAYER: (204,)} for way in ("PATCH", "DELETE") for turn in ("", TURN)},
    ("DELETE", STUDY): {PLAYER: (204,)},
    ("POST", "events/<int:event_id>/entries/me"): {PLAYER: (201,), STRANGER: NOT_NOW},
    ("DELETE", "events/<int:event_id>/entries/me"): {PLAYER: (204,), STRANGER: NOT_NOW},
    ("DELETE", "events/<int:event_id>/waiting/me"): {PLAYER: (204,), STRANGER: NOT_NOW},
}


def askers(name: str) -> tuple[str, ...]:
    """Who asks at an endpoint of this name: the stranger always, in turn one of the others unless all do."""
    others = (VISITOR, PLAYER)
    return (STRANGER, *(others if WHOLE else others[len(name) % 2 :][:1]))


def denied(who: str, answer: Any) -> bool:
    """Whether somebody was sent away: to sign in, or for good."""
    if who == VISITOR:
        return answer.status_code == 302 and answer["Location"].startswith("/sign-in?next=")
    return answer.status_code in (403, 404)


def asked(site: Site, who: str, name: str, address: str) -> list[Any]:
    """What `who` gets for each good form that goes to this endpoint, or for an empty one. All of it is undone."""
    forms = [(form.action, filled(name, form)) for _client, form in site.forms(name)] or [(address, {})]
    answers = []
    for action, data in forms:
        with undone():
            answers.append(site.client(who).post(action, as_sent(data)))
            if denied(who, answers[-1]):
                assert site.touched() == [], action
    return answers


def test_nobody_writes_who_has_no_business_there(site: Site, subtests: Subtests) -> None:
    for endpoint in endpoints():
        name, address = endpoint.name, site.address(endpoint)
        if "POST" not in methods_at(site.client(ADMINISTRATOR), address):
            assert name not in OPEN
            continue
        for who in askers(name):
            with subtests.test(f"{name} as {who}"):
                answers = asked(site, who, name, address)
                statuses, expected = [answer.status_code for answer in answers], OPEN.get(name, {}).get(who)
                if expected is None:
                    assert all(denied(who, answer) for answer in answers), statuses
                else:
                    assert set(statuses) & set(expected), statuses


def test_nobody_writes_by_the_api_who_has_no_business_there(site: Site, subtests: Subtests) -> None:
    for endpoint in sorted(writing_endpoints()):
        request = site.world.requests[endpoint]
        for who in askers(endpoint[1]):
            with subtests.test(f"{' '.join(endpoint)} as {who}"), undone():
                answer = site.callers[who].ask(endpoint[0], request.path, request.body)
                expected = OPEN_IN_API.get(endpoint, {}).get(who, (401,) if who == VISITOR else (403, 404))
                assert answer.status_code in expected, answer.content
                if expected[0] in (401, 403):
                    assert site.touched() == []


def test_the_table_names_endpoints_that_are_there() -> None:
    assert set(OPEN) <= {endpoint.name for endpoint in endpoints()}
    assert set(OPEN_IN_API) <= writing_endpoints()
