"""Every address of the API, below /api/v1/. The views behind them are in the apps' own `api` modules."""

from __future__ import annotations

from django.urls import path, re_path

from games.analysis_board import api as analysis_board
from games.collection import api as collection
from games.game import api as games
from games.histories import api as api_histories
from games.recordings import api as recorder
from games.records import api as record_files
from games.studies import api as studies
from gipfel.api import root, status
from play.moderation import api as chat
from play.partner import api as house_players
from play.solitaires import api as play
from play.table.api import computer, conditional_turns, programs, streams
from play.table.api import games as online
from play.table.api import settings as player
from players.accounts import api as accounts
from players.clubs.api import clubs, invitations, members
from players.clubs.api import journal as club_journal
from players.clubs.api import open_data as open_licences
from players.erasure import api as erasure
from players.following import api as following
from players.grants.api import role_offers
from players.grants.api import roles as club_roles
from players.guardians import api as guardians
from players.people import api as players
from players.uploads import api as uploads
from ratings.arranged import api as api_arranged
from ratings.comparison import api as comparisons
from ratings.evidence import api as api_evidence
from ratings.fitting import api as api_fitting
from ratings.lists.api import lists as ratings
from ratings.lists.api import published as rating_lists
from ratings.pools import api as api_pools
from tournaments.all_time import api as all_time
from tournaments.announcements import api as announcements
from tournaments.arenas import api as arenas
from tournaments.circuits import api as circuits
from tournaments.core.act_urls import api_urls
from tournaments.duplicate import api as attempts
from tournaments.entries import api as api_entries
from tournaments.entries.api import joining
from tournaments.events import api as api_events
from tournaments.events.api import events
from tournaments.festivals import api as api_festivals
from tournaments.festivals.api import festivals
from tournaments.forecast import api as forecast
from tournaments.interchange import api as api_files
from tournaments.interchange.api import import_export, tables
from tournaments.medleys import api as medleys
from tournaments.notices import api as webhooks
from tournaments.open_data import api as open_data
from tournaments.results import api as results
from tournaments.rounds import api as rounds
from tournaments.seasons import api as leagues
from tournaments.stages import api as api_stages
from tournaments.stages.api import stages
from tournaments.standings import api as standings
from tournaments.teams import api as teams
from tournaments.titles import api as titles

urlpatterns = [
    path("", root.Index.as_view(), name="api-index"),
    path("schema", root.Document.as_view(), name="api-schema"),
    path("docs", root.docs, name="api-docs"),
    # clubs and players
    path("clubs", clubs.Clubs.as_view()),
    path("clubs/<slug:slug>", clubs.OneClub.as_view()),
    path("clubs/<slug:slug>/admission", clubs.AdmitClub.as_view()),
    path("clubs/<slug:slug>/guardians", guardians.ClubGuardians.as_view()),
    path("clubs/<slug:slug>/guardians/consents", guardians.ClubConsents.as_view()),
    path("clubs/<slug:slug>/open-data", open_licences.ClubOpenLicence.as_view()),
    path("clubs/<slug:slug>/players", members.ClubPlayers.as_view()),
    path("clubs/<slug:slug>/invitations", invitations.ClubInvitations.as_view()),
    path("clubs/<slug:slug>/journal", club_journal.ClubJournal.as_view()),
    path("clubs/<slug:slug>/house-players", house_players.HousePlayers.as_view()),
    path("clubs/<slug:slug>/house-players/<int:person_id>", house_players.OneHousePlayer.as_view()),
    path("clubs/<slug:slug>/roles", club_roles.ClubRoles.as_view()),
    path("clubs/<slug:slug>/roles/<int:grant_id>", club_roles.OneClubRole.as_view()),
    path("clubs/<slug:slug>/role-offers", club_roles.ClubRoleOffers.as_view()),
    path("clubs/<slug:slug>/role-offers/<int:offer_id>", club_roles.OneClubRoleOffer.as_view()),
    path("clubs/<slug:slug>/joining", joining.ClubJoining.as_view()),
    path("clubs/<slug:slug>/join-requests", joining.JoinRequests.as_view()),
    path("join-requests/<int:request_id>/approve", joining.ApproveJoin.as_view()),
    path("join-requests/<int:request_id>/decline", joining.DeclineJoin.as_view()),
    path("invitations/<int:invitation_id>/accept", invitations.AcceptInvitation.as_view()),
    path("invitations/<int:invitation_id>/decline", invitations.DeclineInvitation.as_view()),
    path("invitations/<int:invitation_id>/withdraw", invitations.WithdrawInvitation.as_view()),
    path("me", accounts.Me.as_view()),
    path("programs", accounts.Programs.as_view()),
    path("me/roles", role_offers.MyRoles.as_view()),
    path("me/roles/<int:grant_id>", role_offers.MyRole.as_view()),
    path("me/role-offers", role_offers.MyRoleOffers.as_view()),
    path("role-offers/<int:offer_id>/accept", role_offers.AcceptRole.as_view()),
    path("role-offers/<int:offer_id>/decline", role_offers.DeclineRole.as_view()),
    path("uploads", uploads.Uploads.as_view()),
    path("uploads/<int:upload_id>", uploads.OneUpload.as_view()),
    path("uploads/<int:upload_id>/parts/<int:number>", uploads.UploadParts.as_view()),
    path("uploads/<int:upload_id>/finish", uploads.FinishUpload.as_view()),
    path("me/following", following.MyFollowing.as_view()),
    path("players/<int:person_id>/follow", following.FollowedPlayer.as_view()),
    path("clubs/<slug:slug>/follow", following.FollowedClub.as_view()),
    path("me/home", invitations.MyHome.as_view()),
    path("me/invitations", invitations.MyInvitations.as_view()),
    path("players", players.Players.as_view()),
    path("players/<int:person_id>", ratings.OnePlayer.as_view()),
    path("players/<int:person_id>/merge", players.MergePlayers.as_view()),
    path("players/<int:person_id>/unmerge", players.UnmergePlayers.as_view()),
    path("players/<int:person_id>/erasure", erasure.ErasePlayer.as_view()),
    path("players/<int:person_id>/games", games.PlayerGames.as_view()),
    path("clubs/<slug:slug>/histories", api_histories.Histories.as_view()),
    path("games/<int:game_id>/counting", api_arranged.CountingOfGame.as_view()),
    path("server/rated-games", api_arranged.RatedGames.as_view()),
    path("games/<int:game_id>/what-if", comparisons.GameWhatIf.as_view()),
    path("histories/<int:history_id>", api_histories.OneHistory.as_view()),
    path("histories/<int:history_id>/import", api_histories.ImportHistory.as_view()),
    path("histories/<int:history_id>/take-back", api_histories.TakeHistoryBack.as_view()),
    path("histories/<int:history_id>/bring-back", api_histories.BringHistoryBack.as_view()),
    path("players/<int:person_id>/against/<int:other_id>", comparisons.HeadsToHeads.as_view()),
    # events
    path("choices", tables.Choices.as_view()),
    path("events", events.Events.as_view()),
    path("events/import", import_export.EventFiles.as_view()),
    *api_urls(
        *(api_events, api_entries, arenas, rounds, results, standings, attempts, api_files, webhooks, api_festivals),
        *(medleys, teams),
    ),
    *api_urls(forecast),
    *api_urls(announcements),
    *api_urls(circuits, leagues, api_stages, titles),
    path("clubs/<slug:slug>/all-time", all_time.AllTime.as_view()),
    path("leagues", leagues.Leagues.as_view()),
    path("circuits", circuits.Circuits.as_view()),
    path("festivals", festivals.Festivals.as_view()),
    path("stages", stages.AllStages.as_view()),
    path("imports/<int:import_id>", import_export.OneImport.as_view(), name="api-import"),
    path("attempts/<int:attempt_id>", attempts.OneAttempt.as_view()),
    path("attempts/<int:attempt_id>/begin", attempts.Begin.as_view()),
    path("attempts/<int:attempt_id>/turns", attempts.Turns.as_view()),
    path("attempts/<int:attempt_id>/resign", attempts.Resign.as_view()),
    path("attempts/<int:attempt_id>/record", attempts.AttemptRecord.as_view()),
    path("record-files/<int:file_id>", record_files.OneRecordFile.as_view()),
    path("record-files/<int:file_id>/records", record_files.FiledRecords.as_view()),
    # games
    path("collection", collection.Collection.as_view()),
    path("collection/archives", collection.Archives.as_view()),
    path("collection/turns", collection.NextTurns.as_view()),
    path("open-data", open_data.OpenMonths.as_view()),
    path("games/<int:game_id>", games.OneGame.as_view()),
    path("games/<int:game_id>/rated-result", games.RatedResult.as_view()),
    path("games/<int:game_id>/results", games.Results.as_view()),
    path("games/<int:game_id>/results/<int:number>", games.OneResult.as_view()),
    path("games/<int:game_id>/records", games.Records.as_view()),
    path("games/<int:game_id>/records/<int:number>", games.OneRecord.as_view()),
    path("games/<int:game_id>/recording", recorder.OneRecording.as_view()),
    path("games/<int:game_id>/recording/turns", recorder.RecordedTurns.as_view()),
    path("games/<int:game_id>/recording/take-back", recorder.TakenBack.as_view()),
    path("games/<int:game_id>/recording/finish", recorder.FinishedRecording.as_view()),
    path("games/<int:game_id>/scores", games.Scores.as_view()),
    path("games/<int:game_id>/proposal", games.ProposedResult.as_view()),
    path("games/<int:game_id>/certificates", games.Certificates.as_view()),
    path("games/<int:game_id>/certificates/<int:number>", games.OneCertificate.as_view()),
    path("games/<int:game_id>/certificates/<int:number>/signed", games.SignedCertificate.as_view()),
    # studies
    path("studies", studies.Studies.as_view()),
    path("studies/<slug:study_slug>", studies.OneStudy.as_view()),
    path("studies/<slug:study_slug>/copy", studies.CopiedStudy.as_view()),
    path("studies/<slug:study_slug>/chapters", studies.Chapters.as_view()),
    path("studies/<slug:study_slug>/chapters/<int:chapter>", studies.OneChapter.as_view()),
    path("studies/<slug:study_slug>/chapters/<int:chapter>/turns", studies.ChapterTurns.as_view()),
    path("studies/<slug:study_slug>/chapters/<int:chapter>/turns/<int:turn>", studies.OneStudyTurn.as_view()),
    path("studies/<slug:study_slug>/chapters/<int:chapter>/turns/<int:turn>/promote", studies.PromotedTurn.as_view()),
    path("analysis", analysis_board.Analysis.as_view()),
    # games of two, played here
    path("play/games/<int:game_id>/chat", chat.GameChat.as_view()),
    path("play/games/<int:game_id>/spectators", chat.SpectatorsChat.as_view()),
    path("play/games/<int:game_id>/spectators/report", chat.ReportSpectator.as_view()),
    path("play/games/<int:game_id>/report", chat.ReportOpponent.as_view()),
    path("play/blocks", chat.Blocks.as_view()),
    path("play/blocks/<int:person_id>", chat.OneBlock.as_view()),
    path("moderation/reports", chat.Reports.as_view()),
    path("moderation/reports/<int:report_id>", chat.OneReport.as_view()),
    path("play/settings", player.OwnSettings.as_view()),
    path("play/vacations", player.Vacations.as_view()),
    path("play/vacations/<int:vacation_id>", player.OneVacation.as_view()),
    path("play/challenges", online.Challenges.as_view()),
    path("play/challenges/<int:challenge_id>", online.OneChallenge.as_view()),
    path("play/challenges/<int:challenge_id>/take", online.TakeChallenge.as_view()),
    path("play/links/<slug:token>", online.TakeLink.as_view()),
    path("play/games", online.OwnGames.as_view()),
    path("play/games/<int:game_id>", online.OneOnlineGame.as_view()),
    path("play/games/<int:game_id>/legal-turns", programs.TurnsToChoose.as_view()),
    path("play/seek", programs.QuickPairing.as_view()),
    path("play/house-players/<int:person_id>/games", computer.HouseGames.as_view()),
    path("play/computer", computer.ComputerGames.as_view()),
    path("play/stream", streams.OwnEventStream.as_view()),
    path("play/games/<int:game_id>/stream", streams.GameStreamView.as_view()),
    path("play/games/<int:game_id>/turns", online.OnlineTurns.as_view()),
    path("play/games/<int:game_id>/conditional-turns", conditional_turns.ConditionalTurns.as_view()),
    path("play/games/<int:game_id>/conditional-turns/<int:line_id>", conditional_turns.OneConditionalLine.as_view()),
    path("play/games/<int:game_id>/resign", online.ResignGame.as_view()),
    path("play/games/<int:game_id>/abort", online.AbortGame.as_view()),
    path("play/games/<int:game_id>/offers", online.Offers.as_view()),
    path("play/games/<int:game_id>/leave-series", online.LeaveSeries.as_view()),
    path("play/games/<int:game_id>/claim", online.ClaimGame.as_view()),
    # solitaires
    path("practice", play.Practice.as_view()),
    path("practice/<int:attempt_id>", play.OnePractice.as_view()),
    path("practice/<int:attempt_id>/turns", play.PracticeTurns.as_view()),
    path("practice/<int:attempt_id>/undo", play.PracticeUndo.as_view()),
    path("practice/<int:attempt_id>/resign", play.PracticeResign.as_view()),
    path("practice/<int:attempt_id>/hint", play.PracticeHint.as_view()),
    path("day", play.Day.as_view()),
    path("day/turns", play.DayTurns.as_view()),
    path("day/resign", play.DayResign.as_view()),
    path("days", play.Days.as_view()),
    path("days/<slug:day>", play.OneDay.as_view()),
    # ratings
    path("rating-systems", ratings.Systems.as_view()),
    path("pools", ratings.Pools.as_view()),
    path("pools/<int:pool_id>", ratings.OnePool.as_view()),
    path("pools/<int:pool_id>/systems", api_pools.PoolSystems.as_view()),
    path("pools/<int:pool_id>/main", api_pools.MainPool.as_view()),
    path("pools/<int:pool_id>/ratings", ratings.Ratings.as_view()),
    path("pools/<int:pool_id>/runs", api_pools.Runs.as_view()),
    path("pools/<int:pool_id>/lists", rating_lists.PublishedLists.as_view()),
    path("pools/<int:pool_id>/lists/<int:number>/<int:version>", rating_lists.PublishedRows.as_view()),
    path(
        "pools/<int:pool_id>/lists/<int:number>/<int:version>/difference", rating_lists.PublishedDifferences.as_view()
    ),
    path("pools/<int:pool_id>/players/<int:person_id>", ratings.History.as_view()),
    path("pools/<int:pool_id>/comparison", comparisons.Comparisons.as_view()),
    path("pools/<int:pool_id>/prediction", comparisons.Predictions.as_view()),
    path("pools/<int:pool_id>/distribution", comparisons.Distributions.as_view()),
    path("pools/<int:pool_id>/evidence", api_evidence.Evidence.as_view()),
    path("pools/<int:pool_id>/fit", api_fitting.PoolFit.as_view()),
    # the server
    path("server/status", status.ServerStatus.as_view()),
    # anything else
    re_path(r"^[\s\S]", root.NotFound.as_view()),
]
