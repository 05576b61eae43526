from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0014_played_here'),
    ]

    operations = [
        migrations.AddField(
            model_name='round',
            name='locked',
            field=models.BooleanField(default=False),
        ),
    ]
