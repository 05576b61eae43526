"""The form of a file that is brought: with the form itself, or in parts before it (static/js/upload.js)."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any

from django import forms
from django.core.files.base import File
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.translation import translate_message
from players.models import Account, Upload
from players.uploads.limits import LARGEST, MEGABYTE, PART
from players.uploads.services import UploadRefused, refuse_too_large, store_file, whole_upload


def at_most() -> str:
    """The limit of every file, as pages say it."""
    return gettext("At most %(most)d MB.") % {"most": LARGEST // MEGABYTE}


class FileForm(forms.Form):
    """A form with one file. Its page loads `upload.js`, which sends a file in parts and fills in `upload`."""

    sometimes_required: tuple[str, ...] = ("file", "upload")
    asks_for_file = True
    """False where something else may be sent in its place."""
    file_help = ""
    part_size = PART
    file = forms.FileField(label=_("File"), required=False, allow_empty_file=True)
    upload = forms.IntegerField(required=False, min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, files: Any = None, *, account: Account, **kwargs: Any) -> None:
        super().__init__(data, files if data is not None else None, **kwargs)
        self.account, self._upload = account, None
        said = gettext(self.file_help) if self.file_help else ""
        self.fields["file"].help_text = f"{said} {at_most()}".strip()
        self.fields["file"].widget.attrs["data-upload"] = True

    def clean_file(self) -> UploadedFile[bytes] | None:
        """No more than a file may have."""
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if file is not None:
            try:
                refuse_too_large(file.size or 0)
            except UploadRefused as error:
                raise forms.ValidationError(translate_message(error.message)) from None
        return file

    def clean(self) -> dict[str, Any]:
        """A file, in one way or the other."""
        data = super().clean() or {}
        nothing = data.get("file") is None and data.get("upload") is None
        if self.asks_for_file and not self.errors and nothing:
            self.add_error("file", gettext("This field is required."))
        return data

    def brought(self) -> Upload:
        """The file that was brought, kept for the next step. Raises NotAllowed and UploadRefused."""
        file = self.cleaned_data.get("file")
        if file is not None:
            return store_file(self.account, file)
        return whole_upload(self.cleaned_data.get("upload"), self.account)


class SentForm(forms.Form):
    """A step after a file was brought: it names the file."""

    sent = forms.IntegerField(min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput)


def sent_upload(data: Mapping[str, str], account: Account) -> Upload:
    """The file that such a step names. Raises UploadRefused where it is gone."""
    number = data.get("sent", "")
    is_id = number.isascii() and number.isdecimal() and len(number) < 19
    return whole_upload(int(number) if is_id else None, account)


def keep_text(account: Account, text: bytes) -> Upload:
    """What was typed, kept as a file is. Raises NotAllowed and UploadRefused."""
    return store_file(account, File(BytesIO(text), name=""))
