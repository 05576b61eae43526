"""People, clubs, memberships, accounts and grants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower

from common.compiled_query import CompiledObjects
from common.journal.models import Scope
from players.guest_names import shown_name
from players.join_models import JoinRequest
from players.mail_models import MailSubscription
from players.names import normalize_name
from players.roles import Role
from players.sign_in_models import KnownDevice, Passkey, RecoveryCode, SecondFactor, Session

__all__ = [
    "Account",
    "ApiToken",
    "Club",
    "Grant",
    "JoinRequest",
    "KnownDevice",
    "MailSubscription",
    "Membership",
    "Merge",
    "Passkey",
    "Person",
    "RecoveryCode",
    "RoleOffer",
    "SecondFactor",
    "Session",
]


if TYPE_CHECKING:
    _TextField = models.CharField[str, str]
else:
    _TextField = models.CharField  # which cannot be subscripted


class FoldedName(_TextField):
    """The `name` of the row as searches compare it. Derived on every save: nobody sets it.

    Services that save chosen fields name it beside `name`.
    """

    source: ClassVar[str] = "name"

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        value = normalize_name(getattr(model_instance, self.source))[: self.max_length]
        setattr(model_instance, self.attname, value)
        return value


class PersonManager(models.Manager["Person"]):
    """Everybody who is known: without those of an import that is not complete yet, and without guests."""

    def get_queryset(self) -> models.QuerySet[Person]:
        return super().get_queryset().filter(staged_in=None, is_guest=False)


class GuestManager(models.Manager["Person"]):
    """The names of guests."""

    def get_queryset(self) -> models.QuerySet[Person]:
        return super().get_queryset().filter(is_guest=True)


class Person(models.Model):
    """A human being, known to the whole server. Everything else holds a person's id, never the name.

    Two records of one person are merged by `merged_into`: the other rows stay as they are and every
    reading goes through `canonical`. An erased person has a pseudonym for a name and `erased_at`.
    `home` is the club that looks after the record while the person has no account (`permissions.home_club`).
    `staged_in` is the hidden scope that a new person comes in with: until that is complete, `objects` leaves it out.
    With `is_guest` the row is no person: it is the name at the seats of somebody who plays without an account
    (`play.models.Guest`). `objects` leaves it out, so it is not listed, found, merged, entered or linked to an account.
    """

    name = models.CharField(max_length=80)
    folded = FoldedName(max_length=160, editable=False)
    country = models.CharField(max_length=2, blank=True)
    merged_into = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged")
    erased_at = models.DateTimeField(null=True, blank=True)
    home = models.ForeignKey("Club", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    example = models.BooleanField(default=False)
    staged_in = models.ForeignKey(Scope, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    is_guest = models.BooleanField(default=False)

    objects = PersonManager()
    guests: ClassVar = GuestManager()
    staged: ClassVar[models.Manager[Person]] = models.Manager()

    class Meta:
        ordering: ClassVar = ["name", "id"]
        indexes: ClassVar = [models.Index(fields=["folded"], name="person_by_name")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(name=""), name="person_has_a_name"),
            models.CheckConstraint(
                condition=Q(merged_into__isnull=True) | ~Q(merged_into=F("id")), name="person_not_merged_into_itself"
            ),
            models.CheckConstraint(
                condition=Q(is_guest=False)
                | Q(country="", merged_into=None, erased_at=None, home=None, staged_in=None, example=False),
                name="a_guest_is_a_name_alone",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def canonical_id(self) -> int:
        """The id that stands for this person everywhere."""
        return self.merged_into_id or self.pk

    @property
    def page_id(self) -> int | None:
        """The id under which readers find this person; None for a guest, of whom there is no page."""
        return None if self.is_guest else self.canonical_id

    @property
    def shown_name(self) -> str:
        """The name as readers see it."""
        return shown_name(self.name, self.page_id)


class Merge(models.Model):
    """That `kept` and `gone` were found to be one person. Undone merges stay, with the day they were undone.

    The merges in force make a forest, and `Person.merged_into` points at the root of a record's tree.
    So undoing one merge gives back exactly the persons that there would be without it.
    """

    kept = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    gone = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()
    by = models.BigIntegerField(null=True)
    undone_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["gone"], condition=Q(undone_at__isnull=True), name="merged_once_at_a_time"),
        ]

    def __str__(self) -> str:
        return f"{self.gone_id} into {self.kept_id}"


class Club(models.Model):
    """A club on this server. Its scope is "club:<id>".

    `admitted`: an administrator lets its games count in the rating lists of the whole server. Its own lists count them
    anyway. `takes_requests`: visitors may ask to join it, and to enter its events, without an account.
    """

    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=40, unique=True)
    place = models.CharField(max_length=80, blank=True)
    time_zone = models.CharField(max_length=40, default="UTC")
    admitted = models.BooleanField(default=False)
    example = models.BooleanField(default=False)
    takes_requests = models.BooleanField(default=True)

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(name=""), name="club_has_a_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def scope(self) -> str:
        return f"club:{self.pk}"


class Membership(models.Model):
    """That a person was or is a member of a club, from `since` to `until` (None: still)."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="memberships")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    since = models.DateField()
    until = models.DateField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["since"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person", "club"], condition=Q(until__isnull=True), name="one_open_membership"
            ),
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gte=F("since")), name="membership_ends_after_it_begins"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} in {self.club_id}"


class Invitation(models.Model):
    """A club asks somebody to become a member from `since` on. It changes nothing until it is accepted.

    Answered invitations stay: they say who consented to a membership, and when.
    """

    class Answer(models.TextChoices):
        """What became of an invitation; "" while it is open."""

        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="invitations")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    since = models.DateField()
    made_at = models.DateTimeField()
    made_by = models.BigIntegerField()
    answer = models.CharField(max_length=10, choices=Answer.choices, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.BigIntegerField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["made_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "club"], condition=Q(answer=""), name="one_open_invitation"),
            models.CheckConstraint(
                condition=Q(answer="", answered_at=None, answered_by=None)
                | Q(
                    answer__in=["accepted", "declined", "withdrawn"],
                    answered_at__isnull=False,
                    answered_by__isnull=False,
                ),
                name="invitation_is_open_or_answered",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} into {self.club_id}: {self.answer or 'open'}"


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
    """Someone who can sign in. Linked to a person where the account's owner plays.

    `home` is the club whose organisers may help with the account, and so have power over it and its person; None
    leaves that to the administrators of the server. Only the owner or an administrator moves it to another club.
    """

    username = models.CharField(max_length=40, unique=True)
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
