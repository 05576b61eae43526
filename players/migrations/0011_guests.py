"""Names of guests, who are no persons."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("players", "0010_join_requests")]

    operations = [
        migrations.AddField("person", "is_guest", models.BooleanField(default=False)),
        migrations.AddConstraint(
            "person",
            models.CheckConstraint(
                condition=models.Q(is_guest=False)
                | models.Q(country="", merged_into=None, erased_at=None, home=None, staged_in=None, example=False),
                name="a_guest_is_a_name_alone",
            ),
        ),
    ]
