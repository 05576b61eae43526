"""Forms of records: one that is handed in, and a file of many."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext, gettext_lazy

from common.schema_forms import SchemaForm
from games.core.services.errors import LARGEST
from games.records.schemas import SubmitRecordInput
from gipf_engine.messages import gettext_noop
from players.uploads.forms import FileForm


class RecordForm(SchemaForm):
    """A record, pasted or uploaded."""

    sometimes_required = ("text", "file")
    schema = SubmitRecordInput
    text = forms.CharField(
        label=gettext_lazy("Moves"),
        help_text=gettext_lazy("With or without tags and move numbers."),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "class": "record", "spellcheck": "false", "autocapitalize": "off"}),
    )
    file = forms.FileField(label=gettext_lazy("Or a file"), required=False, allow_empty_file=True)

    def clean_file(self) -> str:
        """The text of the file; "" without one."""
        file = self.cleaned_data.get("file")
        if not isinstance(file, UploadedFile):
            return ""
        if (file.size or 0) > LARGEST:
            most = {"most": LARGEST // 1024, "size": -(-(file.size or 0) // 1024)}
            raise forms.ValidationError(gettext("A record has at most %(most)d KB; this file has %(size)d KB.") % most)
        try:
            return str(file.read(), "utf-8-sig")
        except UnicodeDecodeError:
            raise forms.ValidationError(gettext("This file is not UTF-8 text.")) from None

    def clean(self) -> dict[str, Any]:
        """One of the two, and not nothing."""
        cleaned = self.cleaned_data
        if self.errors:
            return cleaned
        if bool(cleaned["text"].strip()) == bool(cleaned["file"].strip()):
            raise forms.ValidationError(gettext("Paste the moves or choose a file, one of the two."))
        self.given = {"text": cleaned["text"] if cleaned["text"].strip() else cleaned["file"]}
        return super().clean()


class RecordFileForm(FileForm):
    """A file of many records."""

    file_help = gettext_noop("Text with any number of records one after the other, or a zip of such files.")
