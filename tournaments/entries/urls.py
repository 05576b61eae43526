"""Addresses: entries."""

from __future__ import annotations

from django.urls import path

from tournaments.entries.pages import (
    check_in,
    entries,
    exclusions,
    joining,
    numbering,
    player_lists,
    waiting_list,
)

urlpatterns = [
    path("clubs/<slug:slug>/join", joining.club_join, name="club-join"),
    path("clubs/<slug:slug>/joining", joining.club_joining, name="club-joining"),
    path("clubs/<slug:slug>/joining/switch", joining.switch, name="joining-switch"),
    path("clubs/<slug:slug>/joining/<int:request_id>/approve", joining.approve, name="join-approve"),
    path("clubs/<slug:slug>/joining/<int:request_id>/decline", joining.decline, name="join-decline"),
    path("join/<str:secret>", joining.join_request, name="join-request"),
    path("events/<int:event_id>/ask", joining.event_ask, name="event-ask"),
    path("events/<int:event_id>/apart", exclusions.exclude, name="event-exclusions"),
    path("events/<int:event_id>/apart/<int:group_id>/delete", exclusions.allow, name="event-exclusion-delete"),
    path("events/<int:event_id>/numbers", numbering.numbers, name="event-numbers"),
    path("events/<int:event_id>/numbers/renumber", numbering.renumber, name="event-renumber"),
    path("events/<int:event_id>/check-in", check_in.check_in, name="event-check-in"),
    path("events/<int:event_id>/check-in/arrivals", check_in.arrivals, name="event-arrivals"),
    path("events/<int:event_id>/check-in/byes", check_in.absent_byes, name="event-absent-byes"),
    path("events/<int:event_id>/check-in/cards", check_in.cards, name="event-check-in-cards"),
    path("events/<int:event_id>/here", check_in.here, name="event-here"),
    path("here/<str:token>", check_in.by_link, name="entry-link"),
    path("events/<int:event_id>/entries/<int:entry_id>/missed", check_in.missed_byes, name="entry-missed-byes"),
    path("events/<int:event_id>/enter", entries.enter, name="event-enter"),
    path("events/<int:event_id>/enter/list", player_lists.enter_list, name="event-enter-list"),
    path("events/<int:event_id>/waiting", waiting_list.waiting, name="event-waiting"),
    path("events/<int:event_id>/waiting/limit", waiting_list.limit, name="event-entry-limit"),
    path("events/<int:event_id>/waiting/leave", waiting_list.leave, name="event-waiting-leave"),
    path("events/<int:event_id>/waiting/<int:waiting_id>/move-up", waiting_list.move_up, name="event-move-up"),
    path("events/<int:event_id>/waiting/<int:waiting_id>/remove", waiting_list.remove, name="event-waiting-remove"),
    path("events/<int:event_id>/join", entries.join, name="event-join"),
    path("events/<int:event_id>/leave", entries.leave, name="event-leave"),
    path("events/<int:event_id>/entries/<int:entry_id>/remove", entries.entry_remove, name="entry-remove"),
    path("events/<int:event_id>/entries/<int:entry_id>/withdraw", entries.entry_withdraw, name="entry-withdraw"),
    path("events/<int:event_id>/entries/<int:entry_id>/readmit", entries.entry_readmit, name="entry-readmit"),
    path("events/<int:event_id>/entries/<int:entry_id>/rating", numbering.rating, name="entry-rating"),
    path("events/<int:event_id>/entries/<int:entry_id>/bye", entries.entry_bye, name="entry-bye"),
]
