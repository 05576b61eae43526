"""Two-factor sign-in: switching it on and off, checking codes, resetting it for a person who lost the phone."""

from __future__ import annotations

import time

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from common.journal import services as journal
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.accounts import totp
from players.accounts.acts import (
    RenewRecoveryCodes,
    ResetSecondFactor,
    TurnOffSecondFactor,
    TurnOnSecondFactor,
    UseRecoveryCode,
)
from players.accounts.services.notices import Notice, notify
from players.accounts.services.passkeys import remove_passkeys
from players.accounts.services.sessions import end_other_sessions
from players.models import Account, Grant, RecoveryCode, SecondFactor
from players.permissions import home_scope, require
from players.roles import Permission


def needs_second_factor(account: Account) -> bool:
    """Whether the operator asks it of a role that `account` holds (settings.SECOND_FACTOR_ROLES)."""
    roles = settings.SECOND_FACTOR_ROLES
    return bool(roles) and Grant.objects.filter(account=account, role__in=roles).exists()


def turn_on_second_factor(account: Account, *, secret: str, code: str, kept_session: str = "") -> list[str]:
    """From now on `account` signs in with a code as well; its recovery codes, this once.

    `code` proves that the owner's app has the secret. Sessions other than `kept_session` (an id) end: they were opened
    without a code.
    """
    step = totp.step_of(secret, code, time.time())
    if step is None:
        raise _wrong_code()
    kept = totp.encrypt(secret)
    with journal.commit(journal.SERVER, account, TurnOnSecondFactor):
        if SecondFactor.objects.filter(account=account).exists():
            raise Refused(Message(_("Two-factor sign-in is already on.")))
        SecondFactor.objects.create(account=account, secret=kept, last_step=step, since=timezone.now())
        codes = _replace_recovery_codes(account)
        end_other_sessions(account, kept=kept_session)
        notify(account, Notice.SECOND_FACTOR_ON)
    return codes


def check_code(account: Account, code: str) -> bool:
    """Whether `code` signs `account` in: one of the app, or a recovery code. Either is used up by it.

    Of two checks of one code at the same moment one succeeds: the database compares and sets in one step.
    """
    factor = SecondFactor.objects.filter(account=account).first()
    if factor is None:
        return False
    secret = totp.decrypt(factor.secret)
    step = totp.step_of(secret, code, time.time()) if secret is not None else None
    if step is not None:
        return bool(SecondFactor.objects.filter(account=account, last_step__lt=step).update(last_step=step))
    return _use_recovery_code(account, code)


def _use_recovery_code(account: Account, code: str) -> bool:
    rows = RecoveryCode.objects.filter(account=account, digest=totp.digest_of_code(code))
    if not rows.exists():
        return False
    with transaction.atomic():
        if not rows.delete()[0]:
            return False
        with journal.commit(journal.SERVER, account, UseRecoveryCode):
            return True


def renew_recovery_codes(account: Account) -> list[str]:
    """Ten new recovery codes; those that there were work no more. The caller has checked a code."""
    with journal.commit(journal.SERVER, account, RenewRecoveryCodes):
        return _replace_recovery_codes(account)


def refuse_where_needed(account: Account) -> None:
    """Raise Refused where the operator asks two-factor sign-in of `account`."""
    if needs_second_factor(account):
        raise Refused(Message(_("Your role requires two-factor sign-in on this server.")))


def turn_off_second_factor(account: Account) -> None:
    """From now on the password alone signs in. The caller has checked password and code."""
    with journal.commit(journal.SERVER, account, TurnOffSecondFactor):
        refuse_where_needed(account)
        remove_second_factor(account)
        notify(account, Notice.SECOND_FACTOR_OFF)


def reset_second_factor(*, actor: Account, account_id: int) -> Account:
    """Switch it off for a person who can make no codes any more. The password stays as it is, and sessions too.

    The account's passkeys go as well: they lie on the phone that was lost.
    """
    require(actor, Permission.RESET_SECOND_FACTOR, journal.SERVER)
    account = Account.objects.get(pk=account_id)
    _reset(actor, account)
    return account


def operators_reset(username: str) -> Account:
    """Switch it off as the server's operator, on the machine itself. Raises Account.DoesNotExist."""
    account = Account.objects.get(username__iexact=username)
    _reset(None, account)
    return account


def _reset(actor: Account | None, account: Account) -> None:
    with journal.commit(home_scope(account), actor, ResetSecondFactor, account=account.pk):
        had_codes, passkeys = SecondFactor.objects.filter(account=account).exists(), remove_passkeys(account)
        if not had_codes and not passkeys:
            raise Refused(Message(_("This account has no two-factor sign-in.")), field="username")
        remove_second_factor(account)
        notify(account, Notice.SECOND_FACTOR_OFF)


def remove_second_factor(account: Account) -> None:
    """Take the rows away, for a service that has its act open."""
    RecoveryCode.objects.filter(account=account).delete()
    SecondFactor.objects.filter(account=account).delete()


def _replace_recovery_codes(account: Account) -> list[str]:
    codes = totp.new_recovery_codes()
    RecoveryCode.objects.filter(account=account).delete()
    RecoveryCode.objects.bulk_create(RecoveryCode(account=account, digest=totp.digest_of_code(code)) for code in codes)
    return codes


def _wrong_code() -> Refused:
    return Refused(Message(_("This code is wrong, or was used already. Wait for the next one.")), field="code")
