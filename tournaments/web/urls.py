"""Addresses of tournaments: flat names, as the templates of other apps use them."""

from __future__ import annotations

from django.urls import path

from tournaments.web.views import (
    club,
    desk,
    edits,
    entries,
    event_form,
    exclusions,
    files,
    importing,
    lifecycle,
    pairing_explanations,
    person,
    public,
    round_drafts,
    setups,
)

urlpatterns = [
    path("clubs/<slug:slug>", club.club, name="club"),
    path("clubs/<slug:slug>/events", club.events, name="club-events"),
    path("clubs/<slug:slug>/events/new", event_form.event_new, name="event-new"),
    path("clubs/<slug:slug>/events/import", importing.event_import, name="event-import"),
    path("clubs/<slug:slug>/imports/<int:request_id>", importing.event_import_state, name="event-import-state"),
    path("people/<int:person_id>", person.person, name="person"),
    # The tabs
    path("events/<int:event_id>", public.event, name="event"),
    path("events/<int:event_id>/pairings", public.pairings, name="event-pairings"),
    path("events/<int:event_id>/pairings/<int:number>", public.event_round, name="event-round"),
    path("events/<int:event_id>/pairings/<int:number>/explain", pairing_explanations.explain, name="event-explain"),
    path("events/<int:event_id>/pairings/<int:number>/setups", setups.setups, name="event-setups"),
    path("events/<int:event_id>/players", public.players, name="event-players"),
    path("events/<int:event_id>/games", public.games, name="event-games"),
    path("events/<int:event_id>/crosstable", public.crosstable, name="event-crosstable"),
    path("events/<int:event_id>/info", public.info, name="event-info"),
    path("events/<int:event_id>/state", public.state, name="event-state"),
    # Files
    path("events/<int:event_id>/standings.csv", files.standings_csv, name="event-standings-csv"),
    path("events/<int:event_id>/crosstable.csv", files.cross_table_csv, name="event-crosstable-csv"),
    path("events/<int:event_id>/event.json", files.event_json, name="event-json"),
    path("events/<int:event_id>/files", files.files, name="event-files"),
    path("events/<int:event_id>/files/<slug:kind>", files.event_file, name="event-file"),
    # The desk
    path("events/<int:event_id>/desk", desk.desk, name="event-desk"),
    path("events/<int:event_id>/desk/news", desk.news, name="event-news"),
    path("events/<int:event_id>/results/<int:game_id>", desk.result, name="event-result"),
    # Steps
    path("events/<int:event_id>/edit", event_form.event_edit, name="event-edit"),
    path("events/<int:event_id>/delete", event_form.event_delete, name="event-delete"),
    path("events/<int:event_id>/steps/<slug:action>", lifecycle.step, name="event-step"),
    path("events/<int:event_id>/start", lifecycle.start, name="event-start"),
    path("events/<int:event_id>/rounds/start", lifecycle.start_round, name="event-start-round"),
    path("events/<int:event_id>/pairings/<int:number>/delete", lifecycle.round_delete, name="event-round-delete"),
    path("events/<int:event_id>/pairings/<int:number>/edit", edits.round_edit, name="event-round-edit"),
    path("events/<int:event_id>/pairings/<int:number>/deadline", lifecycle.deadline, name="event-deadline"),
    path("events/<int:event_id>/pairings/<int:number>/unpublish", round_drafts.unpublish, name="event-round-unpublish"),
    path("events/<int:event_id>/draft", round_drafts.draft, name="event-draft"),
    path("events/<int:event_id>/draft/<slug:action>", round_drafts.act, name="event-draft-action"),
    path("events/<int:event_id>/rounds/forget", lifecycle.forget_round, name="event-forget-round"),
    path("events/<int:event_id>/apart", exclusions.exclude, name="event-exclusions"),
    path("events/<int:event_id>/apart/<int:group_id>/delete", exclusions.allow, name="event-exclusion-delete"),
    path("events/<int:event_id>/close", lifecycle.close, name="event-close"),
    path("events/<int:event_id>/reopen", lifecycle.reopen, name="event-reopen"),
    # Players
    path("events/<int:event_id>/enter", entries.enter, name="event-enter"),
    path("events/<int:event_id>/join", entries.join, name="event-join"),
    path("events/<int:event_id>/leave", entries.leave, name="event-leave"),
    path("events/<int:event_id>/entries/<int:entry_id>/remove", entries.entry_remove, name="entry-remove"),
    path("events/<int:event_id>/entries/<int:entry_id>/withdraw", entries.entry_withdraw, name="entry-withdraw"),
    path("events/<int:event_id>/entries/<int:entry_id>/readmit", entries.entry_readmit, name="entry-readmit"),
    path("events/<int:event_id>/entries/<int:entry_id>/bye", entries.entry_bye, name="entry-bye"),
]
