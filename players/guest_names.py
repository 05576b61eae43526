"""How those are called who play without an account: one name is stored, and each reader sees it in the own language."""

from __future__ import annotations

from django.utils.translation import gettext

from gipf_engine.messages import gettext_noop as _

GUEST = _("Guest")
"""Who typed no name, and who is not known any more."""
_NAMED = _("%(name)s (guest)")


def mark_guest(typed: str) -> str:
    """The name that is stored of a guest who typed this one, or none."""
    return _NAMED % {"name": typed} if typed else GUEST


def shown_name(name: str, person_id: int | None) -> str:
    """What readers see: of a guest, who has no id, the stored name in their language."""
    if person_id is not None:
        return name
    if name == GUEST:
        return gettext(GUEST)
    typed = name.removesuffix(_NAMED % {"name": ""})
    return name if typed == name else gettext(_NAMED) % {"name": typed}
