"""How a club shows itself: its logo, its colour, its short address."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from players.models.clubs import Club


class ClubPage(models.Model):
    """What a club's page looks like. A club without a row looks plain.

    `colour` is one of a list whose contrast is known. `address` is what follows `/c/`, beside the club's slug (None:
    the slug alone). `logo` is a PNG that the server made, `digest` its SHA-256 ("": no logo).
    """

    class Colour(models.TextChoices):
        """The colours of clubs. Teal is none of them: it is for acting alone."""

        PLAIN = ""
        BRICK = "brick"
        OCHRE = "ochre"
        MOSS = "moss"
        SEA = "sea"
        INDIGO = "indigo"
        PLUM = "plum"
        SLATE = "slate"

    club = models.OneToOneField(Club, on_delete=models.CASCADE, primary_key=True, related_name="page")
    colour = models.CharField(max_length=8, choices=Colour.choices, blank=True)
    address = models.SlugField(max_length=40, null=True, blank=True, unique=True)
    logo = models.BinaryField(default=b"")
    digest = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(colour__in=["", "brick", "ochre", "moss", "sea", "indigo", "plum", "slate"]),
                name="club_of_a_known_colour",
            ),
            models.CheckConstraint(condition=~models.Q(address=""), name="an_address_says_something"),
        ]

    def __str__(self) -> str:
        return f"page of club {self.club_id}"
