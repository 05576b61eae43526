"""How tries to sign in are slowed down without ever keeping an account's owner out.

Strangers cannot spend what the owner needs, because tries are counted apart by who makes them:

* a browser that was signed in to the account before (players.accounts.devices) counts for itself alone;
* a network from which the account was signed in to before counts with the account's name, as one pair;
* any other network does so too, and besides has to wait before the first try while the name is tried from many
  places or the network tries many names. Only there a network has a last limit, which spares the hashing.

The pattern is OWASP's "Slow Down Online Guessing Attacks with Device Cookies".
"""

from __future__ import annotations

from dataclasses import dataclass

from common.secret_keys import digest_of
from players.accounts import devices
from players.core import limits
from players.core.client_address import network_of
from players.core.rate_limit import Pauses
from players.models import Account


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try, counted. `pauses` counted it under `key`; `is_strange` is one from neither a known browser nor place."""

    pauses: Pauses
    key: str
    name: str
    network: str
    is_strange: bool

    def right(self) -> None:
        """The password was right: what was counted is forgotten."""
        self.pauses.forgive(self.key)
        if self.is_strange:
            limits.HASHES_BY_CLIENT.give_back(self.network)

    def wrong(self) -> None:
        """The password was wrong."""
        if self.is_strange:
            limits.WRONG_BY_NAME.count(self.name)
            limits.WRONG_BY_CLIENT.count(self.network)


def begin(username: str, *, address: str, device_id: str) -> Attempt:
    """Count a try for the account called `username` before its password is looked at. Raises TooMany in a pause."""
    name, network = username.casefold(), network_of(address)
    account = Account.objects.filter(username__iexact=username).first()
    if account is not None and devices.is_known(account, device_id):
        attempt = Attempt(
            limits.SIGN_IN_BY_BROWSER, f"{account.pk} {digest_of(device_id)}", name, network, is_strange=False
        )
        limits.SIGN_IN_BY_BROWSER.take(attempt.key)
        return attempt
    is_strange = account is None or not devices.is_usual_place(account, address)
    attempt = Attempt(limits.SIGN_IN_BY_NAME_AND_CLIENT, f"{name}\n{network}", name, network, is_strange)
    wary = is_strange and (limits.WRONG_BY_NAME.is_spent(name) or limits.WRONG_BY_CLIENT.is_spent(network))
    if is_strange:
        limits.HASHES_BY_CLIENT.take(network)
    try:
        limits.SIGN_IN_BY_NAME_AND_CLIENT.take(attempt.key, wary=wary)
    except Exception:
        if is_strange:
            limits.HASHES_BY_CLIENT.give_back(network)
        raise
    return attempt
