"""Addresses: entries."""

from __future__ import annotations

from django.urls import path

from tournaments.core.act_urls import page_urls
from tournaments.entries import api
from tournaments.entries.pages import check_in, joining, player_lists, questions
from tournaments.entries.pages.entries import enter, entry_bye, waiting

EVENT = "events/<int:event_id>"
ENTRY = f"{EVENT}/entries/<int:entry_id>"

urlpatterns = [
    *page_urls(api),
    path("clubs/<slug:slug>/join", joining.club_join, name="club-join"),
    path("clubs/<slug:slug>/joining", joining.club_joining, name="club-joining"),
    path("clubs/<slug:slug>/joining/switch", joining.switch, name="joining-switch"),
    path("clubs/<slug:slug>/joining/<int:request_id>/approve", joining.approve, name="join-approve"),
    path("clubs/<slug:slug>/joining/<int:request_id>/decline", joining.decline, name="join-decline"),
    path("join/<str:secret>", joining.join_request, name="join-request"),
    path(f"{EVENT}/ask", joining.event_ask, name="event-ask"),
    path(f"{EVENT}/check-in", check_in.check_in, name="event-check-in"),
    path(f"{EVENT}/check-in/arrivals", check_in.arrivals, name="event-arrivals"),
    path(f"{EVENT}/check-in/byes", check_in.absent_byes, name="event-absent-byes"),
    path(f"{EVENT}/check-in/cards", check_in.cards, name="event-check-in-cards"),
    path("here/<str:token>", check_in.by_link, name="entry-link"),
    path(f"{ENTRY}/missed", check_in.missed_byes, name="entry-missed-byes"),
    path(f"{EVENT}/enter", enter, name="event-enter"),
    path(f"{EVENT}/enter/list", player_lists.enter_list, name="event-enter-list"),
    path(f"{EVENT}/answers", questions.answers, name="event-answers"),
    path(f"{EVENT}/answers.csv", questions.answers_file, name="event-answers-csv"),
    path(f"{EVENT}/waiting", waiting, name="event-waiting"),
    path(f"{ENTRY}/bye", entry_bye, name="entry-bye"),
]
