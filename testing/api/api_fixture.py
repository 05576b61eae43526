"""A club with events in every state, and one good request for each endpoint that writes."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from common.journal.models import Scope
from games.attempts.services.attempts import begin_attempt, play_turn
from games.models import Study
from games.recordings.services.record_turns import record_turns
from games.results.services.results import claim_result
from play.solitaires.services.practice_attempts import begin_practice
from players.clubs.services.invitations import invite_person
from players.grants.services.grants import grant
from players.joining.services import ask_to_join
from players.models import Account, Club, Grant, Invitation, RoleOffer
from players.people.services.merging import merge_persons
from players.roles import Role
from ratings.models import Pool
from ratings.pools.services.side_by_side import add_system
from testing.api.desk_requests import (
    requests_at_desk,
    requests_in_arena,
    requests_of_announcements,
    requests_of_calls,
    requests_of_questions,
    requests_of_verification,
    requests_on_site,
)
from testing.api.requests_of_circuits import requests_of_circuits, requests_of_leagues, requests_of_titles
from testing.api.requests_of_drafts import requests_of_drafts
from testing.api.requests_of_festivals import requests_of_festivals
from testing.api.requests_of_medleys import requests_of_medleys
from testing.api.requests_of_play import Request, online_requests
from testing.api.requests_of_stages import requests_of_stages
from testing.api.requests_of_studies import requests_of_studies, study_of, study_of_another
from testing.api.requests_of_webhooks import requests_of_webhooks
from testing.api.team_requests import TeamWorld, requests_of_teams, team_world
from testing.factories import AccountFactory, ClubFactory, PersonFactory, administrator, organiser_of, player_in
from testing.games.game_records import WON_BY_BLACK
from testing.games.history_files import about_histories
from testing.play.factories import GWG, OPEN_SETUP, begin_today, practice_deal
from testing.play.house_players import requests_of_house_players
from testing.play.online import OnlineWorld, online_world
from testing.tournaments.arenas import arena_with
from testing.tournaments.circuits import CircuitWorld, circuit_world
from testing.tournaments.duplicate_factories import announced, attempt, lay_out
from testing.tournaments.factories import (
    category_with_prizes,
    crowded,
    draft,
    entry,
    fresh,
    key_asked,
    last_point,
    numbered_off_list,
    running,
    with_players,
)
from testing.tournaments.festivals import FestivalWorld, festival_world
from testing.tournaments.here import running_here
from testing.tournaments.medleys import MedleyWorld, medley_world
from testing.tournaments.seasons import LeagueWorld, league_world
from testing.tournaments.stages import StagesWorld, stages_world
from testing.tournaments.titles import TitleWorld, title_world
from tournaments.core.loader import load
from tournaments.entries.services import byes as byes_services
from tournaments.entries.services import entries, exclusions, numbering
from tournaments.entries.services import leaving as withdrawals
from tournaments.events.services import lifecycle
from tournaments.interchange.formats.exporters import EXPORTERS
from tournaments.models import Event
from tournaments.rounds.services import hand_pairing, round_changes, round_drafts, rounds
from tournaments.rounds.services.rounds import RoundOptions

SWISS: dict[str, Any] = {"format": "swiss-dutch", "rounds_planned": 3, "tie_breaks": ("BH",)}


@dataclass
class World:
    """One club, its organiser, a player of it, an organiser of another club, and events in every state."""

    club: Club
    administrator: Account
    organiser: Account
    player: Account
    stranger: Account
    to_player: Invitation
    by_club: Invitation
    offer: RoleOffer
    draft: Event
    open: Event
    entered: Event
    crowded: Event
    started: Event
    running: Event
    here: Event
    arena: Event
    swiss: Event
    lyngk: Event
    drafted: Event
    by_hand: Event
    deals: Event
    locked: Event
    level: Event
    closed: Event
    practised: int
    online: OnlineWorld
    festival: FestivalWorld
    teams: TeamWorld
    medley: MedleyWorld
    stages: StagesWorld
    circuit: CircuitWorld
    league: LeagueWorld
    title: TitleWorld
    of_today: Account
    study: Study
    study_of_another: Study
    requests: dict[tuple[str, str], Request] = field(default_factory=dict)


def make_world() -> World:
    """The world, made by services, with a good request for each endpoint.

    The player is in `entered`, and waits for a place in `crowded`; `started` has no round yet, and `swiss` takes byes.
    The player has joined `arena`, too.
    `drafted` has a draft of round 1, and that of `by_hand` is being paired by hand. Of `locked` round 1 is locked, and
    round 2 has a result. The match of `level` was drawn.
    """
    club = ClubFactory(name="Rotterdam GIPF Club", slug="rotterdam")
    organiser, player = organiser_of(club), player_in(club, name="Pia")
    assert player.person_id is not None
    another = ClubFactory(name="Another Club", slug="another")
    stranger, guest = organiser_of(another), PersonFactory(name="Guest of Another", member_of=another)
    over = running(club, organiser, ("Kim", "Lee"), rounds=1)
    (game,) = over.rounds.get().pairings.get().paired_games.all()
    claim_result(game.game_id, organiser, "1-0", source="desk")
    lifecycle.close_event(over.pk, organiser)
    entered = with_players(club, organiser, ("Eva",), self_entry=True)
    entries.enter_myself(entered.pk, player)
    world = World(
        club=club,
        administrator=administrator(),
        organiser=organiser,
        player=player,
        stranger=stranger,
        to_player=invite_person(actor=stranger, club=another, person_id=player.person_id, since=date(2026, 1, 1)),
        offer=offer_role(stranger, player, another),
        by_club=invite_person(actor=organiser, club=club, person_id=guest.pk, since=date(2026, 1, 1)),
        draft=draft(club, organiser),
        open=with_players(club, organiser, ("Ada", "Ben"), self_entry=True),
        entered=entered,
        crowded=crowded(club, organiser, player),
        started=running(club, organiser, ("Gil", "Hal", "Ira")),
        running=running(
            club, organiser, ("Max", "Ned", "Oda", "Pam"), rules="gipf-basic", rounds=1, handicap="by-hand"
        ),
        arena=arena_with(club, organiser, player),
        here=running_here(club, organiser, ("Hana Here", "Hugo Here"))[0],
        swiss=running(club, organiser, ("Sue", "Tom", "Una", "Vic"), **SWISS),
        lyngk=running(club, organiser, ("Wim", "Xia"), rules="lyngk-main", rounds=1),
        drafted=_with_draft(club, organiser, "Ute", "Uwe"),
        by_hand=_with_draft(club, organiser, "Ida", "Ian", "Ike", "Ivy"),
        deals=_playing_deals(club, organiser, player),
        locked=_with_a_locked_round(club, organiser),
        level=_with_a_drawn_match(club, organiser),
        closed=fresh(over),
        practised=_practise(player),
        online=online_world(player),
        festival=festival_world(club, organiser),
        teams=team_world(club, organiser, player),
        medley=medley_world(club, organiser, player),
        stages=stages_world(club, organiser),
        circuit=circuit_world(club, organiser),
        league=league_world(club, organiser),
        title=title_world(club, organiser),
        of_today=begin_today(player_in(club, name="Uma of Today")),
        study=study_of(player),
        study_of_another=study_of_another(),
    )
    hand_pairing.begin_hand_pairing(world.by_hand.pk, organiser, 1)
    world.requests = _good_requests(world)
    return world


def _with_a_drawn_match(club: Club, organiser: Account) -> Event:
    """A knock-out of two whose match was drawn, with tie-break games to come."""
    options = {"format": "knock-out", "format_options": {"tie_games": 2}, "rules": "gipf-standard"}
    event = running(club, organiser, ("Mia", "Moe"), rounds=1, **options)
    claim_result(game_of(event), organiser, "1/2-1/2", source="desk")
    return fresh(event)


def _with_a_locked_round(club: Club, organiser: Account) -> Event:
    """Two rounds with results, the first of them locked."""
    event = running(club, organiser, ("Liv", "Lux"), format="double-round-robin")
    for number in (1, 2):
        round_ = rounds.start_round(event.pk, organiser, number=number)
        claim_result(round_.pairings.get().paired_games.get().game_id, organiser, "1-0", source="desk")
    round_changes.lock_round(event.pk, organiser, 1)
    return fresh(event)


def _playing_deals(club: Club, organiser: Account, player: Account) -> Event:
    """A round of deals; the player has begun the second one."""
    assert player.person_id is not None
    event = announced(club, organiser, ("Quy", "Rae"))
    entries.enter_person(event.pk, organiser, person_id=player.person_id)
    lifecycle.start_event(event.pk, organiser)
    lay_out(event, 1)
    rounds.start_round(event.pk, organiser)
    begin_attempt(attempt(event, "Pia", 2).pk, player)
    return fresh(event)


def _practise(player: Account) -> int:
    """The player practises a deal, and two more lie ready."""
    assert player.person is not None
    for number in (7, 8, 9):
        practice_deal(number=number, setup=OPEN_SETUP if number == 7 else "")
    attempt = begin_practice(player, player.person, GWG, 7)
    return play_turn(attempt.pk, player, "3.125").pk


def offer_role(organiser: Account, account: Account, club: Club) -> RoleOffer:
    """The role of arbiter, which the account has to accept."""
    offer = grant(actor=organiser, account=account, role=Role.ARBITER, scope=club.scope)
    assert isinstance(offer, RoleOffer)
    return offer


NEW_EVENT = {
    "club": "rotterdam",
    "name": "Summer Cup",
    "starts_on": "2026-06-01",
    "ends_on": "2026-06-02",
    "rules": "gipf-standard",
}


def game_of(event: Event, number: int = 1) -> int:
    """The first game of a round."""
    found = event.rounds.get(number=number).pairings.filter(kind="game").first().paired_games.first()
    return int(found.game_id)


def seats_of(event: Event) -> list[int]:
    """The entries of round 1, board by board."""
    return [entry for pairing in load(event).rounds[0].pairings for entry in pairing.entries]


def _with_draft(club: Club, organiser: Account, *names: str) -> Event:
    """An event with a draft of round 1."""
    event = running(club, organiser, names, **SWISS)
    round_drafts.draft_round(event.pk, organiser, RoundOptions())
    return event


def _good_requests(world: World) -> dict[tuple[str, str], Request]:
    """By (method, route): one request that the endpoint accepts."""
    open_, running_ = f"/events/{world.open.pk}", f"/events/{world.running.pk}"
    max_ = f"{running_}/entries/{entry(world.running, 'Max').pk}"
    withdrawals.withdraw(world.running.pk, world.organiser, entry(world.running, "Oda").pk)
    oda = f"{running_}/entries/{entry(world.running, 'Oda').pk}"
    sue = entry(world.swiss, "Sue")
    byes_services.request_bye(world.swiss.pk, world.organiser, sue.pk, 2, "half")
    byes = f"/events/{world.swiss.pk}/entries/{sue.pk}/byes"
    game = f"/games/{game_of(world.running)}"
    to_guest = f"/invitations/{world.by_club.pk}"
    deal, playing = "attempts/<int:attempt_id>", f"/attempts/{attempt(world.deals, 'Pia', 2).pk}"
    given_up = Grant.objects.create(
        account=world.organiser, role=Role.ARBITER, scope=Scope.objects.get(key=world.draft.scope)
    )
    elsewhere = PersonFactory(name="Lena of Elsewhere", member_of=world.to_player.club)
    anew = PersonFactory(name="Zoe", member_of=world.club)
    twin, merged = PersonFactory(name="Zoja", member_of=world.club), PersonFactory(name="Zo", member_of=world.club)
    merge_persons(actor=world.organiser, kept_id=anew.pk, gone_id=merged.pk)
    begun = game_of(running(world.club, world.organiser, ("Ros", "Sal"), rounds=1))
    recorded = f"/games/{begun}/recording"
    record_turns(begun, world.organiser, "g2", expect=0)
    swiss, three = f"/events/{world.swiss.pk}", [entry(world.swiss, name).pk for name in ("Sue", "Tom", "Una")]
    apart = exclusions.add_exclusion(world.swiss.pk, world.organiser, three[:2])
    off_list = numbered_off_list(world.club, world.organiser)
    typed, renumbering = [entry(off_list, "Ute").pk], key_asked(numbering.renumber, off_list.pk, world.organiser)
    drafted, by_hand = f"/events/{world.drafted.pk}", f"/events/{world.by_hand.pk}"
    public = f"/events/{running(world.club, world.organiser, ('Ola', 'Ove'), rounds=1, **SWISS).pk}"
    locked, decided = f"/events/{world.locked.pk}", game_of(world.locked, 2)
    file = EXPORTERS["json"].serialize(load(world.closed)).decode()
    category = category_with_prizes(world.swiss, world.organiser, three[:2])
    asking = ask_to_join(club=world.club, name="Asking Person").request.pk
    event, entry_ = "events/<int:event_id>", "events/<int:event_id>/entries/<int:entry_id>"
    pool = Pool.objects.filter(club=world.club).earliest("pk").pk
    beside, leaving = (add_system(pool, world.organiser, system).pk for system in ("glicko2", "live"))
    practice, one = f"/practice/{world.practised}", "practice/<int:attempt_id>"
    return {
        **online_requests(world.online),
        **requests_of_studies(world.study),
        **requests_of_house_players(world.club, world.organiser),
        **_requests_of_roles(world, given_up),
        **requests_of_webhooks(world.swiss, world.organiser),
        **requests_of_announcements(world),
        **requests_of_questions(world),
        **requests_of_verification(world.club, world.organiser),
        ("POST", "practice"): Request("/practice", {"rules": GWG, "number": 8}, by="player", code=201, refused=409),
        ("POST", f"{one}/turns"): Request(f"{practice}/turns", {"turn": "4.123"}, by="player", refused=404),
        ("POST", f"{one}/undo"): Request(f"{practice}/undo", {}, by="player", refused=404),
        ("POST", f"{one}/resign"): Request(f"{practice}/resign", {}, by="player", refused=404),
        ("POST", f"{one}/hint"): Request(f"{practice}/hint", {}, by="player", refused=404),
        ("POST", "day"): Request("/day", {}, by="player", code=201, refused=409),
        ("POST", "day/turns"): Request("/day/turns", {"turn": "4.123"}, by="of_today", refused=404),
        ("POST", "day/resign"): Request("/day/resign", {}, by="of_today", refused=404),
        ("POST", "clubs"): Request("/clubs", {"name": "New Club"}, by="administrator", code=201),
        ("PATCH", "clubs/<slug:slug>"): Request("/clubs/rotterdam", {"place": "Delfshaven"}),
        ("POST", "clubs/<slug:slug>/players"): Request("/clubs/rotterdam/players", {"name": "Yan"}, code=201),
        ("POST", "pools"): Request("/pools", {"rules": "lyngk-six", "system": "elo", "club": "rotterdam"}),
        ("POST", "pools/<int:pool_id>/systems"): Request(f"/pools/{pool}/systems", {"system": "whr"}, code=201),
        ("POST", "pools/<int:pool_id>/main"): Request(f"/pools/{beside}/main", {}),
        ("POST", "pools/<int:pool_id>/fit"): Request(f"/pools/{pool}/fit", {"digest": "of another list"}, code=409),
        ("DELETE", "pools/<int:pool_id>"): Request(f"/pools/{leaving}", code=204),
        ("PATCH", "pools/<int:pool_id>"): Request(f"/pools/{pool}", {"parameters": {"start": 1400}}),
        ("POST", "pools/<int:pool_id>/lists"): Request(
            f"/pools/{Pool.objects.earliest('pk').pk}/lists", {}, by="administrator", code=202
        ),
        ("PUT", "games/<int:game_id>/counting"): Request(
            f"/games/{world.online.begun}/counting", {"counts": False, "reason": "arranged"}, by="administrator"
        ),
        ("PUT", "clubs/<slug:slug>/admission"): Request(
            "/clubs/rotterdam/admission", {"admitted": False}, by="administrator"
        ),
        ("PUT", "clubs/<slug:slug>/open-data"): Request("/clubs/rotterdam/open-data", {"licence": "CC0-1.0"}),
        ("PUT", "clubs/<slug:slug>/guardians"): Request("/clubs/rotterdam/guardians", {"asks": False}),
        ("POST", "clubs/<slug:slug>/guardians/consents"): Request(
            "/clubs/rotterdam/guardians/consents",
            {"person_id": world.player.person_id, "birth_year": 2015, "email": "parent@club.example"},
            code=201,
        ),
        ("POST", "clubs/<slug:slug>/invitations"): Request(
            "/clubs/rotterdam/invitations", {"player": elsewhere.pk, "since": "2026-01-01"}, code=201
        ),
        ("PUT", "clubs/<slug:slug>/joining"): Request("/clubs/rotterdam/joining", {"takes_requests": False}),
        ("POST", "clubs/<slug:slug>/join-requests"): Request(
            "/clubs/rotterdam/join-requests", {"name": "Maria Ek"}, code=201
        ),
        ("POST", "join-requests/<int:request_id>/approve"): Request(f"/join-requests/{asking}/approve", {}),
        ("POST", "join-requests/<int:request_id>/decline"): Request(f"/join-requests/{asking}/decline", code=204),
        ("POST", "invitations/<int:invitation_id>/accept"): Request(
            f"/invitations/{world.to_player.pk}/accept", {"as_home": True}, by="player", refused=404
        ),
        ("POST", "invitations/<int:invitation_id>/decline"): Request(
            f"/invitations/{world.to_player.pk}/decline", by="player", code=204, refused=404
        ),
        ("POST", "invitations/<int:invitation_id>/withdraw"): Request(f"{to_guest}/withdraw", code=204),
        ("POST", "role-offers/<int:offer_id>/accept"): Request(
            f"/role-offers/{world.offer.pk}/accept", by="player", refused=404
        ),
        ("POST", "role-offers/<int:offer_id>/decline"): Request(
            f"/role-offers/{world.offer.pk}/decline", by="player", code=204, refused=404
        ),
        ("DELETE", "me/roles/<int:grant_id>"): Request(f"/me/roles/{given_up.pk}", code=204, refused=404),
        ("PUT", "me/home"): Request("/me/home", {"club": None}, by="player", refused=409),
        ("POST", "events"): Request("/events", NEW_EVENT, code=201),
        **{key: Request(*sent) for key, sent in about_histories(world.club, world.organiser).items()},
        ("POST", "events/import"): Request("/events/import", {"club": "rotterdam", "file": file}, code=201),
        ("POST", f"{event}/apart"): Request(f"{swiss}/apart", {"entries": three[1:]}, code=201),
        ("DELETE", f"{event}/apart/<int:group_id>"): Request(f"{swiss}/apart/{apart.pk}", code=204),
        ("POST", f"{event}/categories"): Request(
            f"{swiss}/categories", {"name": "U1500", "kind": "rating", "most": 1499}, code=201
        ),
        ("PUT", f"{event}/categories/<int:category_id>"): Request(
            f"{swiss}/categories/{category}", {"name": "Visitors", "kind": "hand", "members": three[1:]}
        ),
        ("DELETE", f"{event}/categories/<int:category_id>"): Request(f"{swiss}/categories/{category}", code=204),
        ("PUT", f"{event}/prizes"): Request(
            f"{swiss}/prizes", {"lists": [{"category": category, "prizes": [{"amount": 5000, "name": "Cup"}]}]}
        ),
        ("PUT", f"{event}/birth-years"): Request(
            f"{swiss}/birth-years", {"years": [{"entry": three[0], "year": 2012}]}
        ),
        ("POST", f"{event}/numbers"): Request(f"/events/{off_list.pk}/numbers", {"confirm": [renumbering]}),
        ("POST", f"{event}/ratings"): Request(f"/events/{off_list.pk}/ratings", {"entries": typed}),
        ("POST", f"{entry_}/rating"): Request(
            f"/events/{off_list.pk}/entries/{typed[0]}/rating", {"rating": 1600, "reason": "typed again"}
        ),
        ("PATCH", event): Request(open_, {"place": "Delft"}),
        ("DELETE", event): Request(f"/events/{world.draft.pk}", code=204, refused=404),
        ("POST", f"{event}/announce"): Request(f"/events/{world.draft.pk}/announce", refused=404),
        ("POST", f"{event}/retract"): Request(f"{open_}/retract"),
        ("POST", f"{event}/start"): Request(f"{open_}/start", {"seeding": "lot"}),
        ("POST", f"{event}/unstart"): Request(f"/events/{world.started.pk}/unstart"),
        ("POST", f"{event}/close"): Request(f"/events/{world.started.pk}/close", {"early": True}),
        ("POST", f"{event}/reopen"): Request(f"/events/{world.closed.pk}/reopen", {"reason": "one more round"}),
        ("POST", f"{event}/entries"): Request(f"{open_}/entries", {"person_id": anew.pk}, code=201),
        ("POST", f"{event}/entries/me"): Request(f"{open_}/entries/me", by="player", code=201, refused=409),
        ("POST", f"{event}/entries/many"): Request(f"{open_}/entries/many", {"names": ["Yan", "Yves"]}, code=201),
        ("POST", f"{event}/entries/list"): Request(
            f"{open_}/entries/list", {"text": "Name,Rating\nYvo Listed,1500\n"}, code=201
        ),
        ("DELETE", f"{event}/entries/me"): Request(
            f"/events/{world.entered.pk}/entries/me", by="player", code=204, refused=409
        ),
        ("DELETE", entry_): Request(f"{open_}/entries/{entry(world.open, 'Ada').pk}", code=204),
        ("POST", f"{entry_}/withdraw"): Request(f"{max_}/withdraw", {"reason": "ill"}),
        ("POST", f"{entry_}/readmit"): Request(f"{oda}/readmit"),
        ("POST", f"{entry_}/byes"): Request(byes, {"round": 1, "kind": "zero"}, code=201),
        ("DELETE", f"{entry_}/byes/<int:round_number>"): Request(f"{byes}/2", code=204),
        ("POST", f"{entry_}/half-byes"): Request(byes.replace("/byes", "/half-byes"), {"half_byes": True}),
        ("POST", f"{event}/rounds"): Request(f"/events/{world.started.pk}/rounds", {"number": 1}, code=201),
        ("PATCH", f"{event}/rounds/<int:number>"): Request(f"{running_}/rounds/1", {"deadline": "2026-12-31"}),
        ("DELETE", f"{event}/rounds/<int:number>"): Request(f"{running_}/rounds/1", code=204),
        ("POST", f"{event}/rounds/<int:number>/results"): Request(
            f"{running_}/rounds/1/results",
            {"results": [{"game": game_of(world.running), "result": "1-0", "version": 0}]},
            code=201,
        ),
        **requests_of_calls(world.club, world.organiser, world.player),
        ("POST", f"{event}/rounds/<int:number>/setups"): Request(
            f"/events/{world.lyngk.pk}/rounds/1/setups", {"reason": "laid out wrong"}, code=201
        ),
        ("POST", f"{event}/rounds/<int:number>/explanations"): Request(
            f"{running_}/rounds/1/explanations", {"one": 1, "two": 3}, code=202
        ),
        ("POST", f"{event}/rounds/<int:number>/over-the-board"): Request(
            f"/events/{world.here.pk}/rounds/1/over-the-board", {"board": 1, "reason": "they meet"}
        ),
        ("POST", f"{event}/rounds/<int:number>/tie-breaks"): Request(
            f"/events/{world.level.pk}/rounds/1/tie-breaks", {"board": 1}
        ),
        ("POST", f"{event}/rounds/<int:number>/unpublish"): Request(
            f"{public}/rounds/1/unpublish", {"reason": "too early"}
        ),
        **requests_on_site(world, game_of(world.running)),
        **requests_at_desk(world.club, world.organiser),
        **requests_of_festivals(world.festival),
        **requests_of_stages(world.stages),
        **requests_of_circuits(world.circuit),
        **requests_of_leagues(world.league),
        **requests_of_titles(world.title),
        **requests_in_arena(world),
        **requests_of_teams(world.teams),
        **requests_of_medleys(world.medley),
        ("POST", f"{event}/rounds/<int:number>/lock"): Request(f"/events/{world.closed.pk}/rounds/1/lock"),
        ("POST", f"{event}/rounds/<int:number>/unlock"): Request(f"{locked}/rounds/1/unlock", {"reason": "a slip"}),
        ("POST", f"{event}/undo/<int:version>"): Request(
            f"{drafted}/undo/{last_point(world.drafted)}", {"reason": "a slip"}
        ),
        **requests_of_drafts(event, f"/events/{world.started.pk}", drafted, by_hand),
        ("PATCH", "players/<int:person_id>"): Request(f"/players/{anew.pk}", {"name": "Zoë"}),
        ("POST", "players/<int:person_id>/merge"): Request(f"/players/{anew.pk}/merge", {"gone": twin.pk}),
        ("POST", "players/<int:person_id>/unmerge"): Request(f"/players/{merged.pk}/unmerge"),
        ("POST", "players/<int:person_id>/erasure"): Request(f"/players/{anew.pk}/erasure", {"name": "Zoe"}),
        ("PUT", "games/<int:game_id>/rated-result"): Request(
            f"/games/{game_of(world.closed)}/rated-result", {"result": "1/2-1/2"}
        ),
        ("PATCH", "games/<int:game_id>"): Request(game, {"handicap": "1/0"}),
        ("POST", "games/<int:game_id>/results"): Request(f"{game}/results", {"result": "1-0"}, code=201),
        ("DELETE", "games/<int:game_id>/results/<int:number>"): Request(f"/games/{decided}/results/1"),
        ("POST", "games/<int:game_id>/records"): Request(f"{game}/records", {"text": WON_BY_BLACK}, code=201),
        ("POST", "games/<int:game_id>/recording/turns"): Request(
            f"{recorded}/turns", {"turns": "c2", "version": 1}, code=201
        ),
        ("POST", "games/<int:game_id>/recording/take-back"): Request(
            f"{recorded}/take-back", {"keep": 0, "version": 1}, code=201
        ),
        ("POST", "games/<int:game_id>/recording/finish"): Request(f"{recorded}/finish", {"version": 1}, code=201),
        ("POST", "games/<int:game_id>/scores"): Request(f"{game}/scores", {"counts": [[0, 3], [4, 6]]}, code=201),
        ("POST", f"{event}/rounds/<int:number>/deals/close"): Request(
            f"/events/{world.deals.pk}/rounds/1/deals/close", {"reason": "late"}
        ),
        ("POST", f"{deal}/begin"): Request(f"/attempts/{attempt(world.deals, 'Pia', 1).pk}/begin", by="player"),
        ("POST", f"{deal}/turns"): Request(f"{playing}/turns", {"turn": "/"}, by="player", code=201),
        ("POST", f"{deal}/resign"): Request(f"{playing}/resign", by="player"),
        ("POST", f"{deal}/record"): Request(
            f"/attempts/{attempt(world.deals, 'Quy', 1).pk}/record", {"text": "/"}, code=201
        ),
        ("POST", "events/<int:event_id>/records"): Request(
            f"/events/{world.running.pk}/records", {"text": WON_BY_BLACK}, code=202
        ),
    }


def _requests_of_roles(world: World, arbiter: Grant) -> dict[tuple[str, str], Request]:
    """Roles in the club and in an event of it: a person has one there, and a person of another club was offered one."""
    club, event = "clubs/<slug:slug>", "events/<int:event_id>"
    asked = offer_role(world.organiser, AccountFactory(home=world.stranger.home), world.club)
    at, who = f"/events/{world.draft.pk}/roles", {"username": world.player.username}
    return {
        ("POST", f"{club}/roles"): Request("/clubs/rotterdam/roles", who | {"role": "arbiter"}, code=201),
        ("DELETE", f"{club}/roles/<int:grant_id>"): Request(f"/clubs/rotterdam/roles/{arbiter.pk}", code=204),
        ("DELETE", f"{club}/role-offers/<int:offer_id>"): Request(f"/clubs/rotterdam/role-offers/{asked.pk}", code=204),
        ("POST", f"{event}/roles"): Request(at, who, code=201, refused=404),
        ("DELETE", f"{event}/roles/<int:grant_id>"): Request(f"{at}/{arbiter.pk}", code=204, refused=404),
    }


def nobody() -> Account:
    """An account without person and role."""
    return AccountFactory()
