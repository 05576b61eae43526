"""Who is told what, and who answers what: every subscriber of every app, in the order in which they are called.

Those of the apps below come first: who refuses or reads comes before who is told by what they wrote.
"""

from __future__ import annotations

from common.events import Subscription
from games import erasure as texts_of_games
from games.collection.services import leave_archives
from games.core.events import (
    ArrangedGamesChanged,
    AttemptsEnded,
    DecisionsComing,
    EventBoardsChanged,
    GamesChanged,
    GamesSettled,
    ReportsWait,
)
from games.core.questions import BoardOf, RoundOf, ScopesNamed, SeedOf, UnpublishedScopes, WhyNotPlayed
from games.fair_play import Concerns, concerns_a_recorder
from games.histories.services.histories import forget_refusals
from games.results.notifications import tell_of_report
from games.studies.services.studies import delete_studies
from play.challenges.services.challenges import close_challenges_of_erased
from play.challenges.services.quick import delete_seek_of_erased
from play.chat.services.reports import forget_words
from play.clocks.services.days_off import delete_settings
from play.clocks.services.vacations import delete_vacations
from play.core.services.blocks import tell_block
from play.fair_play import concerns_a_player, concerns_a_round
from play.games.queries import address_of_board, refuse_two_who_play_each_other
from play.games.services.departures import give_up_after_commit
from play.games.services.event_games import follow_changed_games
from play.lessons.services import delete_done_lessons
from play.puzzles.services import delete_puzzle_attempts
from play.table.services.conditional_turns import delete_lines_of_erased
from play.table.services.notes import delete_notes
from players.core.events import (
    ClubAdmissionChanged,
    ExampleRemoving,
    MembershipsChanged,
    OpenLicenceChanged,
    PersonErasing,
    PersonsChanged,
    PersonsMerging,
)
from players.erasure.texts import ReportsWanted, TextsWanted, TiesWanted
from players.following.questions import KeptApart
from players.following.services import forget_followers
from ratings.arranged.services import (
    judge_changed_games,
    judge_games_of_member,
    judge_games_of_one_person,
    judge_with_club,
)
from ratings.pools.services.recomputes import (
    rate_changed_games,
    rate_games_of_one_person,
    rate_server_with_club,
    rate_server_without_example,
    rate_settled_games,
)
from tournaments import erasure as texts_of_events
from tournaments.club_files.services.making import delete_club_files
from tournaments.core.events import BirthYearsChanged
from tournaments.core.questions import LeadOf
from tournaments.core.services.base import tell_of_results
from tournaments.duplicate.services import publish_finished_rounds
from tournaments.entries.services.persons import delete_details, leave_waiting_lists, refuse_two_who_entered_one_event
from tournaments.entries.services.questions import delete_answers
from tournaments.events.queries.events import drafts_with_games, events_named
from tournaments.events.services.events import invalidate_at_once, request_invalidating
from tournaments.interchange.services.import_requests import delete_refused_requests
from tournaments.open_data.services import (
    request_month_of_settled,
    request_months_of_club,
    request_months_of_minors,
    request_months_of_persons,
)
from tournaments.results.services.results import ask_for_report_mails, confirm_decisions
from tournaments.rounds.queries.games import games_of_round, seed_of_board, why_not_chosen
from tournaments.rounds.services.boards import begin_next_when_decided
from tournaments.standings.queries.lead import tell_lead

PERSONS: tuple[Subscription, ...] = (
    PersonsMerging.handled_by(refuse_two_who_play_each_other, refuse_two_who_entered_one_event),
    PersonErasing.answered_by(
        leave_archives,
        forget_refusals,
        delete_studies,
        close_challenges_of_erased,
        delete_seek_of_erased,
        delete_vacations,
        forget_words,
        give_up_after_commit,
        delete_settings,
        delete_notes,
        delete_lines_of_erased,
        forget_followers,
        delete_done_lessons,
        delete_puzzle_attempts,
        delete_refused_requests,
        delete_details,
        leave_waiting_lists,
        delete_answers,
        delete_club_files,
    ),
    PersonsChanged.handled_by(
        judge_games_of_one_person,
        rate_games_of_one_person,
        request_invalidating,
        request_months_of_persons,
        after_commit=[invalidate_at_once],
    ),
    MembershipsChanged.handled_by(judge_games_of_member),
    ClubAdmissionChanged.handled_by(judge_with_club, rate_server_with_club),
    OpenLicenceChanged.handled_by(request_months_of_club),
    BirthYearsChanged.handled_by(request_months_of_minors),
    ExampleRemoving.handled_by(rate_server_without_example),
)

GAMES: tuple[Subscription, ...] = (
    DecisionsComing.handled_by(confirm_decisions),
    ReportsWait.handled_by(tell_of_report, ask_for_report_mails),
    ArrangedGamesChanged.handled_by(judge_changed_games),
    GamesChanged.handled_by(rate_changed_games, tell_of_results),
    EventBoardsChanged.handled_by(follow_changed_games, begin_next_when_decided),
    GamesSettled.handled_by(rate_settled_games, request_month_of_settled),
    AttemptsEnded.handled_by(publish_finished_rounds),
)

QUESTIONS: tuple[Subscription, ...] = (
    TiesWanted.answered_by(texts_of_games.find_ties, texts_of_events.find_ties),
    TextsWanted.answered_by(texts_of_games.find_texts, texts_of_events.find_texts),
    ReportsWanted.answered_by(texts_of_events.find_reports),
    Concerns.answered_by(concerns_a_recorder, concerns_a_player, concerns_a_round),
    UnpublishedScopes.answered_by(drafts_with_games),
    ScopesNamed.answered_by(events_named),
    BoardOf.answered_by(address_of_board),
    RoundOf.answered_by(games_of_round),
    SeedOf.answered_by(seed_of_board),
    WhyNotPlayed.answered_by(why_not_chosen),
    LeadOf.answered_by(tell_lead),
    KeptApart.answered_by(tell_block),
)

SUBSCRIPTIONS = (*PERSONS, *GAMES, *QUESTIONS)
