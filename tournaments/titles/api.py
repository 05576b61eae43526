"""The endpoints of titles, and the pages of the acts on them."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from django.forms import Form
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from common.translation import translate_message
from players.core.api_shapes import PlayerName
from players.permissions import require
from players.roles import Permission
from tournaments.core.api import ScopeAPIView
from tournaments.core.club_views import EditsPlan, HeldByClubView, NewActView
from tournaments.core.queries.journals import journal_lines
from tournaments.core.queries.titles import titles_of
from tournaments.core.scope_act_views import ScopeActView, ShapeClass
from tournaments.models import Title
from tournaments.titles import acts, schemas, services
from tournaments.titles.forms import NewTitleForm, TitleForm
from tournaments.titles.queries import AwardLine, TitlePage, candidates, title_page


class TitleShape(serializers.Serializer[Any]):
    """A title of a club and its rule."""

    id = IdField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(schemas.TITLE_KINDS)
    game = serializers.CharField()
    rating = serializers.IntegerField()
    games = serializers.IntegerField()
    norms = serializers.IntegerField()


class AwardShape(serializers.Serializer[Any]):
    """A title that was awarded."""

    id = IdField()
    player = PlayerName()
    awarded_on = serializers.DateField()
    why = serializers.CharField()
    withdrawn_on = serializers.DateField(allow_null=True)
    reason = serializers.CharField()


class TitleOne(TitleShape):
    """One title with its whole history. `version` counts all acts on it."""

    version = serializers.IntegerField()
    awards = AwardShape(many=True)


class TitleCandidateShape(serializers.Serializer[Any]):
    """Who meets the rule and does not hold the title."""

    player = PlayerName()
    why = serializers.CharField()


class TitleAPIView(ScopeAPIView):
    """An endpoint of one title."""

    address, model = "titles/<int:title_id>", Title

    def one(self, title: Title) -> dict[str, Any]:
        """The title as everybody sees it."""
        page = title_page(title, None)
        known = TitleShape(title).data
        awards = [_award(line) for line in (*page.holders, *page.withdrawn)]
        return dict(TitleOne({**known, "version": page.version, "awards": awards}).data)


def _award(line: AwardLine) -> dict[str, Any]:
    withdrawal = getattr(line.award, "withdrawal", None)
    return {
        "id": line.award.pk,
        "player": {"id": line.person, "name": line.name},
        "awarded_on": line.award.awarded_on,
        "why": translate_message(line.why),
        "withdrawn_on": withdrawal.withdrawn_on if withdrawal is not None else None,
        "reason": line.reason,
    }


class Titles(HeldByClubView):
    """The titles of a club."""

    path = "titles"

    @extend_schema(responses=TitleShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The titles with their rules."""
        return self.paginate(titles_of(self.parent(slug)), TitleShape)


class OneTitle(TitleAPIView):
    """One title."""

    path = ""

    @extend_schema(responses=TitleOne)
    def get(self, request: Request, title_id: int) -> Response:
        """A title with those who hold it, and what was withdrawn."""
        return Response(self.one(self.parent(title_id)))


class Candidates(TitleAPIView):
    """Who could be awarded a title."""

    path = "candidates"

    @extend_schema(responses=TitleCandidateShape(many=True))
    def get(self, request: Request, title_id: int) -> Response:
        """Players who meet the rule now and do not hold the title. For officers who may award it."""
        title: Title = self.parent(title_id)
        self.need_actor()
        require(self.actor, Permission.MANAGE_PEOPLE, title.scope)
        rows = [
            {"player": {"id": each.person, "name": each.name}, "why": translate_message(each.why)}
            for each in candidates(title)
        ]
        return self.paginate(rows, TitleCandidateShape)


# --- acts ----------------------------------------------------------------------------------------------


class NewTitle(NewActView):
    """A new title with its rule. For organisers of the club."""

    act, service, schema = acts.CreateTitle, services.create_title, schemas.TitleNew
    path, page_path, name = "titles", "titles/new", "title-new"
    shape, form_class, template = TitleShape, NewTitleForm, "tournaments/titles/new.html"
    done, then = _("Title created."), "title"


class TitleActView(ScopeActView):
    """An act on a title, answered with it."""

    api_view = TitleAPIView
    shape: ClassVar[ShapeClass] = TitleOne
    back, then = "title", "title"

    @cached_property
    def shown(self) -> TitlePage:
        """The title before the act."""
        return title_page(self.parent, self.request.user)

    def found(self, view: TitleAPIView, made: Any) -> dict[str, Any]:
        return view.one(self.parent)

    def context(self, form: Form) -> dict[str, Any]:
        return {"page": self.shown, "title": self.parent, "club": self.parent.club}


class EditTitle(EditsPlan, TitleActView):
    """Change its name or rule. Awards stay."""

    act, service, schema, partial = acts.EditTitle, services.edit_title, schemas.TitleChange, True
    path, method, page_path, name = "", "patch", "edit", "title-edit"
    form_class, template = TitleForm, "tournaments/titles/edit.html"
    done = _("Changes saved.")

    def context(self, form: Form) -> dict[str, Any]:
        return {**super().context(form), "lines": journal_lines(self.parent.scope)}


class DeleteTitle(TitleActView):
    """Delete a title that was never awarded."""

    act, service, shape = acts.DeleteTitle, services.delete_title, None
    path, method, page_path, name = "", "delete", "delete", "title-delete"
    back, done, then, then_of_club = "title-edit", _("Title deleted."), "club-titles", True


class AwardTitle(TitleActView):
    """Award the title to a candidate."""

    act, service, schema = acts.AwardTitle, services.award_title, schemas.AwardNew
    path, page_path, name, code = "awards", "award", "title-award", status.HTTP_201_CREATED
    renamed, asks = {"person": "person_id"}, {"person": {}}
    done = _("Title awarded.")


class WithdrawTitle(TitleActView):
    """Withdraw it with a reason. It stays in the history."""

    act, service, schema = acts.WithdrawTitle, services.withdraw_title, schemas.AwardWithdrawalInput
    path, name = "awards/<int:award_id>/withdraw", "title-withdraw"
    asks, template = {"reason": {}, "version": {}}, "tournaments/titles/withdraw.html"
    done = _("Title withdrawn.")

    @cached_property
    def line(self) -> AwardLine:
        """The award that the address names; else 404."""
        lines = (*self.shown.holders, *self.shown.withdrawn)
        found = next((line for line in lines if line.award.pk == self.ids["award_id"]), None)
        if found is None:
            raise Http404
        return found

    def check(self) -> None:
        assert self.line

    def initial(self) -> dict[str, Any]:
        return {"version": self.shown.version}

    def context(self, form: Form) -> dict[str, Any]:
        return {**super().context(form), "line": self.line}
