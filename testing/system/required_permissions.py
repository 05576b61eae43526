"""What stands before every address: an act of the one table of roles, or that one is signed in, or seated.

A new address that takes forms, and a new method of the API that writes, is named here, unless it is made of an act on
an event, circuit or the like (`ScopeActView`): then the class of the act says which permission it takes.
"""

from __future__ import annotations

from typing import Any

import tournaments.urls  # noqa: F401  # every act is declared then
from players.roles import Permission
from testing.system.public_addresses import OPEN_TO_ALL, PUBLIC_API, PUBLIC_PAGES
from tournaments.core.scope_act_views import ScopeActView, declarations

PUBLIC, SIGNED_IN, ANYWHERE = "public", "signed in", "anywhere"
"""Open to all; to every account; to SEE_JOBS in any scope."""
THE_PLAYERS, THE_ORGANISERS = "the player's", "the organiser's"
"""A key, a passkey, a session or an offer of the player, a role of the organiser: no one else touches them."""
THE_AUTHORS = "the author's"
"""What only the player who wrote it finds: for others it is not there."""
SEATED, REPORTS, PLAYS, WHITE, BLACK = "seated", "reports", "plays", "white", "black"
"""Who sits at the board or decides its result; sits there or enters its result; sits there; sits at this side of it."""
SEAT_LINK, PLAYER_CARD, NOBODY = "seat link", "player card", "nobody"
"""Anyone who holds the link of a result slip, or of a player's card; no one at all."""
LINKED, MEMBER, INVITED, OF_THE_PERSON = "linked", "member", "invited", "of the person"
"""Accounts of people; of members of the club that a form names; of people who are invited, and
administrators; of the person that an address names, and those who manage people there."""
A_SECTION = "a section"
"""Who may run one of the sections of the festival."""
CAPTAIN, OF_THE_TEAM = "the captain's", "of the team"
"""The captain of the team that an address names, and those who run rounds; those who play for it, and no one else."""
CHOOSER = "the chooser's"
"""The player who chooses what is played on a board, and those who run rounds; for others the choice is not there."""
UPLOADER = "an uploader"
"""Who may create events, enter players or decide results in any scope."""
Need = Permission | str


def _permitted() -> list[tuple[type[ScopeActView], Need]]:
    """The acts whose class says which permission they take. Others are decided by who one is: see the tables."""
    views = [view for view in declarations(ScopeActView) if hasattr(view, "act")]
    return [(view, view.act.permission) for view in views if view.act.permission is not None]


_FORMS: dict[tuple[str, str], Need] = {(view.name, view.action): need for view, need in _permitted() if view.name}
"""What stands before the form of an act, by the name of its address and its `action` there."""

_CLUB = dict.fromkeys(
    (
        "club-open-licence",
        "club-export",
        "club-export-file",
        "club-guardians",
        "club-page",
        "club-settings",
        "club-remove-example",
        "pool-settings",
        "pool-systems",
        "pool-main",
        "pool-remove",
        "rating-fit",
        "rating-fit-adopt",
        "rating-runs",
        "rating-system",
        "club-rating-system",
        "rating-lists-request",
    ),
    Permission.EDIT_CLUB,
)
_PEOPLE = dict.fromkeys(
    ("club-people", "club-person", "club-person-new", "club-person-join", "club-membership", "club-person-rename",
     "club-person-merge", "club-person-unmerge", "club-person-erase", "club-person-account", "club-person-link",
     "club-person-switch", "club-person-unlink", "club-invitation-withdraw", "club-joining", "join-approve",
     "join-decline", "joining-switch", "club-house-players", "club-house-player-remove", "club-guardians-ask"),
    Permission.MANAGE_PEOPLE,
)  # fmt: skip
_ROLES = dict.fromkeys(
    ("club-roles", "club-role-revoke", "club-role-offer-withdraw", "club-organiser-new"), Permission.GIVE_ROLES
)
_EVENT = dict.fromkeys(("event-edit", "event-webhooks", "event-webhook"), Permission.EDIT_EVENT)
_ROUNDS = dict.fromkeys(("event-files", "event-draft", "event-draft-check", "event-file"), Permission.RUN_ROUNDS)
_ENTRIES = dict.fromkeys(
    ("entry-bye", "entry-missed-byes", "event-check-in", "event-arrivals", "event-absent-byes",
     "event-check-in-cards", "event-enter-list", "event-waiting", "event-answers", "event-answers-csv"),
    Permission.ENTER_PLAYERS,
)  # fmt: skip
_SCORES = dict.fromkeys(("event-desk", "event-news", "event-result"), Permission.ENTER_RESULT)
_RESULTS = dict.fromkeys(
    ("event-result-undo", "event-slips", "seat-link-revoke", "game-handicap", "game-rated-result"),
    Permission.DECIDE_RESULT,
)
_OWN = dict.fromkeys(
    ("account", "account-email", "account-mail", "account-password", "account-keys", "account-export",
     "arena-join", "arena-pause", "arena-leave",
     "account-erase", "event-join", "event-leave", "event-here", "event-waiting-leave", "account-sessions",
     "account-sessions-end", "account-second-factor", "account-second-factor-new", "account-second-factor-codes",
     "account-second-factor-off", "account-passkeys", "sign-in-again", "notifications", "notifications-bell",
     "notifications-read", "notification-settings", "push-device-new"), SIGNED_IN,
)  # fmt: skip
_SERVER = dict.fromkeys(
    ("club-new", "club-admissions", "club-admit", "club-person-home", "rated-games", "game-counting"),
    Permission.MANAGE_SERVER,
)
PAGES: dict[str, Need] = {
    **{name: need for (name, _action), need in _FORMS.items()},
    **_CLUB, **_PEOPLE, **_ROLES, **_EVENT, **_ROUNDS, **_ENTRIES, **_SCORES, **_RESULTS, **_OWN, **_SERVER,
    "club-journal": Permission.READ_JOURNAL, "server-status": Permission.SEE_SERVER, "event-new": Permission.MAKE_EVENT,
    "event-template-delete": Permission.MAKE_EVENT,
    "event-import": Permission.MAKE_EVENT, "history-import": Permission.MAKE_EVENT, "history": Permission.MAKE_EVENT,
    "game-what-if": SIGNED_IN,
    "game-record": SEATED, "game-score": SEATED,
    "game-recorder": SEATED, "game-recorder-back": SEATED, "game-recorder-finish": SEATED,
    "game-recorder-continue": SEATED, "game-recorder-state": SEATED, "game-recorder-steps": SEATED,
    "record-file-new": Permission.DECIDE_RESULT, "record-file": Permission.DECIDE_RESULT,
    "jobs": ANYWHERE,
    "notification": THE_PLAYERS, "push-device-remove": THE_PLAYERS,
    "account-key-remove": THE_PLAYERS, "account-passkey-remove": THE_PLAYERS,
    "practice-attempt": THE_PLAYERS, "practice-attempt-step": THE_PLAYERS, "day-resign": THE_PLAYERS,
    "day-begin": SIGNED_IN, "practice-statistics": SIGNED_IN,
    "play-spectators-report": SIGNED_IN,
    **dict.fromkeys(("account-following", "person-follow", "club-follow"), SIGNED_IN),
    "person-followers": OF_THE_PERSON,
    "play-chat": THE_PLAYERS, "play-report": THE_PLAYERS, "play-block": SIGNED_IN,
    **dict.fromkeys(("moderation", "moderation-report", "moderation-lift"), Permission.MODERATE),
    "play-calendar": SIGNED_IN,
    "play-favourites": SIGNED_IN,
    "play-settings": SIGNED_IN, "play-vacations": SIGNED_IN, "play-vacation-cancel": THE_PLAYERS,
    "play-take": SIGNED_IN, "play-close": THE_PLAYERS, "play-step": THE_PLAYERS,
    "play-state": THE_PLAYERS, "play-here": THE_PLAYERS, "play-confirm": THE_PLAYERS,
    "play-conditional": THE_PLAYERS, "play-conditional-delete": THE_PLAYERS,
    "play-note": THE_PLAYERS, "play-steps": THE_PLAYERS,
    "attempt-begin": THE_PLAYERS, "attempt-resign": THE_PLAYERS,
    "attempt-record": Permission.DECIDE_RESULT,
    "account-session-end": THE_PLAYERS, "second-factor-reset": Permission.RESET_SECOND_FACTOR,
    "role-offer-answer": THE_PLAYERS, "account-role-give-up": THE_ORGANISERS,
    "seat-link": SEAT_LINK, "seat-link-call": SEAT_LINK, "entry-link": PLAYER_CARD,
    **dict.fromkeys(("festival-desk", "festival-check-in"), A_SECTION),
    **dict.fromkeys(("festival-links", "festival-link-revoke"), Permission.DECIDE_RESULT),
    **dict.fromkeys(
        ("study", "study-line", "study-text", "study-json", "study-picture", "study-code", "study-png",
         "study-play", "study-state", "study-steps", "study-annotate", "study-change-line",
         "study-settings", "study-chapter", "study-chapter-new", "study-delete", "study-analysis"), THE_AUTHORS),
    **dict.fromkeys(("event-line-up", "event-team-bye", "event-team-bye-cancel"), CAPTAIN),
    "event-choice": CHOOSER,
    "study-new": LINKED, "study-copy": LINKED, "analysis-study": LINKED, "account-programs": SIGNED_IN,
    "account-leave": LINKED, "invitation-answer": INVITED, "event-import-state": Permission.MAKE_EVENT,
}  # fmt: skip
"""What stands before a page and its forms, by the name of its address."""
READ_BY_ALL: dict[str, Need] = {
    "event-enter": Permission.ENTER_PLAYERS,
    "event-setups": Permission.RUN_ROUNDS,
    "event-explain": Permission.RUN_ROUNDS,
    "game-result": SEATED,
    "event-call": PLAYS,
    "day": THE_PLAYERS,
    "attempt": THE_PLAYERS,
    "club-house-player-play": SIGNED_IN,
    "play-game": THE_PLAYERS,
    "play-link": SIGNED_IN,
    "play-spectators": SIGNED_IN,
}
"""What stands before forms whose page everybody may read."""


def need_of_page(name: str) -> Need:
    """What stands before reading a page. An address that no table names is an error."""
    named = name in PUBLIC_PAGES | OPEN_TO_ALL or name in READ_BY_ALL
    assert named or name in PAGES, f"say in required_permissions.py or public_addresses.py who may read {name}"
    return PUBLIC if named else PAGES[name]


def need_of_read(route: str) -> Need:
    """The same for an address of the API that is read."""
    need = PUBLIC if route in PUBLIC_API else API.get(("GET", route))
    assert need is not None, f"say in required_permissions.py or public_addresses.py who may read {route}"
    return need


def need_of_form(name: str, ids: dict[str, Any], data: dict[str, Any]) -> Need:
    """What stands before a form as it is filled in."""
    if name == "game-result":
        return {"arbiter": Permission.DECIDE_RESULT, "white": WHITE, "black": BLACK}[data["as"]]
    if name == "account-home":
        return MEMBER if data["club"] else LINKED
    if (name, ids.get("action", "")) in _FORMS:
        return _FORMS[name, ids.get("action", "")]
    if name == "club-person-account" and "link" in data:  # an account that belongs to no one: the administrator's
        return Permission.MANAGE_SERVER
    need = PAGES.get(name) or READ_BY_ALL.get(name)
    assert need is not None, f"say in required_permissions.py which act {name} takes"
    return need


_E, _N = "events/<int:event_id>", "events/<int:event_id>/entries/<int:entry_id>"
_W = "events/<int:event_id>/webhooks/<int:webhook_id>"
_F = "festivals/<int:festival_id>"
_STAGE = "stages/<int:stages_id>/stages/<int:stage_number>"
_TITLE = "titles/<int:title_id>"
_S = "studies/<slug:study_slug>"
API: dict[tuple[str, str], Need] = {
    **{
        (view.method.upper(), f"{view.api_view.address}/{view.path}".rstrip("/")): need
        for view, need in _permitted()
        if view.path is not None
    },
    ("GET", f"{_E}/file"): Permission.RUN_ROUNDS,
    ("GET", "clubs/<slug:slug>/invitations"): Permission.MANAGE_PEOPLE,
    ("GET", "clubs/<slug:slug>/joining"): Permission.MANAGE_PEOPLE,
    ("GET", "clubs/<slug:slug>/join-requests"): Permission.MANAGE_PEOPLE,
    ("GET", "me/invitations"): SIGNED_IN,
    ("GET", "players/<int:person_id>/erasure"): OF_THE_PERSON,
    ("PUT", "me/home"): SIGNED_IN,
    ("GET", "me/following"): SIGNED_IN,
    ("POST", "uploads"): UPLOADER,
    **{(way, "uploads/<int:upload_id>"): THE_ORGANISERS for way in ("GET", "DELETE")},
    ("PUT", "uploads/<int:upload_id>/parts/<int:number>"): THE_ORGANISERS,
    ("POST", "uploads/<int:upload_id>/finish"): THE_ORGANISERS,
    **{
        (way, f"{of}/follow"): SIGNED_IN
        for of in ("players/<int:person_id>", "clubs/<slug:slug>")
        for way in ("PUT", "DELETE")
    },
    ("GET", "server/status"): Permission.SEE_SERVER,
    ("GET", "me/roles"): SIGNED_IN,
    ("GET", "me/role-offers"): SIGNED_IN,
    ("DELETE", "me/roles/<int:grant_id>"): THE_ORGANISERS,
    ("POST", "role-offers/<int:offer_id>/accept"): THE_PLAYERS,
    ("POST", "role-offers/<int:offer_id>/decline"): THE_PLAYERS,
    ("GET", "play/games/<int:game_id>/chat"): THE_PLAYERS,
    ("POST", "play/games/<int:game_id>/chat"): THE_PLAYERS,
    ("POST", "play/games/<int:game_id>/report"): THE_PLAYERS,
    ("POST", "play/games/<int:game_id>/spectators"): SIGNED_IN,
    ("POST", "play/games/<int:game_id>/spectators/report"): SIGNED_IN,
    ("GET", "play/blocks"): SIGNED_IN,
    ("PUT", "play/blocks/<int:person_id>"): SIGNED_IN,
    ("DELETE", "play/blocks/<int:person_id>"): SIGNED_IN,
    ("GET", "moderation/reports"): Permission.MODERATE,
    ("GET", "moderation/reports/<int:report_id>"): Permission.MODERATE,
    ("POST", "moderation/reports/<int:report_id>"): Permission.MODERATE,
    ("GET", "play/settings"): LINKED,
    ("PUT", "play/settings"): SIGNED_IN,
    ("POST", "play/vacations"): SIGNED_IN,
    ("DELETE", "play/vacations/<int:vacation_id>"): THE_PLAYERS,
    ("POST", "play/challenges"): SIGNED_IN,
    ("POST", "play/computer"): SIGNED_IN,
    ("POST", "play/house-players/<int:person_id>/games"): SIGNED_IN,
    ("POST", "analysis"): SIGNED_IN,
    ("DELETE", "play/challenges/<int:challenge_id>"): THE_PLAYERS,
    ("POST", "play/challenges/<int:challenge_id>/take"): SIGNED_IN,
    ("POST", "play/links/<slug:token>"): SIGNED_IN,
    ("GET", "play/games"): SIGNED_IN,
    ("POST", "play/games/<int:game_id>/turns"): THE_PLAYERS,
    ("GET", "play/games/<int:game_id>/conditional-turns"): THE_PLAYERS,
    ("POST", "play/games/<int:game_id>/conditional-turns"): THE_PLAYERS,
    ("DELETE", "play/games/<int:game_id>/conditional-turns/<int:line_id>"): THE_PLAYERS,
    ("POST", "play/games/<int:game_id>/resign"): THE_PLAYERS,
    ("POST", "play/games/<int:game_id>/abort"): THE_PLAYERS,
    ("POST", "play/games/<int:game_id>/offers"): THE_PLAYERS,
    ("POST", "play/games/<int:game_id>/claim"): THE_PLAYERS,
    ("POST", "play/games/<int:game_id>/leave-series"): THE_PLAYERS,
    ("POST", "practice"): SIGNED_IN,
    ("GET", "practice/<int:attempt_id>"): THE_PLAYERS,
    ("POST", "practice/<int:attempt_id>/turns"): THE_PLAYERS,
    ("POST", "practice/<int:attempt_id>/undo"): THE_PLAYERS,
    ("POST", "practice/<int:attempt_id>/resign"): THE_PLAYERS,
    ("POST", "practice/<int:attempt_id>/hint"): THE_PLAYERS,
    ("POST", "day"): SIGNED_IN,
    ("POST", "day/turns"): THE_PLAYERS,
    ("POST", "day/resign"): THE_PLAYERS,
    ("GET", "me"): SIGNED_IN,
    ("GET", "play/stream"): SIGNED_IN,
    ("POST", "play/seek"): SIGNED_IN,
    ("DELETE", "play/seek"): THE_PLAYERS,
    ("POST", "studies"): LINKED,
    **{(way, _S): THE_AUTHORS for way in ("GET", "PUT", "DELETE")},
    **{("POST", f"{_S}/{part}"): THE_AUTHORS for part in ("copy", "chapters")},
    **{(way, f"{_S}/chapters/<int:chapter>"): THE_AUTHORS for way in ("PATCH", "DELETE")},
    ("POST", f"{_S}/chapters/<int:chapter>/turns"): THE_AUTHORS,
    **{(way, f"{_S}/chapters/<int:chapter>/turns/<int:turn>"): THE_AUTHORS for way in ("PATCH", "DELETE")},
    ("POST", f"{_S}/chapters/<int:chapter>/turns/<int:turn>/promote"): THE_AUTHORS,
    ("POST", "clubs"): Permission.MANAGE_SERVER,
    ("PUT", "clubs/<slug:slug>/admission"): Permission.MANAGE_SERVER,
    ("PUT", "clubs/<slug:slug>/open-data"): Permission.EDIT_CLUB,
    ("PUT", "clubs/<slug:slug>/guardians"): Permission.EDIT_CLUB,
    ("GET", "clubs/<slug:slug>/guardians/consents"): Permission.MANAGE_PEOPLE,
    ("POST", "clubs/<slug:slug>/guardians/consents"): Permission.MANAGE_PEOPLE,
    ("PUT", "games/<int:game_id>/counting"): Permission.MANAGE_SERVER,
    ("GET", "server/rated-games"): Permission.MANAGE_SERVER,
    ("POST", "clubs/<slug:slug>/invitations"): Permission.MANAGE_PEOPLE,
    ("POST", "clubs/<slug:slug>/house-players"): Permission.MANAGE_PEOPLE,
    ("DELETE", "clubs/<slug:slug>/house-players/<int:person_id>"): Permission.MANAGE_PEOPLE,
    ("PUT", "clubs/<slug:slug>/joining"): Permission.MANAGE_PEOPLE,
    ("GET", "clubs/<slug:slug>/journal"): Permission.READ_JOURNAL,
    **{(way, "clubs/<slug:slug>/roles"): Permission.GIVE_ROLES for way in ("GET", "POST")},
    ("DELETE", "clubs/<slug:slug>/roles/<int:grant_id>"): Permission.GIVE_ROLES,
    ("GET", "clubs/<slug:slug>/role-offers"): Permission.GIVE_ROLES,
    ("DELETE", "clubs/<slug:slug>/role-offers/<int:offer_id>"): Permission.GIVE_ROLES,
    ("POST", "clubs/<slug:slug>/join-requests"): Permission.MANAGE_PEOPLE,
    ("POST", "join-requests/<int:request_id>/approve"): Permission.MANAGE_PEOPLE,
    ("POST", "join-requests/<int:request_id>/decline"): Permission.MANAGE_PEOPLE,
    ("POST", "invitations/<int:invitation_id>/accept"): INVITED,
    ("POST", "invitations/<int:invitation_id>/decline"): INVITED,
    ("POST", "invitations/<int:invitation_id>/withdraw"): Permission.MANAGE_PEOPLE,
    ("POST", "players/<int:person_id>/erasure"): OF_THE_PERSON,
    ("PATCH", "clubs/<slug:slug>"): Permission.EDIT_CLUB,
    ("POST", "pools"): Permission.EDIT_CLUB,
    ("PATCH", "pools/<int:pool_id>"): Permission.EDIT_CLUB,
    ("POST", "pools/<int:pool_id>/lists"): Permission.EDIT_CLUB,
    ("POST", "pools/<int:pool_id>/systems"): Permission.EDIT_CLUB,
    ("POST", "pools/<int:pool_id>/main"): Permission.EDIT_CLUB,
    ("DELETE", "pools/<int:pool_id>"): Permission.EDIT_CLUB,
    ("GET", "pools/<int:pool_id>/runs"): Permission.EDIT_CLUB,
    ("GET", "pools/<int:pool_id>/fit"): Permission.EDIT_CLUB,
    ("POST", "pools/<int:pool_id>/fit"): Permission.EDIT_CLUB,
    ("GET", "clubs/<slug:slug>/players"): PUBLIC,
    ("POST", "clubs/<slug:slug>/players"): Permission.MANAGE_PEOPLE,
    ("PATCH", "players/<int:person_id>"): Permission.MANAGE_PEOPLE,
    ("POST", "players/<int:person_id>/merge"): Permission.MANAGE_PEOPLE,
    ("POST", "players/<int:person_id>/unmerge"): Permission.MANAGE_PEOPLE,
    **{(way, f"{_E}/webhooks"): Permission.EDIT_EVENT for way in ("GET", "POST")},
    **{(way, _W): Permission.EDIT_EVENT for way in ("GET", "PATCH", "DELETE")},
    **{("POST", f"{_W}/{act}"): Permission.EDIT_EVENT for act in ("enable", "secret", "test")},
    ("GET", f"{_W}/deliveries"): Permission.EDIT_EVENT,
    ("POST", f"{_W}/deliveries/<int:delivery_id>/again"): Permission.EDIT_EVENT,
    **{(way, f"{_E}/roles"): Permission.GIVE_ROLES for way in ("GET", "POST")},
    ("DELETE", f"{_E}/roles/<int:grant_id>"): Permission.GIVE_ROLES,
    ("GET", f"{_E}/provisional-results"): Permission.ENTER_RESULT,
    ("GET", f"{_E}/answers"): Permission.ENTER_PLAYERS,
    ("GET", f"{_E}/waiting"): Permission.ENTER_PLAYERS,
    ("GET", f"{_E}/waiting/me"): SIGNED_IN,
    ("DELETE", f"{_E}/waiting/me"): SIGNED_IN,
    ("GET", f"{_E}/birth-years"): Permission.EDIT_EVENT,
    ("POST", "events"): Permission.MAKE_EVENT,
    ("GET", f"{_TITLE}/candidates"): Permission.MANAGE_PEOPLE,
    ("POST", "leagues"): Permission.MAKE_EVENT,
    ("POST", "circuits"): Permission.MAKE_EVENT,
    ("POST", "festivals"): Permission.MAKE_EVENT,
    ("POST", "stages"): Permission.MAKE_EVENT,
    **{("GET", f"{_F}/{page}"): A_SECTION for page in ("desk", "check-in")},
    ("GET", f"{_F}/player-links"): Permission.DECIDE_RESULT,
    ("POST", f"{_F}/player-links/<int:person_id>/revoke"): Permission.DECIDE_RESULT,
    ("POST", "events/import"): Permission.MAKE_EVENT,
    ("GET", "clubs/<slug:slug>/histories"): Permission.MAKE_EVENT,
    ("GET", "games/<int:game_id>/what-if"): SIGNED_IN,
    ("POST", "clubs/<slug:slug>/histories"): Permission.MAKE_EVENT,
    ("GET", "histories/<int:history_id>"): Permission.MAKE_EVENT,
    ("POST", "histories/<int:history_id>/import"): Permission.MAKE_EVENT,
    ("POST", "histories/<int:history_id>/take-back"): Permission.MAKE_EVENT,
    ("POST", "histories/<int:history_id>/bring-back"): Permission.MAKE_EVENT,
    ("GET", "imports/<int:import_id>"): Permission.MAKE_EVENT,
    ("PATCH", _E): Permission.EDIT_EVENT,
    ("GET", f"{_E}/apart"): Permission.RUN_ROUNDS,
    ("DELETE", f"{_E}/apart/<int:group_id>"): Permission.RUN_ROUNDS,
    ("GET", f"{_E}/teams-apart"): Permission.RUN_ROUNDS,
    ("DELETE", f"{_E}/teams-apart/<int:group_id>"): Permission.RUN_ROUNDS,
    ("POST", f"{_E}/teams/<int:team_id>/byes"): CAPTAIN,
    ("DELETE", f"{_E}/teams/<int:team_id>/byes/<int:round_number>"): CAPTAIN,
    ("GET", f"{_E}/numbers"): Permission.RUN_ROUNDS,
    ("POST", f"{_E}/entries/list"): Permission.ENTER_PLAYERS,
    ("POST", f"{_E}/entries/me"): SIGNED_IN,
    ("DELETE", f"{_E}/entries/me"): SIGNED_IN,
    ("POST", f"{_N}/byes"): Permission.ENTER_PLAYERS,
    ("DELETE", f"{_N}/byes/<int:round_number>"): Permission.ENTER_PLAYERS,
    ("POST", "attempts/<int:attempt_id>/begin"): THE_PLAYERS,
    ("POST", "attempts/<int:attempt_id>/turns"): THE_PLAYERS,
    ("POST", "attempts/<int:attempt_id>/resign"): THE_PLAYERS,
    ("POST", "attempts/<int:attempt_id>/record"): Permission.DECIDE_RESULT,
    ("GET", f"{_E}/rounds/<int:number>/seat-links"): Permission.DECIDE_RESULT,
    ("POST", f"{_E}/seat-links"): Permission.DECIDE_RESULT,
    ("GET", f"{_E}/check-in"): Permission.ENTER_PLAYERS,
    ("PUT", f"{_N}/check-in"): Permission.ENTER_PLAYERS,
    ("POST", f"{_E}/check-in/me"): SIGNED_IN,
    **{("POST", f"{_E}/arena/{act}"): SIGNED_IN for act in ("join", "pause", "leave")},
    ("GET", f"{_E}/rounds/<int:number>/line-ups/<int:team_id>"): OF_THE_TEAM,
    ("PUT", f"{_E}/rounds/<int:number>/line-ups/<int:team_id>"): CAPTAIN,
    ("PUT", f"{_E}/games/<int:game_id>/choice"): CHOOSER,
    ("GET", f"{_E}/draft"): Permission.RUN_ROUNDS,
    ("POST", f"{_E}/draft/check"): Permission.RUN_ROUNDS,
    ("POST", f"{_E}/rounds/<int:number>/explanations"): Permission.RUN_ROUNDS,
    ("POST", f"{_E}/rounds/<int:number>/results"): Permission.DECIDE_RESULT,
    ("PATCH", "games/<int:game_id>"): Permission.DECIDE_RESULT,
    ("PUT", "games/<int:game_id>/rated-result"): Permission.DECIDE_RESULT,
    ("GET", f"{_E}/calls"): Permission.DECIDE_RESULT,
    ("POST", f"{_E}/games/<int:game_id>/call"): PLAYS,
    ("POST", "games/<int:game_id>/results"): REPORTS,
    ("DELETE", "games/<int:game_id>/results/<int:number>"): Permission.DECIDE_RESULT,
    ("POST", "games/<int:game_id>/records"): SEATED,
    ("POST", "games/<int:game_id>/recording/turns"): SEATED,
    ("POST", "games/<int:game_id>/recording/take-back"): SEATED,
    ("POST", "games/<int:game_id>/recording/finish"): SEATED,
    ("POST", "games/<int:game_id>/scores"): SEATED,
    ("GET", "games/<int:game_id>/proposal"): Permission.DECIDE_RESULT,
    ("POST", f"{_E}/records"): Permission.DECIDE_RESULT,
    ("PUT", f"{_E}/broadcast"): Permission.EDIT_EVENT,
    ("GET", "record-files/<int:file_id>"): Permission.DECIDE_RESULT,
    ("GET", "record-files/<int:file_id>/records"): Permission.DECIDE_RESULT,
}
"""What stands before a method of the API."""
