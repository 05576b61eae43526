"""The forms of roles."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from players.core.forms import LinkForm
from players.roles import ROLE_NAMES, Role


class RoleAnswerForm(forms.Form):
    """Yes or no to an offer of a role."""

    answer = forms.ChoiceField(choices=[("accept", ""), ("decline", "")])


class GrantForm(LinkForm):
    """A role for an account, in one of `scopes` (key and name)."""

    role = forms.ChoiceField(label=_("Role"))
    scope = forms.ChoiceField(label=pgettext_lazy("of a role", "Where"))

    field_order = ("username", "role", "scope")

    def __init__(self, *args: Any, roles: list[Role], scopes: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        role, scope = self.fields["role"], self.fields["scope"]
        assert isinstance(role, forms.ChoiceField) and isinstance(scope, forms.ChoiceField)
        role.choices = [(one.value, gettext(ROLE_NAMES[one])) for one in roles]
        scope.choices = scopes
