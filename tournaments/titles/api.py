"""The endpoints of titles."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from common.entity_tags import TaggedState
from common.journal import queries as journal
from common.translation import translate_message
from common.web import missing_is_404
from players.core.api import BaseAPIView
from players.core.api_shapes import PlayerName
from players.models import Club
from players.permissions import require
from players.roles import Permission
from tournaments.core.queries.titles import titles_of
from tournaments.core.schemas import Versioned
from tournaments.models import Title
from tournaments.titles import schemas, services
from tournaments.titles.queries import AwardLine, candidates, title_page


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


class TitleAPIView(BaseAPIView):
    """An endpoint of one title."""

    def title(self, title_id: int) -> Title:
        return get_object_or_404(Title.objects.select_related("club"), pk=title_id)

    def one(self, title: Title) -> dict[str, Any]:
        """The title as everybody sees it."""
        page = title_page(title, None)
        known = TitleShape(title).data
        awards = [_award(line) for line in (*page.holders, *page.withdrawn)]
        return dict(TitleOne({**known, "version": page.version, "awards": awards}).data)

    def state(self) -> TaggedState | None:
        if "title_id" not in self.kwargs:
            return None
        scope = self.title(self.kwargs["title_id"]).scope
        return TaggedState(scope, journal.version(scope), scope)


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


class Titles(TitleAPIView):
    """The titles of a club."""

    @extend_schema(responses=TitleShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The titles with their rules."""
        return self.paginate(titles_of(get_object_or_404(Club, slug=slug)), TitleShape)

    @extend_schema(request=schemas.TitleNew, responses={201: TitleShape})
    def post(self, request: Request, slug: str) -> Response:
        """A new title with its rule. For organisers of the club."""
        self.need_actor()
        new = self.validated_body(schemas.TitleNew)
        made = services.create_title(get_object_or_404(Club, slug=slug).pk, self.actor, **new)
        return Response(TitleShape(made).data, status=status.HTTP_201_CREATED)


class OneTitle(TitleAPIView):
    """One title."""

    @extend_schema(responses=TitleOne)
    def get(self, request: Request, title_id: int) -> Response:
        """A title with those who hold it, and what was withdrawn."""
        return Response(self.one(self.title(title_id)))

    @extend_schema(request=schemas.TitleChange, responses=TitleOne)
    def patch(self, request: Request, title_id: int) -> Response:
        """Change its name or rule. Awards stay."""
        self.need_actor()
        change = self.validated_body(schemas.TitleChange, partial=True)
        expect = change.pop("version", None)
        changed = services.edit_title(self.title(title_id).pk, self.actor, expect=expect, **change)
        return Response(self.one(changed))

    @extend_schema(parameters=[Versioned], responses={204: None})
    def delete(self, request: Request, title_id: int) -> Response:
        """Delete a title that was never awarded."""
        self.need_actor()
        expect = self.validated_query(Versioned).get("version")
        services.delete_title(self.title(title_id).pk, self.actor, expect=expect)
        return Response(status=status.HTTP_204_NO_CONTENT)


class Candidates(TitleAPIView):
    """Who could be awarded a title."""

    @extend_schema(responses=TitleCandidateShape(many=True))
    def get(self, request: Request, title_id: int) -> Response:
        """Players who meet the rule now and do not hold the title. For officers who may award it."""
        title = self.title(title_id)
        self.need_actor()
        require(self.actor, Permission.MANAGE_PEOPLE, title.scope)
        rows = [
            {"player": {"id": each.person, "name": each.name}, "why": translate_message(each.why)}
            for each in candidates(title)
        ]
        return self.paginate(rows, TitleCandidateShape)


class Awards(TitleAPIView):
    """The awards of a title."""

    @extend_schema(request=schemas.AwardNew, responses={201: TitleOne})
    def post(self, request: Request, title_id: int) -> Response:
        """Award the title to a candidate."""
        self.need_actor()
        new, title = self.validated_body(schemas.AwardNew), self.title(title_id)
        services.award_title(title.pk, self.actor, new["person"], expect=new.get("version"))
        return Response(self.one(title), status=status.HTTP_201_CREATED)


class WithdrawnAward(TitleAPIView):
    """An award that is withdrawn."""

    @extend_schema(request=schemas.AwardWithdrawalInput, responses=TitleOne)
    def post(self, request: Request, title_id: int, award_id: int) -> Response:
        """Withdraw it with a reason. It stays in the history."""
        self.need_actor()
        sent, title = self.validated_body(schemas.AwardWithdrawalInput), self.title(title_id)
        with missing_is_404():
            services.withdraw_title(title.pk, self.actor, award_id, reason=sent["reason"], expect=sent.get("version"))
        return Response(self.one(title))
