"""Every address, asked by every kind of account: what the one table of roles and acts lets pass, and what not.

`required_permissions.py` says which act stands before an address. What follows for an account is worked out here from
`players.roles.PERMISSIONS` and the rows of its grants, not by `players.permissions`, which is what is tried.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.test import Client
from django.urls import resolve

from common.journal.models import Scope
from games.models import Attempt, Game, History, RecordFile
from players.models import Account, ApiToken, Club, Grant, Invitation, JoinRequest, Membership
from players.roles import PERMISSIONS, Permission, Role
from ratings.models import Pool
from testing.api.api_fixture import game_of, nobody
from testing.api.caller import Caller
from testing.api.endpoints import endpoints as api_endpoints
from testing.api.endpoints import methods_of
from testing.factories import AccountFactory, ClubFactory, holder_of, organiser_of, player_in
from testing.play.online import guest_browser
from testing.savepoints import undone
from testing.system.good_input import filled
from testing.system.html_forms import as_sent
from testing.system.public_addresses import OPEN_TO_ALL
from testing.system.required_permissions import (
    A_SECTION,
    ANYWHERE,
    API,
    BLACK,
    CAPTAIN,
    CHOOSER,
    INVITED,
    LINKED,
    MEMBER,
    NOBODY,
    OF_THE_PERSON,
    OF_THE_TEAM,
    PLAYER_CARD,
    PLAYS,
    PUBLIC,
    REPORTS,
    SEAT_LINK,
    SEATED,
    SIGNED_IN,
    THE_AUTHORS,
    THE_ORGANISERS,
    THE_PLAYERS,
    UPLOADER,
    WHITE,
    Need,
    need_of_form,
    need_of_page,
    need_of_read,
)
from testing.system.site_fixture import ADMINISTRATOR, ORGANISER, PLAYER, VISITOR, Site
from testing.system.urls import Endpoint, endpoints, methods_at
from testing.tournaments.factories import running
from tournaments.models import Event, FestivalSection, GameChoice, ImportRequest, TeamMember
from tournaments.results.seat_links import parse_token

SLIP = "seat link"
"""A browser that has opened the link of a result slip: it may speak there alone, and is a visitor elsewhere."""
GUEST = "guest of another game"
"""A browser with the token of a guest, who may what a visitor may: none of the addresses is of his game."""

# --- who asks ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asker:
    """A kind of account: `name` in `site.cookies` and `site.callers`, and the row behind it where it counts."""

    name: str
    account: Account | None
    knocks: str = "as itself"
    """ "as itself", or "with a dead key": the API refuses that whatever is asked, and pages see a visitor."""


def askers(site: Site) -> list[Asker]:
    """Every kind of account: those of the site, and more. The site remembers its tables as they are then."""
    world, club, elsewhere = site.world, site.world.club, ClubFactory(name="Third Club", slug="third")
    events = Event.objects.filter(club=club)
    of_one = holder_of(Role.ARBITER, world.closed.scope, player_in(club, name="Arbiter Of One"))
    arbiter, other_arbiter = player_in(club, name="Arbiter Of All"), player_in(elsewhere, name="Arbiter Elsewhere")
    for event in events:
        holder_of(Role.ARBITER, event.scope, arbiter)
    away = running(elsewhere, organiser_of(elsewhere), ("Here", "There"), rounds=1)
    holder_of(Role.ARBITER, away.scope, other_arbiter)
    closed = holder_of(Role.ORGANISER, club.scope, AccountFactory(username="closed"))
    forgotten = holder_of(Role.ORGANISER, club.scope, AccountFactory(username="forgotten"))
    more: dict[str, Account] = {
        "account of nobody": nobody(),
        "member": player_in(club, name="Only Member"),
        "member elsewhere": player_in(elsewhere, name="Member Elsewhere"),
        "arbiter": arbiter,
        "scorer": holder_of(Role.SCORER, club.scope, player_in(club, name="Scorer Of All")),
        "arbiter of another event": of_one,
        "arbiter elsewhere": other_arbiter,
        "organiser elsewhere": organiser_of(elsewhere),
        "closed account": closed,
        "revoked key": forgotten,
    }
    for name, account in more.items():
        client = Client()
        client.force_login(account)
        site.cookies[name], site.callers[name] = client.cookies, Caller.of_old(account)
    Account.objects.filter(pk=closed.pk).update(is_active=False)
    ApiToken.objects.filter(account=forgotten).delete()
    holder = Client()
    assert holder.get(site.address(_endpoint("seat-link"))).status_code == 200
    site.cookies[SLIP], site.callers[SLIP] = holder.cookies, Caller()
    site.cookies[GUEST], site.callers[GUEST] = guest_browser().cookies, Caller()
    del site.cookies["revoked key"]  # its account is asked about by the API alone
    site.remember()
    of_the_site = [Asker(who, getattr(world, who)) for who in (PLAYER, ORGANISER, ADMINISTRATOR)]
    dead = {"closed account", "revoked key"}
    return [Asker(VISITOR, None), Asker(SLIP, None), Asker(GUEST, None), *of_the_site] + [
        Asker(name, account, "with a dead key" if name in dead else "as itself") for name, account in more.items()
    ]


# --- what the table says -----------------------------------------------------------------------------


OF_A_CLUB: dict[str, Any] = {
    "request_id": JoinRequest, "invitation_id": Invitation, "history_id": History, "import_id": ImportRequest,
}  # fmt: skip
"""What an id in an address is of that says no club itself."""


def _scope_key(ids: dict[str, Any], body: Any) -> str:
    """The narrowest scope that an address is in."""
    for name, played in (("game_id", Game), ("attempt_id", Attempt)):
        if name in ids:
            return played.objects.values_list("parent_scope__key", flat=True).get(pk=ids[name])
    if ":" in str(ids.get("key", "")):  # a scope, no rule set
        return str(ids["key"])
    if "file_id" in ids:
        return RecordFile.objects.get(pk=ids["file_id"]).parent_scope.key
    kinds = ("festival", "circuit", "league", "title", "stages", "event")
    kind = next((kind for kind in kinds if f"{kind}_id" in ids), "")
    if kind:
        return f"{kind}:{ids[f'{kind}_id']}"
    if "pool_id" in ids:
        return Pool.objects.get(pk=ids["pool_id"]).scope
    for key, model in OF_A_CLUB.items():
        if key in ids and "slug" not in ids:
            return model.objects.get(pk=ids[key]).club.scope
    if "slug" in ids or "person_id" in ids or (isinstance(body, dict) and "club" in body):
        slug = ids.get("slug") or (body or {}).get("club") or "rotterdam"  # its people belong to the site's club
        return Club.objects.get(slug=slug).scope
    return "server"


def chain(ids: dict[str, Any], body: Any = None) -> list[str]:
    """The scopes that an address is in, the narrowest first; the server's is the last."""
    key = _scope_key(ids, body)
    if key == "server":
        return [key]
    found, scope = [], Scope.objects.select_related("parent").get(key=key)
    while scope is not None:
        found.append(scope.key)
        scope = scope.parent
    return found if found[-1] == "server" else [*found, "server"]


IN_ANY_SCOPE: dict[Need, frozenset[Permission]] = {
    ANYWHERE: frozenset({Permission.SEE_JOBS}),
    UPLOADER: frozenset({Permission.MAKE_EVENT, Permission.ENTER_PLAYERS, Permission.DECIDE_RESULT}),
}
"""Needs that a role in any scope meets which allows one of these."""
WHOEVER = {PUBLIC: True, SEAT_LINK: True, PLAYER_CARD: True, NOBODY: False}
"""Needs that every asker meets, or none: links stand in the address that is asked for."""


def allowed(asker: Asker, need: Need, scopes: Sequence[str], ids: dict[str, Any]) -> bool:
    """What the table of roles and acts says."""
    if need in WHOEVER:
        return WHOEVER[need]
    account = asker.account
    if account is None or asker.knocks != "as itself":
        return False
    if need == OF_THE_PERSON:
        need = SIGNED_IN if account.person_id == ids["person_id"] else Permission.MANAGE_PEOPLE
    if need == SIGNED_IN:
        return True
    held = Grant.objects.filter(account=account).values_list("role", "scope__key")
    if need in IN_ANY_SCOPE:
        return any(PERMISSIONS[Role(role)] & IN_ANY_SCOPE[need] for role, _scope in held)
    if need in (THE_PLAYERS, THE_AUTHORS, THE_ORGANISERS):
        return asker.name == (ORGANISER if need == THE_ORGANISERS else PLAYER)
    if need in (LINKED, MEMBER, INVITED):
        return _allowed_as_person(account, need, ids)
    if need == OF_THE_TEAM or (need == CAPTAIN and _is_captain(account, ids)):
        return _own_places(account, ids).exists()
    if need == CHOOSER and _is_chooser(account, ids):
        return True
    return _allowed_at_board_or_by_role(account, need, scopes, ids)


def _own_places(account: Account, ids: dict[str, Any]) -> QuerySet[TeamMember]:
    return TeamMember.objects.filter(team=ids["team_id"], entry__members__person=account.person_id)


def _is_captain(account: Account, ids: dict[str, Any]) -> bool:
    return _own_places(account, ids).filter(captain=True).exists()


def _is_chooser(account: Account, ids: dict[str, Any]) -> bool:
    return GameChoice.objects.filter(
        paired_game__game=ids["game_id"], entry__members__person=account.person_id
    ).exists()


def _allowed_at_board_or_by_role(account: Account, need: Need, scopes: Sequence[str], ids: dict[str, Any]) -> bool:
    """What follows from a seat, or from a role in one of the scopes."""
    held = Grant.objects.filter(account=account).values_list("role", "scope__key")
    if need in (SEATED, REPORTS, PLAYS, WHITE, BLACK):
        seats = Game.objects.values("white", "black").get(pk=ids["game_id"])
        sides = [side for side, person in seats.items() if person == account.person_id]
        if sides or need in (PLAYS, WHITE, BLACK):
            return bool(sides) and need in (SEATED, REPORTS, PLAYS, *sides)
    act, scopes = _act_of(need), [*scopes, *_sections(need, ids)]
    return any(act in PERMISSIONS[Role(role)] and scope in scopes for role, scope in held)


def _act_of(need: Need) -> Permission:
    known = {SEATED: Permission.DECIDE_RESULT, REPORTS: Permission.ENTER_RESULT}
    return {**known, **dict.fromkeys((A_SECTION, CAPTAIN, CHOOSER), Permission.RUN_ROUNDS)}.get(need) or Permission(
        need
    )


def _sections(need: Need, ids: dict[str, Any]) -> list[str]:
    """The scopes besides, of which a role in one is enough."""
    found = FestivalSection.objects.filter(festival=ids["festival_id"]) if need == A_SECTION else ()
    return [section.event.scope for section in found]


def _allowed_as_person(account: Account, need: Need, ids: dict[str, Any]) -> bool:
    """What follows from whose account it is. The forms of its pages name its own club."""
    if need == LINKED:
        return account.person_id is not None
    if need == MEMBER:
        return Membership.objects.filter(person=account.person_id, club__slug="rotterdam", until=None).exists()
    is_administrator = Grant.objects.filter(account=account, role=Role.ADMINISTRATOR).exists()
    return is_administrator or Invitation.objects.get(pk=ids["invitation_id"]).person_id == account.person_id


# --- asking ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Question:
    """One request that an address takes, what it needs, and where."""

    where: str
    ask: Callable[[Site, Asker], Any]
    need: Need
    scopes: Sequence[str]
    ids: dict[str, Any]
    api: bool
    writes: bool

    def wrong(self, site: Site, asker: Asker) -> str | None:
        """What is not as the table says when `asker` asks; all that came of it is undone."""
        with undone():
            answer = self.ask(site, asker)
            refused = self._refused(asker, answer)
            touched = site.touched() if refused and self.writes else []
        expected = allowed(asker, self.need, self.scopes, self.ids) and not self._key_is_dead(asker)
        if refused == expected:
            return f"{asker.name}: {self.where} answered {answer.status_code}, {'may' if expected else 'may not'}"
        return f"{asker.name}: {self.where} was refused, and {touched} changed" if touched else None

    def _key_is_dead(self, asker: Asker) -> bool:
        return self.api and asker.knocks == "with a dead key"

    def _refused(self, asker: Asker, answer: Any) -> bool:
        if self.api:
            may_know = asker.account is None and self.need not in (NOBODY, THE_AUTHORS)
            sent_away = (401,) if may_know else (401, 403, 404)
            return answer.status_code in sent_away
        if answer.status_code == 302:
            return str(answer["Location"]).startswith("/sign-in?next=")
        if self.need == MEMBER and answer.status_code == 409:  # a club that is none of the reader's cannot be chosen
            return True
        return answer.status_code in (403, 404, 410)


def questions(site: Site) -> Iterator[Question]:
    """Every read and every write of the pages and of the API."""
    for endpoint in endpoints():
        yield from _of_page(site, endpoint)
    for route, view in api_endpoints():
        for method in methods_of(view):
            yield from _of_api(site, method, route)
    yield from _of_dead_links(site)
    yield from _of_drafts(site)


def _of_dead_links(site: Site) -> Iterator[Question]:
    """The address of a seat's link with the token of a link that is none: of another seat or game, older or newer."""
    endpoint = _endpoint("seat-link")
    token = str(site.special["seat-link"]["token"])
    link, other_game = parse_token(token), game_of(site.world.running)
    assert link is not None
    seat, other = (each[0] for each in ((WHITE, BLACK) if link.seat == WHITE else (BLACK, WHITE)))
    forged = (
        token.replace(f"-{seat}{link.number}-", f"-{other}{link.number}-"),
        token.replace(f"{link.game}-", f"{other_game}-", 1),
        token.replace(f"-{seat}{link.number}-", f"-{seat}{link.number + 1}-"),
        token.removesuffix(link.signature) + "A" * len(link.signature),
        str(site.special["entry-link"]["token"]),
    )
    for each in forged:
        address = site.address(endpoint, token=each)
        assert each != token
        yield Question(f"GET {address}", _reader(address), NOBODY, ["server"], {}, api=False, writes=False)
        send = _sender(address, {"result": "1-0", "reason": ""})
        yield Question(f"POST {address}", send, NOBODY, ["server"], {}, api=False, writes=True)


def _of_drafts(site: Site) -> Iterator[Question]:
    """What everybody reads of a round, asked about one that is a draft: no one finds it, not even its arbiters."""
    event = site.world.drafted
    sheets = [f"print/{each}?round=1" for each in ("pairings", "names", "board-cards")]
    for page in (f"/events/{event.pk}/{each}" for each in ("pairings/1/boards", *sheets)):
        yield Question(f"GET {page}", _reader(page), NOBODY, ["server"], {}, api=False, writes=False)
    path = f"/events/{event.pk}/rounds/1"
    ask = _caller("GET", path, None)
    yield Question(f"GET /api/v1{path}", ask, NOBODY, ["server"], {}, api=True, writes=False)


def _endpoint(name: str) -> Endpoint:
    return next(endpoint for endpoint in endpoints() if endpoint.name == name)


def _of_page(site: Site, endpoint: Endpoint) -> Iterator[Question]:
    address = site.address(endpoint)
    ids, methods = resolve(address).kwargs, methods_at(site.client(ADMINISTRATOR), address)
    scopes = chain(ids)
    if "GET" in methods:
        need = need_of_page(endpoint.name)
        shown = _with_query(site, endpoint.name, address)
        yield Question(f"GET {shown}", _reader(shown), need, scopes, ids, api=False, writes=False)
    if "POST" in methods and endpoint.name not in OPEN_TO_ALL:
        for action, data in [(form.action, filled(endpoint.name, form)) for _client, form in site.forms(endpoint.name)]:
            its_ids = resolve(action.partition("?")[0]).kwargs
            need, sender = need_of_form(endpoint.name, its_ids, data), _sender(action, data)
            scopes = ["server"] if need in (Permission.MANAGE_SERVER, Permission.SEE_SERVER) else chain(its_ids)
            yield Question(f"POST {action}", sender, need, scopes, its_ids, api=False, writes=True)


def _with_query(site: Site, name: str, address: str) -> str:
    """The address as a page leads there, which says what it is about where that stands behind the "?"."""
    known = (page for _who, page in site.pages.get(name, ()) if page.partition("?")[0] == address)
    return next(known, address)


def _reader(address: str) -> Callable[[Site, Asker], Any]:
    return lambda site, asker: site.client(asker.name).get(address)


def _sender(action: str, data: dict[str, Any]) -> Callable[[Site, Asker], Any]:
    return lambda site, asker: site.client(asker.name).post(action, as_sent(data))


def _of_api(site: Site, method: str, route: str) -> Iterator[Question]:
    if method == "GET":
        known = site.known | {"one": 1, "two": 2, "round_number": 1, "day": site.special["day-past"]["text"]}
        special = {
            "records/": "game-record-text",
            "certificates/": "game-record-text",
            "record-files/": "record-file",
            "/signed": "event-signed",
            "setups": "event-setups",
            "draft": "event-draft",
            "attempts/": "attempt",
            "/deals": "event-deals-close",
            "practice/": "practice-attempt",
            "histories/": "history",
            "moderation/reports/": "moderation-report",
            "imports/": "event-import-state",
            "play/games/": "play-game",
            "/lists/": "rating-list",
            "/counting": "game-counting",
            "/arena": "arena-join",
            "/teams": "event-team",
            "/team-standings": "event-team",
            "/matches": "event-line-up",
            "/line-ups": "event-line-up",
            "standings/games": "event-standings-game",
        }
        for part, name in special.items():
            known |= site.special[name] if part in route else {}
        path = "/" + re.sub(r"<\w+:(\w+)>", lambda found: str(known[found[1]]), route)
        body, need = None, need_of_read(route)
    else:
        request = site.world.requests[method, route]
        path, body, need = request.path, request.body, API[method, route]
    ids = resolve(f"/api/v1{path}").kwargs
    caller = _caller(method, path, body)
    scopes = ["server"] if need in (Permission.MANAGE_SERVER, Permission.SEE_SERVER) else chain(ids, body)
    yield Question(f"{method} /api/v1{path}", caller, need, scopes, ids, api=True, writes=method != "GET")


def _caller(method: str, path: str, body: Any) -> Callable[[Site, Asker], Any]:
    return lambda site, asker: site.callers[asker.name].ask(method, path, body)


def crawl(
    site: Site, who: Sequence[Asker], chance: random.Random | None = None, share: float = 1.0, only: str = ""
) -> list[str]:
    """Ask every question as everybody (or, by `chance`, this `share` of all pairs): what is not as the table says.

    `only` those with this text in method and address.
    """
    found = []
    for question in (each for each in questions(site) if only in each.where):
        for asker in who:
            if not question.api and asker.name == "revoked key":
                continue
            if chance is None or chance.random() < share:
                found.append(question.wrong(site, asker))
    return [each for each in found if each is not None]


# --- ids of other people's things below one's own ---------------------------------------------------


OF_THE_EVENT = ("number", "kind", "key", "action", "version", "sheet")
"""What an address says besides ids: it means something in every event."""


def mixed(site: Site, asker: Asker) -> list[str]:
    """Addresses of `asker`'s own club and event with ids of other things in them: nothing is found there."""
    assert asker.account is not None
    club_scope = Grant.objects.get(account=asker.account).scope.key
    own_event = Event.objects.get(club_id=int(club_scope.partition(":")[2]))
    own = {"slug": own_event.club.slug, "event_id": own_event.pk}
    found = []
    for endpoint in endpoints():
        theirs = [each for each in endpoint.ids if each not in own and each not in OF_THE_EVENT]
        if theirs and set(endpoint.ids) & set(own):
            address = site.address(endpoint, **{each: own[each] for each in endpoint.ids if each in own})
            found.append(_stays_away(site, asker, address, lambda address=address: _get_or_post(site, asker, address)))
    for (method, _route), request in site.world.requests.items():
        ids = resolve(f"/api/v1{request.path}").kwargs
        if "event_id" in ids and len(ids) > 1 and not {"number", "version"} & ids.keys():
            path = request.path.replace(f"/events/{ids['event_id']}/", f"/events/{own_event.pk}/")
            ask = partial(_caller(method, path, request.body), site, asker)
            found.append(_stays_away(site, asker, f"{method} {path}", ask))
    return [each for each in found if each is not None]


def _get_or_post(site: Site, asker: Asker, address: str) -> Any:
    answer = site.client(asker.name).get(address)
    return site.client(asker.name).post(address, {"reason": "x"}) if answer.status_code == 405 else answer


def _stays_away(site: Site, asker: Asker, where: str, ask: Callable[[], Any]) -> str | None:
    with undone():
        status, touched = ask().status_code, site.touched()
    if touched or status not in (403, 404, 409):  # 409: the own event is not in a state for that at all
        return f"{asker.name}: {where} answered {status}, changed {touched}"
    return None
