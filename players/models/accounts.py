"""Accounts, and keys to the API."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from common.compiled_query import CompiledObjects
from players.models.clubs import Club
from players.models.people import Person

LONGEST_USERNAME = 40


class AccountManager(BaseUserManager["Account"]):
    """Accounts are looked up by their sign-in name, in any case."""

    def get(self, *conditions: Any, **fields: Any) -> Account:
        """As ever. By its key alone, as for every request of a signed-in reader, the query is compiled once."""
        if conditions or fields.keys() != {"pk"} or not isinstance(fields["pk"], int):
            return super().get(*conditions, **fields)
        for account in _ACCOUNT(fields["pk"]):
            return account
        raise self.model.DoesNotExist

    def get_by_natural_key(self, username: str | None) -> Account:
        return self.get(username__iexact=username)

    def create_user(self, username: str, password: str | None = None, **fields: Any) -> Account:
        account = self.model(username=username, **fields)
        account.set_password(password)
        account.save(using=self._db)
        return account


class Account(AbstractBaseUser):
    """A person who can sign in. Linked to a person where the account's owner plays.

    `home` is the club whose organisers may help with the account, and so have power over it and its person; None
    leaves that to the administrators of the server. Only the owner or an administrator moves it to another club.
    """

    username = models.CharField(max_length=LONGEST_USERNAME, unique=True)
    email = models.EmailField(blank=True)
    person = models.OneToOneField(Person, on_delete=models.SET_NULL, null=True, blank=True, related_name="account")
    home = models.ForeignKey(Club, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    language = models.CharField(max_length=8, blank=True)
    is_active = models.BooleanField(default=True)
    example = models.BooleanField(default=False)

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects = AccountManager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(Lower("username"), name="one_account_a_name"),
            models.UniqueConstraint(Lower("email"), condition=~Q(email=""), name="one_account_an_email"),
            models.CheckConstraint(condition=~Q(username=""), name="account_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.username


_ACCOUNT = CompiledObjects(lambda key: Account.objects.filter(pk=key))


class ApiToken(models.Model):
    """A key to the API with the rights of its account. Only a hash is kept; the key is shown once."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="tokens")
    label = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["-made_at"]

    def __str__(self) -> str:
        return self.label
