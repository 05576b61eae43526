import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0007_recordings'),
    ]

    operations = [
        migrations.AddField(
            model_name='record',
            name='indexed',
            field=models.BooleanField(default=False),
        ),
        migrations.AddIndex(
            model_name='record',
            index=models.Index(condition=models.Q(('indexed', False)), fields=['id'], name='records_to_index'),
        ),
        migrations.CreateModel(
            name='IndexedPosition',
            fields=[
                ('pk', models.CompositePrimaryKey('record_id', 'ply', blank=True, editable=False, primary_key=True, serialize=False)),
                ('ply', models.PositiveIntegerField()),
                ('key', models.BigIntegerField()),
                ('next_key', models.BigIntegerField(null=True)),
                ('game', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='games.game')),
                ('record', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='positions', to='games.record')),
            ],
        ),
        migrations.AddIndex(
            model_name='indexedposition',
            index=models.Index(fields=['key', 'game', 'next_key'], name='games_by_position'),
        ),
    ]
