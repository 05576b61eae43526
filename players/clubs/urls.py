"""Addresses: clubs."""

from __future__ import annotations

from django.urls import path

from players.clubs.pages import club, club_page, invitations, members, open_data
from players.core.pages import PERSON

urlpatterns = [
    path("account/home", invitations.home, name="account-home"),
    path("account/clubs/<slug:slug>/leave", invitations.leave, name="account-leave"),
    path("invitations/<int:invitation_id>/answer", invitations.answer, name="invitation-answer"),
    path("clubs/new", club.new_club, name="club-new"),
    path("server/clubs", club.admissions, name="club-admissions"),
    path("clubs/<slug:slug>/admit", club.admit, name="club-admit"),
    path("clubs/<slug:slug>/settings", club.settings, name="club-settings"),
    path("clubs/<slug:slug>/page", club_page.club_page, name="club-page"),
    path("clubs/<slug:slug>/open-data", open_data.open_licence, name="club-open-licence"),
    path("clubs/<slug:slug>/logo-<slug:digest>.png", club_page.club_logo, name="club-logo"),
    path("c/<slug:address>", club_page.short_address, name="club-short"),
    path("clubs/<slug:slug>/journal", club.journal_page, name="club-journal"),
    path("clubs/<slug:slug>/people", members.people, name="club-people"),
    path("clubs/<slug:slug>/people/new", members.new_person, name="club-person-new"),
    path("clubs/<slug:slug>/people/join", members.join, name="club-person-join"),
    path("clubs/<slug:slug>/memberships/<int:membership_id>", members.membership, name="club-membership"),
    path(
        "clubs/<slug:slug>/invitations/<int:invitation_id>/withdraw",
        invitations.withdraw,
        name="club-invitation-withdraw",
    ),
    path(PERSON, members.person, name="club-person"),
    path(f"{PERSON}/home", invitations.assign_home, name="club-person-home"),
]
