import django.db.models.deletion
from django.db import migrations, models

from common.journal.operations import AppendOnly


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0006_attempts'),
    ]

    operations = [
        migrations.CreateModel(
            name='Recording',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('begun_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='recordings', to='games.game')),
                ('record', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='recordings', to='games.record')),
            ],
            options={
                'ordering': ['game', 'id'],
            },
        ),
        migrations.CreateModel(
            name='RecordedTurn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('ply', models.PositiveIntegerField()),
                ('token', models.CharField(blank=True, max_length=200)),
                ('account', models.BigIntegerField(null=True)),
                ('at', models.DateTimeField()),
                ('recording', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='turns', to='games.recording')),
            ],
            options={
                'ordering': ['recording', 'version', 'ply'],
            },
        ),
        migrations.AddConstraint(
            model_name='recording',
            constraint=models.UniqueConstraint(condition=models.Q(('closed_at__isnull', True)), fields=('game',), name='one_open_recording_a_game'),
        ),
        migrations.AddConstraint(
            model_name='recording',
            constraint=models.CheckConstraint(condition=models.Q(('closed_at__isnull', False), ('record__isnull', True), _connector='OR'), name='an_open_recording_is_no_record_yet'),
        ),
        migrations.AddConstraint(
            model_name='recordedturn',
            constraint=models.UniqueConstraint(fields=('recording', 'version', 'ply'), name='one_recorded_turn_a_version_and_ply'),
        ),
        migrations.AddConstraint(
            model_name='recordedturn',
            constraint=models.CheckConstraint(condition=models.Q(('token', ''), ('ply__gt', 0), _connector='OR'), name='recorded_turns_count_from_one'),
        ),
        AppendOnly("games_recordedturn"),
    ]
