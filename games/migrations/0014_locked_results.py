from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0013_voided_claims'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='result_locked',
            field=models.BooleanField(default=False),
        ),
    ]
