"""Files that are sent in parts: what is kept of them, how they become whole, and when they go.

A part that is sent twice is stored once, so a sender who is cut off sends again what has no answer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from django.core.files.base import File
from django.db import IntegrityError, transaction
from django.db.models import Sum
from django.utils import timezone

from common.jobs import services as jobs
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.models import Account, Upload, UploadPart
from players.permissions import NotAllowed, permissions_anywhere
from players.roles import Permission
from players.uploads.limits import KEPT, LARGEST, MEGABYTE, OF_ACCOUNT, OF_SERVER, PART, count_parts, size_of_part

_CLEAN_EVERY = 600.0
FOR = frozenset({Permission.MAKE_EVENT, Permission.ENTER_PLAYERS, Permission.DECIDE_RESULT})
"""What files are sent for: accounts that may do none of it anywhere send none."""
SEND_AGAIN = _("The file was not sent: choose it again.")


class UploadRefused(Refused):
    """Something is wrong with a file, or with a part of it."""

    def __init__(self, template: str, *, field: str = "", **params: object) -> None:
        super().__init__(Message(template, params), field=field)


def refuse_too_large(size: int) -> None:
    """Raise UploadRefused for more bytes than a file may have."""
    if size > LARGEST:
        raise UploadRefused(_("A file can have at most %(most)d MB."), field="file", most=LARGEST // MEGABYTE)


def begin_upload(account: Account, *, size: int, sha256: str, name: str = "") -> Upload:
    """The file with this digest, as much of it as is there already. Files of the account that nothing reads make room.

    Raises NotAllowed for an account that can use no file, and UploadRefused.
    """
    if not permissions_anywhere(account) & FOR:
        raise NotAllowed(Permission.ENTER_PLAYERS, "server")
    refuse_too_large(size)
    if not size:
        raise UploadRefused(_("This file is empty."), field="file")
    with transaction.atomic():
        Account.objects.select_for_update().only("pk").get(pk=account.pk)
        known = Upload.objects.filter(account=account, sha256=sha256).first()
        if known is not None:
            if known.size != size:
                raise UploadRefused(_("The file has another size than before."))
            _use(known)
            return known
        _make_room(account, size)
        now = timezone.now()
        return Upload.objects.create(
            account=account, name=name[-120:], size=size, sha256=sha256, begun_at=now, used_at=now
        )


def _make_room(account: Account, size: int) -> None:
    """Remove the account's files that were not used for longest until there is room for `size` bytes more."""
    mine = list(Upload.objects.filter(account=account).order_by("used_at", "pk"))
    held = sum(each.size for each in mine)
    while held + size > OF_ACCOUNT:
        oldest = mine.pop(0)
        held -= oldest.size
        oldest.delete()
    total = Upload.objects.aggregate(total=Sum("size"))["total"] or 0
    if total + size > OF_SERVER:
        raise UploadRefused(_("Too many files are being sent to this server. Try again later."))


def _use(upload: Upload) -> None:
    upload.used_at = timezone.now()
    upload.save(update_fields=["used_at"])


def find_upload(upload_id: int, account: Account) -> Upload:
    """A file of this account. Raises Upload.DoesNotExist."""
    return Upload.objects.get(pk=upload_id, account=account)


def missing_parts(upload: Upload) -> list[int]:
    """The numbers of the parts that are still to be sent."""
    there = set(upload.parts.values_list("number", flat=True))
    return [number for number in range(1, count_parts(upload.size) + 1) if number not in there]


def store_part(upload: Upload, number: int, content: bytes) -> None:
    """Store a part. Raises UploadRefused for one of another size, and for another content than the first one had."""
    wanted = size_of_part(upload.size, number)
    if not wanted:
        raise UploadRefused(_("This file has no part %(number)d."), number=number)
    if len(content) != wanted:
        raise UploadRefused(_("Part %(number)d of this file has %(wanted)d bytes."), number=number, wanted=wanted)
    try:
        with transaction.atomic():
            UploadPart.objects.create(upload=upload, number=number, content=content)
            _use(upload)
    except IntegrityError:
        _refuse_other(upload, number, content)


def _refuse_other(upload: Upload, number: int, content: bytes) -> None:
    """Raise UploadRefused unless the part is there with this content; Upload.DoesNotExist where the file is gone."""
    there = UploadPart.objects.filter(upload=upload, number=number).first()
    if there is None:
        raise Upload.DoesNotExist
    if bytes(there.content) != content:
        raise UploadRefused(_("Part %(number)d was sent before with another content."), number=number)


def finish_upload(upload: Upload) -> Upload:
    """The file, now whole. Raises UploadRefused where parts are missing, or make another file: then all of them go."""
    with transaction.atomic():
        locked = Upload.objects.select_for_update().get(pk=upload.pk)
        if missing_parts(locked):
            raise UploadRefused(_("Parts of the file are missing."))
        digest = hashlib.sha256()
        for content in _contents(locked):
            digest.update(content)
        is_right = digest.hexdigest() == locked.sha256
        if is_right:
            locked.is_whole = True
            locked.save(update_fields=["is_whole"])
        else:
            locked.parts.all().delete()
    if not is_right:
        raise UploadRefused(_("The parts do not make the file that was announced: send it again."))
    return locked


def _contents(upload: Upload) -> Iterator[bytes]:
    """The parts in their order, one at a time."""
    for number in range(1, count_parts(upload.size) + 1):
        yield bytes(upload.parts.values_list("content", flat=True).get(number=number))


def store_file(account: Account, file: File[bytes]) -> Upload:
    """A file that came in one piece, with a form. Raises NotAllowed and UploadRefused."""
    size = file.size
    refuse_too_large(size)
    digest = hashlib.sha256()
    for piece in _pieces(file):
        digest.update(piece)
    upload = begin_upload(account, size=size, sha256=digest.hexdigest(), name=file.name or "")
    if upload.is_whole:
        return upload
    missing = set(missing_parts(upload))
    for number, piece in enumerate(_pieces(file), 1):
        if number in missing:
            store_part(upload, number, piece)
    return finish_upload(upload)


def _pieces(file: File[bytes]) -> Iterable[bytes]:
    file.seek(0)
    return iter(lambda: file.read(PART), b"")


def whole_upload(upload_id: int | None, account: Account) -> Upload:
    """A file that this account has sent whole, for what is done with it next. Raises UploadRefused."""
    upload = Upload.objects.filter(pk=upload_id or 0, account=account, is_whole=True).first()
    if upload is None:
        raise UploadRefused(SEND_AGAIN)
    _use(upload)
    return upload


def read_upload(upload: Upload) -> bytes:
    """What is in a whole file. Raises UploadRefused where it is gone."""
    try:
        content = b"".join(_contents(upload))
    except UploadPart.DoesNotExist:
        raise UploadRefused(SEND_AGAIN) from None
    if len(content) != upload.size:  # the storage of files has lost a part
        raise UploadRefused(SEND_AGAIN)
    return content


def use_up(upload: Upload) -> None:
    """Remove the file in the transaction that stores what is in it. Raises UploadRefused where another has done so."""
    gone, _of_each = Upload.objects.filter(pk=upload.pk).delete()
    if not gone:
        raise UploadRefused(SEND_AGAIN)


def delete_upload(upload: Upload) -> None:
    """What it was sent for has read it, or it is not wanted any more."""
    upload.delete()


@jobs.every(_CLEAN_EVERY)
def delete_old_uploads() -> None:
    """Files that nothing has used for a day go."""
    Upload.objects.filter(used_at__lt=timezone.now() - KEPT).delete()
