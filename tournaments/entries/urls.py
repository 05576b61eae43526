"""Addresses: entries."""

from __future__ import annotations

from django.urls import path

from tournaments.entries.api import entries, exclusions, numbering, on_site
from tournaments.entries.pages import check_in, joining, player_lists
from tournaments.entries.pages.entries import enter, entry_bye, waiting

EVENT = "events/<int:event_id>"
ENTRY = f"{EVENT}/entries/<int:entry_id>"

urlpatterns = [
    path("clubs/<slug:slug>/join", joining.club_join, name="club-join"),
    path("clubs/<slug:slug>/joining", joining.club_joining, name="club-joining"),
    path("clubs/<slug:slug>/joining/switch", joining.switch, name="joining-switch"),
    path("clubs/<slug:slug>/joining/<int:request_id>/approve", joining.approve, name="join-approve"),
    path("clubs/<slug:slug>/joining/<int:request_id>/decline", joining.decline, name="join-decline"),
    path("join/<str:secret>", joining.join_request, name="join-request"),
    path(f"{EVENT}/ask", joining.event_ask, name="event-ask"),
    path(f"{EVENT}/apart", exclusions.AddExclusion.as_page(), name="event-exclusions"),
    path(f"{EVENT}/apart/<int:group_id>/delete", exclusions.RemoveExclusion.as_page(), name="event-exclusion-delete"),
    path(f"{EVENT}/numbers", numbering.TakeListedRatings.as_page(), name="event-numbers"),
    path(f"{EVENT}/numbers/renumber", numbering.Renumber.as_page(), name="event-renumber"),
    path(f"{EVENT}/check-in", check_in.check_in, name="event-check-in"),
    path(f"{EVENT}/check-in/arrivals", check_in.arrivals, name="event-arrivals"),
    path(f"{EVENT}/check-in/byes", check_in.absent_byes, name="event-absent-byes"),
    path(f"{EVENT}/check-in/cards", check_in.cards, name="event-check-in-cards"),
    path(f"{EVENT}/here", on_site.CheckInMyself.as_page(), name="event-here"),
    path("here/<str:token>", check_in.by_link, name="entry-link"),
    path(f"{ENTRY}/missed", check_in.missed_byes, name="entry-missed-byes"),
    path(f"{EVENT}/enter", enter, name="event-enter"),
    path(f"{EVENT}/enter/list", player_lists.enter_list, name="event-enter-list"),
    path(f"{EVENT}/waiting", waiting, name="event-waiting"),
    path(f"{EVENT}/waiting/limit", entries.SetEntryLimit.as_page(), name="event-entry-limit"),
    path(f"{EVENT}/waiting/leave", entries.LeaveWaitingList.as_page(), name="event-waiting-leave"),
    path(f"{EVENT}/waiting/<int:waiting_id>/move-up", entries.MoveUp.as_page(), name="event-move-up"),
    path(f"{EVENT}/waiting/<int:waiting_id>/remove", entries.RemoveWaiting.as_page(), name="event-waiting-remove"),
    path(f"{EVENT}/join", entries.EnterMyself.as_page(), name="event-join"),
    path(f"{EVENT}/leave", entries.LeaveEvent.as_page(), name="event-leave"),
    path(f"{ENTRY}/remove", entries.RemoveEntry.as_page(), name="entry-remove"),
    path(f"{ENTRY}/withdraw", entries.Withdraw.as_page(), name="entry-withdraw"),
    path(f"{ENTRY}/readmit", entries.Readmit.as_page(), name="entry-readmit"),
    path(f"{ENTRY}/rating", numbering.SetRating.as_page(), name="entry-rating"),
    path(f"{ENTRY}/bye", entry_bye, name="entry-bye"),
]
