"""Where the forms of the site stand: by endpoint, who fills them in and on which pages."""

from __future__ import annotations

from django.urls import reverse

from players.models import Membership
from testing.api.api_fixture import World, game_of
from testing.factories import PersonFactory
from testing.ratings.factories import POOL_PAGES
from testing.system.play_pages import pages_of_play
from testing.tournaments.factories import entry, last_point
from tournaments.models import Event

VISITOR, ADMINISTRATOR, ORGANISER, PLAYER, STRANGER = "visitor", "administrator", "organiser", "player", "stranger"


def pages_of_site(
    world: World, known: dict[str, object], special: dict[str, dict[str, object]]
) -> dict[str, list[tuple[str, str]]]:
    """By endpoint, who fills in its forms and on which pages they are."""
    people = f"/clubs/rotterdam/people/{known['person_id']}"
    newcomer, guest = (
        f"/clubs/rotterdam/people/{special[name]['person_id']}" for name in ("club-person-account", "club-person-home")
    )
    practice = [(PLAYER, f"/practice/{special['practice-attempt']['attempt_id']}")]
    return (
        {"practice-attempt": practice, "practice-attempt-step": practice}
        | {"join-request": [(VISITOR, f"/join/{special['join-request']['secret']}")]}
        | {key: [(VISITOR, f"/report/{special['seat-link']['token']}")] for key in ("seat-link", "seat-link-call")}
        | {"entry-link": [(VISITOR, f"/here/{special['entry-link']['token']}")]}
        | pages_of_play(world.online, special, VISITOR, PLAYER, ADMINISTRATOR)
        | _pages_of_studies(world)
        | _pages_of_accounts(known, special)
        | _pages_of_people(world, known, people, newcomer, guest)
        | _pages_of_events(world, known, special)
    )


def _pages_of_studies(world: World) -> dict[str, list[tuple[str, str]]]:
    own = f"/studies/{world.study.slug}"
    at_board = [(PLAYER, f"{own}?chapter=1&turn=4&edit=1")]
    settings = [(PLAYER, f"{own}/settings")]
    return {
        "study-new": [(PLAYER, "/studies/new")],
        "study-chapter-new": [(PLAYER, f"{own}/chapters/new")],
        **dict.fromkeys(("study-settings", "study-chapter", "study-delete"), settings),
        **dict.fromkeys(("study-play", "study-annotate", "study-change-line"), at_board),
        "study-copy": [(PLAYER, f"/studies/{world.study_of_another.slug}")],
    }


def _pages_of_accounts(
    known: dict[str, object], special: dict[str, dict[str, object]]
) -> dict[str, list[tuple[str, str]]]:
    return {
        "account-email": [(ORGANISER, "/account/email")],
        "account-mail": [(PLAYER, "/account/mail"), (ORGANISER, "/account/mail")],
        "mail-unsubscribe": [(VISITOR, reverse("mail-unsubscribe", args=[special["mail-unsubscribe"]["token"]]))],
        "account-erase": [(PLAYER, "/account/erase")],
        "account-key-remove": [(PLAYER, "/account")],
        "account-role-give-up": [(ORGANISER, "/account")],
        "role-offer-answer": [(PLAYER, "/account")],
        "account-home": [(PLAYER, "/account")],
        "account-keys": [(PLAYER, "/account")],
        "account-programs": [(PLAYER, "/account/programs")],
        "account-leave": [(PLAYER, "/account")],
        "person-followers": [(PLAYER, "/account/following")],
        "person-follow": [(STRANGER, f"/people/{known['person_id']}")],
        "club-follow": [(PLAYER, f"/clubs/{known['slug']}")],
        "account-password": [(ORGANISER, "/account/password")],
        "sign-in-again": [(PLAYER, "/sign-in/again")],
        "second-factor-reset": [(ADMINISTRATOR, "/account/second-factor/reset")],
        "notifications-read": [(PLAYER, "/notifications")],
        "notification-settings": [(PLAYER, "/notifications/settings")],
        "push-device-new": [(PLAYER, "/notifications/settings")],
        "push-device-remove": [(PLAYER, "/notifications/settings")],
        "account-passkeys": [(PLAYER, "/account/passkeys")],
        "account-passkey-remove": [(PLAYER, "/account/passkeys")],
        "sign-in-passkey": [(VISITOR, "/sign-in"), (PLAYER, "/sign-in/again")],
        "account-session-end": [(PLAYER, "/account/sessions")],
        "account-sessions-end": [(PLAYER, "/account/sessions")],
        "jobs": [(ADMINISTRATOR, "/jobs")],
        "language": [(VISITOR, "/about")],
        "boards": [(VISITOR, "/boards")],
        "password-help": [(VISITOR, "/sign-in/help")],
        "password-link": [(VISITOR, reverse("password-link", args=[known["uid"], known["token"]]))],
        "practice": [(VISITOR, "/practice")],
        "practice-table": [(VISITOR, "/practice/table")],
        "practice-step": [(VISITOR, "/practice/table")],
        "day": [(PLAYER, "/day")],
        "day-resign": [(PLAYER, "/day")],
        **{name: [(ADMINISTRATOR, f"/ratings/{known['pool_id']}/{page}")] for name, page in POOL_PAGES.items()},
        "rating-system": [(ADMINISTRATOR, "/ratings/new")],
        "club-rating-system": [(ORGANISER, "/clubs/rotterdam/ratings/new")],
        "sign-in": [(VISITOR, "/sign-in")],
        "sign-up": [(VISITOR, "/sign-up")],
        "sign-up-passkey": [(VISITOR, "/sign-up")],
        "sign-up-link": [(VISITOR, f"/sign-up/{special['sign-up-link']['secret']}")],
        "guardian": [(VISITOR, f"/guardian/{special['guardian']['secret']}")],
        "sign-out": [(PLAYER, "/about")],
        "theme": [(VISITOR, "/about")],
    }


def _pages_of_people(
    world: World, known: dict[str, object], pia: str, newcomer: str, guest: str
) -> dict[str, list[tuple[str, str]]]:
    club, other = "/clubs/rotterdam", PersonFactory(name="Other Person", member_of=world.club)
    former = PersonFactory(name="Former", member_of=world.club)
    Membership.objects.filter(person=former).update(until="2025-01-01")
    return {
        "club-admit": [(ADMINISTRATOR, f"{club}/settings"), (ADMINISTRATOR, "/server/clubs")],
        "club-house-players": [(ORGANISER, f"{club}/house-players")],
        "club-house-player-remove": [(ORGANISER, f"{club}/house-players")],
        "club-house-player-play": [(PLAYER, club)],
        "club-invitation-withdraw": [(ORGANISER, f"{club}/people")],
        "club-join": [(VISITOR, f"{club}/join"), (STRANGER, f"{club}/join")],
        "event-ask": [(VISITOR, f"/events/{world.open.pk}/ask")],
        "join-approve": [(ORGANISER, f"{club}/joining")],
        "join-decline": [(ORGANISER, f"{club}/joining")],
        "joining-switch": [(ORGANISER, f"{club}/joining")],
        "invitation-answer": [(PLAYER, "/account")],
        "club-membership": [(ORGANISER, f"{club}/memberships/{known['membership_id']}")],
        "club-new": [(ADMINISTRATOR, "/clubs/new")],
        "club-organiser-new": [(ORGANISER, f"{club}/roles")],
        "club-person-account": [(ADMINISTRATOR, f"{newcomer}/account")],
        "club-person-erase": [(ORGANISER, f"{pia}/erase")],
        "club-person-home": [(ADMINISTRATOR, guest)],
        "club-person-join": [(ORGANISER, f"{club}/people/{former.pk}"), (ORGANISER, f"{club}/people/new?q=former")],
        "club-person-link": [(ADMINISTRATOR, pia)],
        "club-person-merge": [(ORGANISER, f"{pia}/merge?other={other.pk}")],
        "club-person-new": [(ORGANISER, f"{club}/people/new?q=Pia"), (ORGANISER, f"{club}/people/new")],
        "club-person-rename": [(ORGANISER, f"{pia}/name")],
        "club-person-switch": [(ADMINISTRATOR, pia)],
        "club-person-unlink": [(ADMINISTRATOR, pia)],
        "club-person-unmerge": [(ORGANISER, pia)],
        "club-remove-example": [(ADMINISTRATOR, "/clubs/example/settings")],
        "club-role-revoke": [(ORGANISER, f"{club}/roles")],
        "club-role-offer-withdraw": [(ORGANISER, f"{club}/roles")],
        "club-roles": [(ORGANISER, f"{club}/roles")],
        "club-settings": [(ORGANISER, f"{club}/settings")],
        "club-page": [(ORGANISER, f"{club}/page")],
        "club-guardians": [(ORGANISER, f"{club}/guardians")],
        "club-guardians-ask": [(ORGANISER, f"{club}/guardians")],
        "club-open-licence": [(ORGANISER, f"{club}/open-data")],
        "club-export": [(ORGANISER, f"{club}/export")],
    }


def _pages_of_events(
    world: World, known: dict[str, object], special: dict[str, dict[str, object]]
) -> dict[str, list[tuple[str, str]]]:
    def by_organiser(*pages: str) -> list[tuple[str, str]]:
        return [(ORGANISER, page) for page in pages]

    def entry_page(name: str, what: str) -> list[tuple[str, str]]:
        return by_organiser(f"/events/{special[name]['event_id']}/entries/{special[name]['entry_id']}/{what}")

    def event(one: Event, page: str) -> str:
        return f"/events/{one.pk}/{page}"

    table, game = f"/events/{known['event_id']}", f"/games/{known['game_id']}"
    recorder = f"/games/{special['game-recorder']['game_id']}/recorder"
    title = f"/titles/{world.title.title.pk}"
    league = f"/leagues/{world.league.league.pk}"
    circuit = f"/circuits/{world.circuit.circuit.pk}"
    leaving, festival = entry(world.running, "Max").pk, f"/festivals/{world.festival.festival.pk}"
    stages, tied = f"/stages/{world.stages.ready.pk}", f"/stages/{world.stages.tied.pk}"
    return {
        "entry-bye": entry_page("entry-bye", "bye"),
        "entry-readmit": entry_page("entry-readmit", "readmit"),
        "entry-remove": entry_page("entry-remove", "remove"),
        "entry-withdraw": by_organiser(
            f"{table}/entries/{known['entry_id']}/withdraw", event(world.running, f"entries/{leaving}/withdraw")
        ),
        "event-category-new": by_organiser(f"{table}/categories/new"),
        "event-category-edit": by_organiser(f"{table}/categories/{known['category_id']}"),
        "event-category-delete": by_organiser(f"{table}/categories/new"),
        "event-prizes-edit": by_organiser(f"{table}/prizes/edit"),
        "event-call": [(PLAYER, "/")],
        "event-call-answer": by_organiser(f"{table}/desk"),
        "event-entry-limit": by_organiser(event(world.crowded, "waiting")),
        "event-move-up": by_organiser(event(world.crowded, "waiting")),
        "event-waiting-remove": by_organiser(event(world.crowded, "waiting")),
        "event-waiting-leave": [(PLAYER, event(world.crowded, "enter"))],
        "event-birth-years": by_organiser(f"{table}/birth-years"),
        "event-numbers": by_organiser(f"/events/{special['event-numbers']['event_id']}/numbers"),
        "event-renumber": by_organiser(f"/events/{special['event-numbers']['event_id']}/numbers"),
        "entry-rating": entry_page("entry-rating", "rating"),
        "event-check-in": by_organiser(f"{table}/check-in", event(world.swiss, "check-in")),
        "entry-move": entry_page("entry-move", "move"),
        "title-new": by_organiser("/clubs/rotterdam/titles/new"),
        "title-edit": by_organiser(f"{title}/edit"),
        "title-award": by_organiser(title),
        "title-withdraw": by_organiser(f"{title}/awards/{world.title.award.pk}/withdraw"),
        "title-delete": by_organiser(f"/titles/{world.title.unused.pk}/edit"),
        "league-new": by_organiser("/clubs/rotterdam/leagues/new"),
        **dict.fromkeys(
            ("league-edit", "league-division-add", "league-division-remove", "league-move", "league-move-back"),
            by_organiser(f"{league}/edit"),
        ),
        "league-end": by_organiser(f"{league}/end"),
        "league-delete": by_organiser(f"/leagues/{world.league.empty.pk}/edit"),
        "circuit-new": by_organiser("/clubs/rotterdam/circuits/new"),
        **dict.fromkeys(("circuit-edit", "circuit-event-add", "circuit-event-remove"), by_organiser(f"{circuit}/edit")),
        "circuit-delete": by_organiser(f"/circuits/{world.circuit.empty.pk}/edit"),
        "festival-new": by_organiser("/clubs/rotterdam/festivals/new"),
        "festival-edit": by_organiser(f"{festival}/edit"),
        "festival-section-add": by_organiser(f"{festival}/edit"),
        "festival-section-remove": by_organiser(f"{festival}/edit"),
        "festival-delete": by_organiser(f"/festivals/{world.festival.empty.pk}/edit"),
        "festival-check-in": by_organiser(f"{festival}/check-in"),
        "festival-link-revoke": by_organiser(f"{festival}/links"),
        **{name: by_organiser(f"{table}/questions") for name in ("event-questions", "event-question-remove")},
        "event-two-persons": by_organiser(f"{table}/two-persons"),
        "event-result-verify": by_organiser(f"/events/{special['event-result-verify']['event_id']}/desk"),
        "event-hidden-standings": by_organiser(f"{table}/hidden-standings"),
        "event-announcement-new": by_organiser(f"{table}/announcements/new?topic=late"),
        "event-announcement-withdraw": by_organiser(f"{table}/announcements/{known['announcement_id']}/withdraw"),
        "stages-new": by_organiser("/clubs/rotterdam/stages/new"),
        **dict.fromkeys(("stages-edit", "stages-delete", "stage-remove"), by_organiser(f"{stages}/edit")),
        "stage-new": by_organiser(f"{stages}/new"),
        "stage-edit": by_organiser(f"{stages}/2/edit"),
        **dict.fromkeys(("stage-start", "stage-pass", "stage-pass-undo"), by_organiser(stages)),
        "stage-playoff": by_organiser(tied),
        "event-webhooks": by_organiser(f"{table}/webhooks"),
        "event-webhook": by_organiser(f"{table}/webhooks"),
        "event-broadcast": by_organiser(f"{table}/broadcast"),
        "event-arrivals": by_organiser(f"{table}/check-in"),
        "event-absent-byes": by_organiser(f"{table}/check-in"),
        "event-byes": by_organiser(f"{table}/byes"),
        "event-withdraw-many": by_organiser(f"{table}/withdrawals"),
        "event-here": [(PLAYER, f"{table}/players")],
        "entry-missed-byes": entry_page("entry-missed-byes", "bye"),
        "seat-link-revoke": by_organiser(f"{table}/pairings/1/slips"),
        "event-exclusions": by_organiser(f"{table}/apart"),
        "event-exclusion-delete": by_organiser(f"{table}/apart"),
        "event-deadline": by_organiser(f"{table}/pairings/1/deadline"),
        "event-explain": by_organiser(f"{table}/pairings/1"),
        **{
            name: by_organiser(f"/events/{special[name]['event_id']}/desk")
            for name in (f"event-clock-{what}" for what in ("start", "pause", "resume", "time", "remove"))
        },
        "event-forget-round": by_organiser(f"/events/{special['event-forget-round']['event_id']}/desk"),
        "event-close": by_organiser(event(world.started, "close")),
        "event-delete": by_organiser(event(world.draft, "delete")),
        "event-edit": by_organiser(event(world.open, "edit")),
        "event-enter": by_organiser(event(world.open, "enter?q=person")),
        "event-enter-list": by_organiser(event(world.open, "enter/list")),
        "event-import": by_organiser("/clubs/rotterdam/events/import"),
        "history-import": by_organiser("/clubs/rotterdam/histories"),
        "history": by_organiser(f"/clubs/rotterdam/histories/{special['history']['history_id']}"),
        "event-join": [(PLAYER, event(world.open, "enter"))],
        **{f"arena-{act}": [(PLAYER, f"/events/{world.arena.pk}")] for act in ("pause", "leave")},
        "event-team-new": by_organiser(event(world.teams.announced, "teams/new")),
        **{
            f"event-{form}": by_organiser(event(world.teams.announced, f"teams/{world.teams.owls}/{page}"))
            for form, page in (("team-rename", "name"), ("team-remove", "remove"), ("roster", "roster"))
        },
        "event-team-bye": [(PLAYER, event(world.teams.swiss, f"teams/{world.teams.ravens}/bye"))],
        "event-team-bye-cancel": [(PLAYER, event(world.teams.swiss, f"teams/{world.teams.ravens}/bye"))],
        "event-team-half-byes": by_organiser(event(world.teams.swiss, f"teams/{world.teams.ravens}/half-byes")),
        "event-team-missed-byes": by_organiser(event(world.teams.late, f"teams/{world.teams.yaks}/missed-byes")),
        "event-team-late": by_organiser(event(world.teams.swiss, "teams/late")),
        "event-team-withdraw": by_organiser(event(world.teams.running, f"teams/{world.teams.moles}/withdraw")),
        "event-team-readmit": by_organiser(event(world.teams.late, f"teams/{world.teams.zebras}/readmit")),
        "event-teams-apart": by_organiser(event(world.teams.swiss, "teams/apart")),
        "event-teams-apart-delete": by_organiser(event(world.teams.swiss, "teams/apart")),
        "event-choice": [(PLAYER, event(world.medley.event, f"games/{world.medley.game}/choice"))],
        "event-choices-settle": by_organiser(event(world.medley.event, "pairings/1/choices/settle")),
        "event-line-up": [(PLAYER, event(world.teams.running, f"pairings/1/line-ups/{world.teams.moles}"))],
        "event-line-up-deadline": by_organiser(event(world.teams.running, "pairings/1/line-up-deadline")),
        "event-line-ups-close": by_organiser(event(world.teams.running, "pairings/1/line-ups/close")),
        "arena-stop": by_organiser(event(world.arena, "arena/stop")),
        "event-leave": [(PLAYER, event(world.entered, "enter"))],
        "event-new": by_organiser("/clubs/rotterdam/events/new"),
        "event-template": by_organiser(event(world.open, "template")),
        "event-template-delete": by_organiser("/clubs/rotterdam/events/new"),
        "event-reopen": by_organiser(event(world.closed, "reopen")),
        "event-result": by_organiser(f"{table}/desk", f"{table}/results/{known['game_id']}"),
        "event-result-undo": by_organiser(f"/events/{world.locked.pk}/results/{game_of(world.locked, 2)}"),
        "event-round-lock": by_organiser(f"/events/{world.locked.pk}/desk"),
        "event-round-unlock": by_organiser(f"/events/{world.locked.pk}/pairings/1/unlock"),
        "event-tie-breaks": by_organiser(event(world.level, "desk")),
        "event-round-delete": by_organiser(event(world.running, "pairings/1/delete")),
        "event-round-unpublish": by_organiser(f"{table}/pairings/1/unpublish"),
        "event-draft-action": by_organiser(
            *(event(one, "draft") for one in (world.drafted, world.by_hand)), event(world.running, "desk")
        ),
        "event-round-edit": by_organiser(event(world.here, "pairings/1/edit")),
        "event-undo": by_organiser(event(world.drafted, f"undo/{last_point(world.drafted)}")),
        "event-setups": by_organiser(f"/events/{special['event-setups']['event_id']}/pairings/1/setups"),
        "event-start": by_organiser(event(world.open, "start")),
        "event-start-round": by_organiser(event(world.started, "desk"), event(world.running, "desk")),
        "event-step": by_organiser(*(event(one, "desk") for one in (world.draft, world.open, world.started))),
        "attempt": [(PLAYER, f"/attempts/{special['attempt']['attempt_id']}")],
        "attempt-begin": [(PLAYER, f"/attempts/{special['attempt-begin']['attempt_id']}")],
        "attempt-resign": [(PLAYER, f"/attempts/{special['attempt']['attempt_id']}")],
        "attempt-record": by_organiser(f"/attempts/{special['attempt-record']['attempt_id']}/record"),
        "event-deals-close": by_organiser(event(world.deals, "pairings/1/deals/close")),
        "game-handicap": by_organiser(f"{game}/result"),
        "game-rated-result": by_organiser(f"/games/{special['game-rated-result']['game_id']}/result"),
        "game-record": by_organiser(f"{game}/record"),
        "game-recorder": by_organiser(recorder),
        "game-recorder-back": by_organiser(recorder),
        "game-recorder-finish": by_organiser(recorder),
        "game-score": by_organiser(f"{game}/score"),
        "record-file-new": by_organiser(f"/records/new/{world.running.scope}"),
        "game-result": [(ORGANISER, f"{game}/result"), (PLAYER, f"{game}/result")],
    }
