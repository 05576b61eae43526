"""Where two-factor sign-in must be, no way around the page switches it off."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from gipf_engine.messages import Refused
from players.accounts.services.second_factor import turn_off_second_factor
from players.models import SecondFactor
from players.roles import Role
from testing.factories import AccountFactory, PersonFactory, holder_of

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def test_the_service_itself_refuses_to_switch_it_off(settings: Any) -> None:
    owner = AccountFactory(person=PersonFactory())
    SecondFactor.objects.create(account=owner, secret=b"kept", last_step=1, since=timezone.now())
    holder_of(Role.ADMINISTRATOR, "server", owner)
    settings.SECOND_FACTOR_ROLES = ("administrator",)
    with pytest.raises(Refused, match="requires two-factor sign-in"):
        turn_off_second_factor(owner)
    assert SecondFactor.objects.filter(account=owner).exists()
    settings.SECOND_FACTOR_ROLES = ("organiser",)
    turn_off_second_factor(owner)
    assert not SecondFactor.objects.exists()
