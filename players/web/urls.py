"""Addresses of people, clubs and accounts."""

from __future__ import annotations

from django.urls import path

from players.web.views import (
    account,
    auth,
    club,
    invitations,
    merging,
    people,
    proof,
    role_offers,
    roles,
    second_factor,
    sessions,
)

_PERSON = "clubs/<slug:slug>/people/<int:person_id>"

urlpatterns = [
    path("sign-in", auth.sign_in, name="sign-in"),
    path("sign-in/code", second_factor.sign_in_code, name="sign-in-code"),
    path("sign-in/again", proof.prove_again, name="sign-in-again"),
    path("sign-out", auth.sign_out, name="sign-out"),
    path("start", auth.start, name="start"),
    path("sign-in/help", auth.password_help, name="password-help"),
    path("account/password-link/<str:uid>/<str:token>", auth.password_link, name="password-link"),
    path("account", account.account, name="account"),
    path("account/password", account.password, name="account-password"),
    path("account/email", account.email, name="account-email"),
    path("account/sessions", sessions.sessions, name="account-sessions"),
    path("account/sessions/end", sessions.end_others, name="account-sessions-end"),
    path("account/sessions/<str:session_id>/end", sessions.end, name="account-session-end"),
    path("account/second-factor", second_factor.overview, name="account-second-factor"),
    path("account/second-factor/new", second_factor.set_up, name="account-second-factor-new"),
    path("account/second-factor/codes", second_factor.new_codes, name="account-second-factor-codes"),
    path("account/second-factor/off", second_factor.turn_off, name="account-second-factor-off"),
    path("account/second-factor/reset", second_factor.reset, name="second-factor-reset"),
    path("account/keys", account.new_token, name="account-keys"),
    path("account/keys/<int:token_id>/remove", account.revoke_token, name="account-key-remove"),
    path("account/export", account.export, name="account-export"),
    path("account/erase", account.erase, name="account-erase"),
    path("account/home", invitations.home, name="account-home"),
    path("account/clubs/<slug:slug>/leave", invitations.leave, name="account-leave"),
    path("account/roles/<int:grant_id>/give-up", role_offers.give_up, name="account-role-give-up"),
    path("role-offers/<int:offer_id>/answer", role_offers.answer, name="role-offer-answer"),
    path("invitations/<int:invitation_id>/answer", invitations.answer, name="invitation-answer"),
    path("clubs/new", club.new_club, name="club-new"),
    path("server/clubs", club.admissions, name="club-admissions"),
    path("clubs/<slug:slug>/admit", club.admit, name="club-admit"),
    path("clubs/<slug:slug>/settings", club.settings, name="club-settings"),
    path("clubs/<slug:slug>/settings/remove-example", club.remove_example, name="club-remove-example"),
    path("clubs/<slug:slug>/journal", club.journal_page, name="club-journal"),
    path("clubs/<slug:slug>/people", people.people, name="club-people"),
    path("clubs/<slug:slug>/people/new", people.new_person, name="club-person-new"),
    path("clubs/<slug:slug>/people/join", people.join, name="club-person-join"),
    path("clubs/<slug:slug>/memberships/<int:membership_id>", people.membership, name="club-membership"),
    path(
        "clubs/<slug:slug>/invitations/<int:invitation_id>/withdraw",
        invitations.withdraw,
        name="club-invitation-withdraw",
    ),
    path(_PERSON, people.person, name="club-person"),
    path(f"{_PERSON}/name", people.rename, name="club-person-rename"),
    path(f"{_PERSON}/home", invitations.assign_home, name="club-person-home"),
    path(f"{_PERSON}/merge", merging.merge, name="club-person-merge"),
    path(f"{_PERSON}/unmerge", merging.unmerge, name="club-person-unmerge"),
    path(f"{_PERSON}/erase", merging.erase, name="club-person-erase"),
    path(f"{_PERSON}/account", roles.new_account, name="club-person-account"),
    path(f"{_PERSON}/account/link", roles.password_link, name="club-person-link"),
    path(f"{_PERSON}/account/switch", roles.switch, name="club-person-switch"),
    path(f"{_PERSON}/account/unlink", roles.unlink, name="club-person-unlink"),
    path("clubs/<slug:slug>/roles", roles.roles, name="club-roles"),
    path("clubs/<slug:slug>/roles/<int:grant_id>/revoke", roles.revoke, name="club-role-revoke"),
    path(
        "clubs/<slug:slug>/role-offers/<int:offer_id>/withdraw", role_offers.withdraw, name="club-role-offer-withdraw"
    ),
    path("clubs/<slug:slug>/roles/organiser", roles.new_organiser, name="club-organiser-new"),
]
