from django.db import migrations, models
import django.db.models.deletion


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [
        migrations.RemoveField(model_name="entry", name="withdrawn"),
        migrations.AddField(
            model_name="entry", name="withdrawn_after", field=models.PositiveIntegerField(blank=True, null=True)
        ),
        migrations.AddField(model_name="entry", name="annulled", field=models.BooleanField(default=False)),
    ]
