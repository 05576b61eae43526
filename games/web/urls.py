"""Addresses of games."""

from __future__ import annotations

from django.urls import path

from games.web.views import (
    archives,
    certificates,
    collection,
    game,
    histories,
    record,
    record_files,
    recorder,
    results,
    rules,
    score,
)

urlpatterns = [
    path("clubs/<slug:slug>/histories", histories.import_games, name="history-import"),
    path("clubs/<slug:slug>/histories/<int:history_id>", histories.history, name="history"),
    path("past-events/<int:past_id>", histories.event, name="past-event"),
    path("rules", rules.rules_list, name="rules-list"),
    path("rules/<slug:key>", rules.rules, name="rules"),
    path("records/new/<str:key>", record_files.hand_in, name="record-file-new"),
    path("records/<int:file_id>", record_files.show, name="record-file"),
    path("games", collection.search, name="games"),
    path("games/records.txt", collection.export, name="games-records"),
    path("games/archives/<int:archive_id>.zip", archives.download, name="games-archive"),
    path("games/<int:game_id>", game.show, name="game"),
    path("games/<int:game_id>/state", game.state, name="game-state"),
    path("games/<int:game_id>/boards/<int:number>", game.boards, name="game-boards"),
    path("games/<int:game_id>/boards/<int:number>.svg", game.picture, name="game-board-picture"),
    path("games/<int:game_id>/record", record.hand_in, name="game-record"),
    path("games/<int:game_id>/recorder", recorder.recorder, name="game-recorder"),
    path("games/<int:game_id>/recorder/continue", recorder.go_on, name="game-recorder-continue"),
    path("games/<int:game_id>/recorder/back", recorder.back, name="game-recorder-back"),
    path("games/<int:game_id>/recorder/finish", recorder.finish, name="game-recorder-finish"),
    path("games/<int:game_id>/recorder/state", recorder.state, name="game-recorder-state"),
    path("games/<int:game_id>/recorder/steps", recorder.steps, name="game-recorder-steps"),
    path("games/<int:game_id>/record.txt", record.download, name="game-record-text"),
    path("games/<int:game_id>/record.json", record.document, name="game-record-json"),
    path("games/<int:game_id>/certificates/<int:number>", certificates.show, name="game-certificate"),
    path("games/<int:game_id>/certificates/<int:number>.json", certificates.document, name="game-certificate-json"),
    path(
        "games/<int:game_id>/certificates/<int:number>/signed.json", certificates.signed, name="game-certificate-signed"
    ),
    path("games/<int:game_id>/certificates/<int:number>.svg", certificates.picture, name="game-certificate-picture"),
    path("games/<int:game_id>/score", score.hand_in, name="game-score"),
    path("games/<int:game_id>/result", results.result, name="game-result"),
    path("games/<int:game_id>/reported", results.reported, name="game-reported"),
    path("games/<int:game_id>/handicap", results.handicap, name="game-handicap"),
    path("games/<int:game_id>/rated-result", results.rated_result, name="game-rated-result"),
]
