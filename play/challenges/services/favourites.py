"""Time controls that a player likes best: they are offered first."""

from __future__ import annotations

from gipf_engine.clocks import parse_control
from play.core.services.acting import need_person
from play.models import PlayerSettings
from players.models import Account

MOST_FAVOURITES = 6


def favourite_controls(account: Account) -> list[str]:
    """The favourites of an account, the latest first."""
    kept = PlayerSettings.objects.filter(account=account).values_list("controls", flat=True).first()
    return list(kept or ())


def keep_control(account: Account, control: str, *, is_kept: bool) -> None:
    """Make a time control a favourite, or no longer. Raises `PlayRefused`, and `Refused` for what is none."""
    need_person(account)
    control = str(parse_control(control))
    others = [each for each in favourite_controls(account) if each != control]
    controls = [control, *others][:MOST_FAVOURITES] if is_kept else others
    PlayerSettings.objects.update_or_create(account=account, defaults={"controls": controls})
