"""People, and which records are one person."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.db.models import F, Q

from common.journal.models import Scope
from players.guest_names import shown_name
from players.names import normalize_name
from players.program_names import MARK, is_marked

if TYPE_CHECKING:
    _TextField = models.CharField[str, str]
    _FlagField = models.BooleanField[bool, bool]
else:
    _TextField, _FlagField = models.CharField, models.BooleanField  # which cannot be subscripted


class FoldedName(_TextField):
    """The `name` of the row as searches compare it. Derived on every save: no one sets it.

    Services that save chosen fields name it beside `name`.
    """

    source: ClassVar[str] = "name"

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        value = normalize_name(getattr(model_instance, self.source))[: self.max_length]
        setattr(model_instance, self.attname, value)
        return value


class ProgramMark(_FlagField):
    """Whether the `name` of the row is a program's. Derived on every save, as `FoldedName`."""

    source: ClassVar[str] = "name"

    def pre_save(self, model_instance: models.Model, add: bool) -> bool:
        value = is_marked(getattr(model_instance, self.source))
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
    With `is_guest` the row is no person: it is the name at the seats of a person who plays without an account
    (`play.models.Guest`). `objects` leaves it out, so it is not listed, found, merged, entered or linked to an account.
    With `is_program` the row is no person either but a program that plays: its name ends in a mark, which no one
    else's does, and stays with it for ever (`players.program_names`).
    With `program_level` it is the name of a program of this server, which plays at that level: of the one that plays
    everybody, who is in no list, or of a house player of a club (`HousePlayer`), which is listed as a program is.
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
    is_program = ProgramMark(default=False, editable=False)
    program_level = models.PositiveSmallIntegerField(null=True, blank=True)

    objects = PersonManager()
    guests: ClassVar = GuestManager()
    staged: ClassVar[models.Manager[Person]] = models.Manager()

    class Meta:
        ordering: ClassVar = ["name", "id"]
        indexes: ClassVar = [
            models.Index(fields=["folded"], name="person_by_name"),  # and by parts of it, where PostgreSQL stores it
            models.Index(fields=["country"], condition=~Q(country=""), name="person_by_country"),
            models.Index(fields=["is_program"], condition=Q(is_program=True), name="persons_that_are_programs"),
        ]
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
            models.CheckConstraint(
                condition=Q(is_program=True, name__endswith=MARK) | Q(Q(is_program=False) & ~Q(name__endswith=MARK)),
                name="a_program_is_named_as_one",
            ),
            models.CheckConstraint(
                condition=Q(program_level=None)
                | Q(program_level__gte=1, is_guest=True)
                | Q(program_level__gte=1, is_program=True),
                name="a_program_has_no_account",
            ),
            models.UniqueConstraint(
                fields=["program_level"], condition=Q(is_guest=True), name="one_program_of_the_server_a_level"
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
