"""The services of people, clubs and accounts: the only code that writes their tables."""

from gipf_engine.messages import Refused
from players.services.accounts import (
    add_account,
    choose_language,
    create_account,
    link_account,
    open_example_accounts,
    set_email,
    switch_account,
)
from players.services.bootstrap import FirstOrganiser, create_first_organiser, remove_example_club
from players.services.clubs import admit_club, create_club, edit_club
from players.services.erasing import clubs_that_bear_the_name, erase_account, erase_person, preview_erasure
from players.services.errors import LastOrganiser, MergeRefused
from players.services.grants import give_up_role, grant, revoke
from players.services.homes import assign_home, choose_home
from players.services.invitations import accept_invitation, decline_invitation, invite_person, withdraw_invitation
from players.services.joining import (
    approve_join,
    ask_to_join,
    decline_join,
    delete_expired_requests,
    link_of_request,
    take_requests,
)
from players.services.memberships import edit_membership, join_club, leave_club
from players.services.merging import merge_persons, refuse_merge, unmerge
from players.services.passkeys import add_passkey, check_passkey, remove_passkey
from players.services.passwords import (
    OneTimeLink,
    ask_password_mail,
    one_time_link,
    operators_link,
    password_link,
    set_password,
)
from players.services.people import (
    add_people,
    add_person,
    create_person,
    lock_person,
    lock_persons,
    remove_people,
    rename_person,
    show_staged_people,
    stage_people,
    unused_people,
)
from players.services.role_offers import accept_role, decline_role, withdraw_role_offer
from players.services.second_factor import (
    check_code,
    needs_second_factor,
    operators_reset,
    refuse_where_needed,
    renew_recovery_codes,
    reset_second_factor,
    turn_off_second_factor,
    turn_on_second_factor,
)
from players.services.sessions import end_other_sessions, end_session, note_sign_in
from players.services.tokens import NewToken, make_token, revoke_token

__all__ = [
    "FirstOrganiser",
    "LastOrganiser",
    "MergeRefused",
    "NewToken",
    "OneTimeLink",
    "Refused",
    "accept_invitation",
    "accept_role",
    "add_account",
    "add_passkey",
    "add_people",
    "add_person",
    "admit_club",
    "approve_join",
    "ask_password_mail",
    "ask_to_join",
    "assign_home",
    "check_code",
    "check_passkey",
    "choose_home",
    "choose_language",
    "clubs_that_bear_the_name",
    "create_account",
    "create_club",
    "create_first_organiser",
    "create_person",
    "decline_invitation",
    "decline_join",
    "decline_role",
    "delete_expired_requests",
    "edit_club",
    "edit_membership",
    "end_other_sessions",
    "end_session",
    "erase_account",
    "erase_person",
    "give_up_role",
    "grant",
    "invite_person",
    "join_club",
    "leave_club",
    "link_account",
    "link_of_request",
    "lock_person",
    "lock_persons",
    "make_token",
    "merge_persons",
    "needs_second_factor",
    "note_sign_in",
    "one_time_link",
    "open_example_accounts",
    "operators_link",
    "operators_reset",
    "password_link",
    "preview_erasure",
    "refuse_merge",
    "refuse_where_needed",
    "remove_example_club",
    "remove_passkey",
    "remove_people",
    "rename_person",
    "renew_recovery_codes",
    "reset_second_factor",
    "revoke",
    "revoke_token",
    "set_email",
    "set_password",
    "show_staged_people",
    "stage_people",
    "switch_account",
    "take_requests",
    "turn_off_second_factor",
    "turn_on_second_factor",
    "unmerge",
    "unused_people",
    "withdraw_invitation",
    "withdraw_role_offer",
]
