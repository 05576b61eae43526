"""Forms of studies."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from common.schema_forms import SchemaForm
from common.translation import translate_message
from games.core.labels import rules_name
from games.models import Study
from games.studies.access import clubs_of_reader, may_mark_lessons
from games.studies.schemas import AddChapterInput, CreateStudyInput, EditStudyInput, studied_rules
from players.models import Account

VISIBILITY = (
    (Study.Visibility.PRIVATE, gettext_lazy("Only me")),
    (Study.Visibility.LINK, gettext_lazy("Everyone who has the link")),
    (Study.Visibility.CLUB, gettext_lazy("Members of the club")),
    (Study.Visibility.PUBLIC, gettext_lazy("Everyone")),
)
_WIDE = forms.Textarea(attrs={"rows": 6, "dir": "ltr", "spellcheck": "false"})
_START = {
    "rules": {"choices": (), "required": False},
    "position": {
        "help_text": gettext_lazy("The text of a position to start from. Empty: the start of the game."),
        "widget": forms.TextInput(attrs={"dir": "ltr"}),
        "required": False,
    },
    "text": {
        "help_text": gettext_lazy("A record, a study, or several of them: each one becomes a chapter."),
        "widget": _WIDE,
        "required": False,
    },
}


class _StartForm(SchemaForm):
    """Where chapters come from. `about_game`: from a record that the page knows, so nothing else is asked."""

    def __init__(self, *args: Any, about_game: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules = [(key, translate_message(rules_name(key))) for key in studied_rules()]
        if about_game:
            for name in _START:
                del self.fields[name]
        else:
            self.offer("rules", [("", gettext("From the text")), *rules])


class CreateStudyForm(_StartForm):
    """A new study."""

    schema = CreateStudyInput
    sometimes_required = ("rules", "text")
    asks = {"title": {}, **_START}


class AddChapterForm(_StartForm):
    """More chapters."""

    schema = AddChapterInput
    sometimes_required = ("rules", "text")
    asks = {"name": {}, **_START}


class EditStudyForm(SchemaForm):
    """Title, readers and club of a study."""

    schema = EditStudyInput
    sometimes_required = ("club",)
    asks = {
        "title": {},
        "visibility": {"choices": VISIBILITY, "widget": forms.RadioSelect},
        "club": {"choices": (), "label": pgettext_lazy("of a study", "Club"), "required": False},
        "is_lesson": {"help_text": gettext_lazy("Lessons are listed on the page of the club.")},
        "version": {},
    }

    def __init__(self, *args: Any, account: Account, study: Study, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clubs = clubs_of_reader(account)
        if study.club is not None and study.club not in clubs:
            clubs.append(study.club)
        self.offer("club", [("", gettext("No club")), *((club.slug, club.name) for club in clubs)])
        if not study.is_lesson and not any(may_mark_lessons(account, club) for club in clubs):
            del self.fields["is_lesson"]


class AnnotateForm(forms.Form):
    """What is said of a position, as the page asks for it; the service says what is wrong with it."""

    sometimes_required = ("comment", "sign", "marks")
    comment = forms.CharField(
        label=gettext_lazy("Comment"), required=False, widget=forms.Textarea(attrs={"rows": 4, "dir": "auto"})
    )
    sign = forms.ChoiceField(label=gettext_lazy("Sign"), required=False)
    marks = forms.CharField(
        label=gettext_lazy("Marks"),
        required=False,
        help_text=gettext_lazy("A colour (G, R, Y, B) and a point or two: Gd4 marks a point, Rd4-e5 draws an arrow."),
        widget=forms.TextInput(attrs={"dir": "ltr", "autocomplete": "off", "autocapitalize": "off"}),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)
