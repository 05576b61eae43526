"""Addresses: accounts."""

from __future__ import annotations

from django.urls import path

from players.accounts.pages import account, auth, mail, of_people, passkeys, proof, second_factor, sessions, sign_up
from players.core.pages import PERSON

urlpatterns = [
    path("sign-up", sign_up.sign_up, name="sign-up"),
    path("sign-up/passkey", sign_up.by_passkey, name="sign-up-passkey"),
    path("sign-up/<str:secret>", sign_up.by_mail, name="sign-up-link"),
    path("sign-in", auth.sign_in, name="sign-in"),
    path("sign-in/code", second_factor.sign_in_code, name="sign-in-code"),
    path("sign-in/again", proof.prove_again, name="sign-in-again"),
    path("sign-in/passkey", passkeys.use, name="sign-in-passkey"),
    path("sign-out", auth.sign_out, name="sign-out"),
    path("sign-in/help", auth.password_help, name="password-help"),
    path("account/password-link/<str:uid>/<str:token>", auth.password_link, name="password-link"),
    path("account", account.account, name="account"),
    path("account/password", account.password, name="account-password"),
    path("account/email", account.email, name="account-email"),
    path("account/mail", mail.choose, name="account-mail"),
    path("account/mail/<str:token>", mail.leave, name="mail-unsubscribe"),
    path("account/sessions", sessions.sessions, name="account-sessions"),
    path("account/sessions/end", sessions.end_others, name="account-sessions-end"),
    path("account/sessions/<str:session_id>/end", sessions.end, name="account-session-end"),
    path("account/second-factor", second_factor.overview, name="account-second-factor"),
    path("account/second-factor/new", second_factor.set_up, name="account-second-factor-new"),
    path("account/second-factor/codes", second_factor.new_codes, name="account-second-factor-codes"),
    path("account/second-factor/off", second_factor.turn_off, name="account-second-factor-off"),
    path("account/second-factor/reset", second_factor.reset, name="second-factor-reset"),
    path("account/passkeys", passkeys.passkeys, name="account-passkeys"),
    path("account/passkeys/<int:passkey_id>/remove", passkeys.remove, name="account-passkey-remove"),
    path("account/programs", account.programs, name="account-programs"),
    path("account/keys", account.new_token, name="account-keys"),
    path("account/keys/<int:token_id>/remove", account.revoke_token, name="account-key-remove"),
    path(f"{PERSON}/account", of_people.new_account, name="club-person-account"),
    path(f"{PERSON}/account/link", of_people.password_link, name="club-person-link"),
    path(f"{PERSON}/account/switch", of_people.switch, name="club-person-switch"),
    path(f"{PERSON}/account/unlink", of_people.unlink, name="club-person-unlink"),
    path("clubs/<slug:slug>/roles/organiser", of_people.new_organiser, name="club-organiser-new"),
]
