import django.db.models.deletion
from django.db import migrations, models

from common.journal.operations import AppendOnly


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0013_mail_subscriptions"),
        ("ratings", "0008_checkpoints"),
    ]

    operations = [
        migrations.AddField(
            "pool",
            "publishes",
            models.CharField(
                blank=True,
                choices=[("month", "month"), ("quarter", "quarter"), ("", "never")],
                default="month",
                max_length=8,
            ),
        ),
        migrations.AddConstraint(
            "pool",
            models.CheckConstraint(
                condition=models.Q(publishes__in=["month", "quarter", ""]), name="lists_are_published_at_known_times"
            ),
        ),
        migrations.CreateModel(
            name="RatingList",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("version", models.PositiveIntegerField()),
                ("dated", models.DateField()),
                ("system", models.CharField(max_length=20)),
                ("parameters", models.JSONField(default=dict)),
                ("games", models.PositiveIntegerField()),
                ("games_digest", models.CharField(max_length=64)),
                ("days", models.BinaryField()),
                ("players", models.PositiveIntegerField()),
                ("rows_digest", models.CharField(max_length=64)),
                ("content", models.BinaryField()),
                ("published_at", models.DateTimeField()),
                ("published_by", models.BigIntegerField(null=True)),
                (
                    "pool",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="lists", to="ratings.pool"
                    ),
                ),
            ],
            options={"ordering": ["pool", "number", "version"]},
        ),
        migrations.AddConstraint(
            "ratinglist",
            models.UniqueConstraint(fields=("pool", "dated", "version"), name="a_list_is_published_once"),
        ),
        migrations.AddConstraint(
            "ratinglist",
            models.UniqueConstraint(fields=("pool", "number", "version"), name="lists_are_numbered"),
        ),
        migrations.AddConstraint(
            "ratinglist",
            models.CheckConstraint(
                condition=models.Q(("number__gte", 1), ("version__gte", 1)), name="lists_count_from_1"
            ),
        ),
        AppendOnly("ratings_ratinglist"),
    ]
