"""What the acts on people, memberships, accounts and roles are called in the journal of a club."""

from __future__ import annotations

from common.journal.actions import register_actions
from gipf_engine.messages import gettext_noop as _

register_actions(
    "club",
    {
        "edit-club": _("Name, place or time zone of the club changed"),
        "admit-club": _("The club's games count in the rating lists of the whole server"),
        "create-person": _("%(person)s added"),
        "rename-person": _("Name or country of %(person)s changed"),
        "join-club": _("%(person)s became a member"),
        "leave-club": _("%(person)s is no longer a member"),
        "invite-person": _("%(person)s invited"),
        "withdraw-invitation": _("Invitation of %(person)s withdrawn"),
        "accept-invitation": _("%(person)s accepted the invitation and became a member"),
        "decline-invitation": _("%(person)s declined the invitation"),
        "enter-home": _("The club now manages the name and account of %(person)s"),
        "leave-home": _("The club no longer manages the name and account of %(person)s"),
        "ask-to-join": _("Somebody asked to join"),
        "open-joining": _("Visitors can ask to join"),
        "close-joining": _("Visitors can no longer ask to join"),
        "expire-joins": _("Requests to join that nobody answered were deleted"),
        "approve-join": _("%(person)s joined, with the account %(account)s"),
        "decline-join": _("A request to join declined"),
        "edit-membership": _("Membership of %(person)s changed"),
        "merge-persons": _("Two records of %(person)s merged"),
        "unmerge-persons": _("A record taken out of %(kept)s again: %(person)s"),
        "erase-person": _("A person erased, now %(person)s"),
        "scrub-texts": _("%(person)s was erased, so the membership ended"),
        "create-account": _("Account %(account)s made"),
        "link-account": _("Account %(account)s linked to %(person)s"),
        "switch-account": _("Account %(account)s switched on"),
        "password-link": _("One-time link made for the account %(account)s"),
        "reset-second-factor": _("Two-factor sign-in of the account %(account)s reset"),
        "grant": _("Role given to %(account)s: %(role)s"),
        "revoke": _("Role taken back from %(account)s: %(role)s"),
        "offer-role": _("Role offered to %(account)s: %(role)s"),
        "accept-role": _("Role accepted by %(account)s: %(role)s"),
        "decline-role": _("Role declined by %(account)s: %(role)s"),
        "withdraw-role": _("Offer of a role to %(account)s withdrawn: %(role)s"),
        "give-up-role": _("Role given up by %(account)s: %(role)s"),
    },
)
