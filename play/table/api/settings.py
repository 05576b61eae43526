"""The endpoints of what players choose for all their games: vacations, and where they live."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from play.clocks.queries import VacationPlan, vacation_plan
from play.clocks.services.days_off import set_time_zone
from play.clocks.services.vacations import book_vacation, cancel_vacation
from play.core.services.acting import need_person
from play.table.schemas import BookVacationInput, SetTimeZoneInput
from players.core.api import BaseAPIView
from players.identity import person_of
from players.models import Person


class VacationShape(serializers.Serializer[Any]):
    """Days, both included, on which your time does not run, where you lived when you booked them."""

    id = IdField(source="pk")
    first = serializers.DateField()
    last = serializers.DateField()
    time_zone = serializers.CharField(source="zone")


class DaysLeftShape(serializers.Serializer[Any]):
    """How many days of vacation you can still take in a year."""

    year = serializers.IntegerField()
    days = serializers.IntegerField()


class PlayerSettingsShape(serializers.Serializer[Any]):
    """What you have chosen for your games: where you live, the vacations that are not over, the days that are left."""

    time_zone = serializers.CharField(source="zone")
    vacations = VacationShape(source="booked", many=True)
    days_left = serializers.SerializerMethodField()

    @extend_schema_field(DaysLeftShape(many=True))
    def get_days_left(self, plan: VacationPlan) -> list[dict[str, int]]:
        return [{"year": year, "days": days} for year, days in plan.left]


class OwnSettings(BaseAPIView):
    """What you have chosen for your games."""

    @extend_schema(responses=PlayerSettingsShape)
    def get(self, request: Request) -> Response:
        """Your time zone and vacations. 404 for an account that is not linked to a person."""
        person = person_of(self.actor)
        if person is None:
            raise Person.DoesNotExist
        return Response(PlayerSettingsShape(vacation_plan(person)).data)

    @extend_schema(request=SetTimeZoneInput, responses=PlayerSettingsShape)
    def put(self, request: Request) -> Response:
        """Set your time zone, for vacations and games from now on."""
        set_time_zone(self.actor, self.validated_body(SetTimeZoneInput)["time_zone"])
        return Response(PlayerSettingsShape(vacation_plan(need_person(self.actor))).data)


class Vacations(BaseAPIView):
    """Vacations."""

    @extend_schema(request=BookVacationInput, responses={201: VacationShape})
    def post(self, request: Request) -> Response:
        """Book a vacation. The deadlines of your running games move at once."""
        made = book_vacation(self.actor, **self.validated_body(BookVacationInput))
        return Response(VacationShape(made).data, status=status.HTTP_201_CREATED)


class OneVacation(BaseAPIView):
    """A vacation."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, vacation_id: int) -> Response:
        """Cancel a vacation; one that has started ends today."""
        cancel_vacation(self.actor, vacation_id)
        return Response(status=status.HTTP_204_NO_CONTENT)
