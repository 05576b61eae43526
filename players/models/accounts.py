"""Accounts, and keys to the API."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower

from common.compiled_query import CompiledObjects
from players.models.clubs import Club
from players.models.people import Person

LONGEST_USERNAME = 40
MOST_A_MINUTE = 600
"""Requests a minute that a key can be given at most."""


class KeyScope(models.TextChoices):
    """What can be done with a key beside reading: each key has some of them."""

    PLAY = "play"
    CHALLENGE = "challenge"
    CHAT = "chat"
    MANAGE = "manage"


ALL_SCOPES = " ".join(KeyScope.values)


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

    An account with an `owner` is a program's (`Person.is_program`): it is not signed in to, and acts by keys that its
    owner makes. The owner is told to administrators alone.
    """

    username = models.CharField(max_length=LONGEST_USERNAME, unique=True)
    email = models.EmailField(blank=True)
    person = models.OneToOneField(Person, on_delete=models.SET_NULL, null=True, blank=True, related_name="account")
    home = models.ForeignKey(Club, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    owner = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="programs")
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
            models.CheckConstraint(
                condition=Q(owner__isnull=True) | Q(~Q(owner=F("id")) & Q(email="", person__isnull=False)),
                name="a_program_has_an_owner_and_plays",
            ),
        ]

    def __str__(self) -> str:
        return self.username


_ACCOUNT = CompiledObjects(lambda key: Account.objects.filter(pk=key))


class ApiToken(models.Model):
    """A key to the API with rights of its account. Only a hash is kept; the key is shown once.

    `scopes` are those of `KeyScope` that it has, with blanks between; reading is in every key. From `expires_at` it
    opens nothing (None: no end). `per_minute` is how many requests a minute it is good for, None for as many as its
    account.
    """

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="tokens")
    label = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    scopes = models.CharField(max_length=60, default=ALL_SCOPES, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    per_minute = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-made_at"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(expires_at__gt=F("made_at")), name="a_key_is_good_for_some_time"),
            models.CheckConstraint(
                condition=Q(per_minute__gte=1, per_minute__lte=MOST_A_MINUTE), name="a_key_has_a_rate_that_can_be"
            ),
        ]

    def __str__(self) -> str:
        return self.label

    def allows(self, scope: KeyScope) -> bool:
        """Whether more than reading can be done with it: what this scope is for."""
        return scope in self.scopes.split()
