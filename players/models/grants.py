"""Roles that accounts hold, and those that are offered to them."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from common.journal.models import Scope
from players.models.accounts import Account
from players.models.clubs import Club
from players.roles import Role


class Grant(models.Model):
    """That an account holds a role in a scope (and in every scope below it)."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="grants")
    role = models.CharField(max_length=20, choices=[(role.value, role.value) for role in Role])
    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="grants")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["account", "role", "scope"], name="one_grant_of_a_kind"),
            models.CheckConstraint(condition=Q(role__in=[role.value for role in Role]), name="grant_of_a_known_role"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} {self.role} {self.scope_id}"


class RoleOffer(models.Model):
    """A club offers a role to an account that it does not look after. It changes nothing until the owner accepts.

    One at a time for a club and an account. A declined offer stays for as long as the club has to wait with another.
    """

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="role_offers")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="role_offers")
    role = models.CharField(max_length=20, choices=[(role.value, role.value) for role in Role])
    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField()
    made_by = models.BigIntegerField()
    declined_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["made_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["account", "club"], name="one_role_offer_of_a_club"),
            models.CheckConstraint(condition=Q(role__in=[role.value for role in Role]), name="offer_of_a_known_role"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} {self.role} {self.scope_id}"
