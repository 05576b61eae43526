"""Keys to the API are shown once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from gipf_engine.messages import Refused
from players.accounts import tokens
from players.accounts.services.tokens import make_token, revoke_token
from players.models import Account, ApiToken

pytestmark = pytest.mark.core


def test_a_key_finds_its_account_and_is_kept_nowhere(organiser: Account) -> None:
    made = make_token(account=organiser, label="phone")
    assert made.key.startswith("gipfel_") and len(made.key) == 50
    row = ApiToken.objects.get()
    assert made.key not in (row.digest, row.label) and len(row.digest) == 64
    found = tokens.find(made.key)
    assert found is not None and found.account == organiser


def test_a_wrong_key_finds_nobody(organiser: Account) -> None:
    made = make_token(account=organiser, label="phone")
    for key in ("", "gipfel_", made.key[:-1], made.key + "x", made.token.digest):
        assert tokens.find(key) is None


def test_a_key_that_is_taken_back_opens_nothing(organiser: Account, stranger: Account) -> None:
    made = make_token(account=organiser, label="phone")
    with pytest.raises(ApiToken.DoesNotExist):
        revoke_token(account=stranger, token_id=made.token.pk)
    assert tokens.find(made.key) is not None
    revoke_token(account=organiser, token_id=made.token.pk)
    assert tokens.find(made.key) is None


def test_use_is_noted_to_the_ten_minutes(organiser: Account) -> None:
    made = make_token(account=organiser, label="phone")
    assert ApiToken.objects.get().used_at is None
    tokens.find(made.key)
    first = ApiToken.objects.get().used_at
    assert first is not None and timezone.now() - first < timedelta(seconds=10)
    tokens.find(made.key)
    assert ApiToken.objects.get().used_at == first


@pytest.mark.parametrize("label", ["", "  ", "x" * 61, "a\x00b"])
def test_a_label_says_something(organiser: Account, label: str) -> None:
    with pytest.raises(Refused):
        make_token(account=organiser, label=label)
    assert not ApiToken.objects.exists()


def test_an_account_has_at_most_twenty(organiser: Account) -> None:
    for number in range(20):
        make_token(account=organiser, label=str(number))
    with pytest.raises(Refused, match="at most 20"):
        make_token(account=organiser, label="one more")
