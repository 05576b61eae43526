from django.db import migrations, models

from common.migrations import InitialMigration


class Migration(InitialMigration):
    dependencies = []

    operations = [
        migrations.CreateModel(
            name='SigningKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public', models.CharField(max_length=64, unique=True)),
                ('private', models.TextField(blank=True)),
                ('in_use', models.BooleanField(default=True)),
                ('made_at', models.DateTimeField()),
                ('retired_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('in_use', True)), fields=('in_use',), name='one_signing_key_in_use'), models.CheckConstraint(condition=models.Q(models.Q(('in_use', True), ('retired_at', None)), models.Q(('in_use', False), ('private', ''), ('retired_at__isnull', False)), _connector='OR'), name='retired_key_signs_nothing')],
            },
        ),
    ]
