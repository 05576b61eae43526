"""Changing how a club shows itself."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from django.core.files.uploadedfile import UploadedFile
from django.utils.text import slugify

from common.installation import is_being_installed
from common.limited_process import LaneBusy, LimitReached, Limits, WorkFailed, run
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.clubs import logo
from players.clubs.acts import EditClubPage
from players.core.acts import commit_permitted, require_act
from players.models import Account, Club, ClubPage

LIMITS = Limits(cpu_seconds=10, wall_seconds=20, memory=700 * 2**20)
LEAST_ADDRESS, LONGEST_ADDRESS = 3, 40


@dataclass(frozen=True, slots=True)
class Look:
    """How a club's page is to look. `logo` None leaves the logo as it is, b"" takes it away."""

    colour: str
    address: str
    logo: bytes | None = None


def edit_club_page(*, actor: Account, club: Club, look: Look, expect: int | None = None) -> ClubPage:
    """Change colour, short address and logo. Raises NotAllowed, Stale, and Refused for an address that is taken."""
    if look.colour not in ClubPage.Colour.values:
        raise Refused(Message(_("This colour is not in the list.")), field="colour")
    address = _an_address(look.address)
    with commit_permitted(club.scope, actor, EditClubPage, expect=expect):
        _refuse_taken(address, club)
        page, _made = ClubPage.objects.get_or_create(club=club)
        page.colour, page.address = look.colour, address or None
        if look.logo is not None:
            page.logo = look.logo
            page.digest = hashlib.sha256(look.logo).hexdigest() if look.logo else ""
        page.save()
    return page


def read_logo(actor: Account, club: Club, file: UploadedFile[bytes]) -> bytes:
    """The logo that is made of an uploaded picture, in a process of its own. Raises NotAllowed, and Refused."""
    require_act(actor, EditClubPage, club.scope)
    if file.size is None or file.size > logo.MOST_BYTES:
        raise Refused(Message(_("The file is too large: at most 1 MB.")), field="logo")
    if is_being_installed():
        raise Refused(Message(_("Pictures can be uploaded in a few minutes: the server is still being installed.")))
    try:
        return run("players.clubs.logo:make_logo", file.read(), LIMITS)
    except WorkFailed as failed:
        raise Refused(_why(str(failed)), field="logo") from None
    except LimitReached:
        raise Refused(_TOO_LARGE, field="logo") from None
    except LaneBusy:
        raise Refused(Message(_("The server is busy. Try again in a moment.")), field="logo") from None


_TOO_LARGE = Message(
    _("The picture is too large. At most %(most)s × %(most)s pixels are taken."), {"most": logo.MOST_PIXELS}
)


def _why(failed: str) -> Message:
    if failed.endswith(logo.TOO_LARGE):
        return _TOO_LARGE
    return Message(_("This is not a PNG, JPEG or WebP picture. Save an SVG or PDF as PNG first."))


def _an_address(text: str) -> str:
    address = text.strip().lower()
    if address and (slugify(address) != address or not LEAST_ADDRESS <= len(address) <= LONGEST_ADDRESS):
        words = {"least": LEAST_ADDRESS, "most": LONGEST_ADDRESS}
        message = _("An address has %(least)s to %(most)s Latin letters, digits and hyphens.")
        raise Refused(Message(message, words), field="address")
    return address


def _refuse_taken(address: str, club: Club) -> None:
    """An address leads to one club, be it its own or the slug of one."""
    taken = ClubPage.objects.filter(address=address).exclude(club=club).exists()
    if address and (taken or Club.with_staged.filter(slug=address).exclude(pk=club.pk).exists()):
        raise Refused(Message(_("Another club has this address.")), field="address")
