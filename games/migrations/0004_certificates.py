import django.db.models.deletion
from django.db import migrations, models

from common.journal.operations import AppendOnly


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0003_agreed_draws'),
    ]

    operations = [
        migrations.CreateModel(
            name='Certificate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('document', models.JSONField()),
                ('digest', models.CharField(max_length=64)),
                ('result', models.CharField(max_length=8)),
                ('made_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['game', 'number'],
            },
        ),
        migrations.CreateModel(
            name='ScoreSheet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('role', models.CharField(choices=[('white', 'White'), ('black', 'Black'), ('arbiter', 'Arbiter'), ('record', 'Record')], max_length=8)),
                ('handed_in_by', models.BigIntegerField(null=True)),
                ('handed_in_at', models.DateTimeField()),
                ('position', models.CharField(blank=True, max_length=400)),
                ('counts', models.JSONField(blank=True, null=True)),
                ('digest', models.CharField(max_length=64)),
                ('result', models.CharField(max_length=8)),
            ],
            options={
                'ordering': ['game', 'number'],
            },
        ),
        migrations.RemoveConstraint(
            model_name='claim',
            name='claim_in_a_known_part',
        ),
        migrations.RemoveConstraint(
            model_name='claim',
            name='claim_from_a_known_source',
        ),
        migrations.AlterField(
            model_name='claim',
            name='role',
            field=models.CharField(choices=[('white', 'White'), ('black', 'Black'), ('arbiter', 'Arbiter'), ('record', 'Record')], max_length=8),
        ),
        migrations.AlterField(
            model_name='claim',
            name='source',
            field=models.CharField(choices=[('page', 'Page'), ('desk', 'Desk'), ('api', 'Api'), ('record', 'Record'), ('score', 'Score'), ('import', 'Import')], max_length=8),
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ['white', 'black', 'arbiter', 'record'])), name='claim_in_a_known_part'),
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.CheckConstraint(condition=models.Q(('source__in', ['page', 'desk', 'api', 'record', 'score', 'import'])), name='claim_from_a_known_source'),
        ),
        migrations.AddField(
            model_name='certificate',
            name='game',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='certificates', to='games.game'),
        ),
        migrations.AddField(
            model_name='certificate',
            name='record',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='certificate', to='games.record'),
        ),
        migrations.AddField(
            model_name='scoresheet',
            name='game',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='score_sheets', to='games.game'),
        ),
        migrations.AddField(
            model_name='certificate',
            name='sheet',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='certificate', to='games.scoresheet'),
        ),
        migrations.AddConstraint(
            model_name='scoresheet',
            constraint=models.UniqueConstraint(fields=('game', 'number'), name='one_score_sheet_a_number'),
        ),
        migrations.AddConstraint(
            model_name='scoresheet',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('counts__isnull', False), ('position', '')), models.Q(models.Q(('position', ''), _negated=True), ('counts__isnull', True)), _connector='OR'), name='score_sheet_holds_a_position_or_counts'),
        ),
        migrations.AddConstraint(
            model_name='scoresheet',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ('white', 'black', 'arbiter'))), name='score_sheet_in_a_known_part'),
        ),
        migrations.AddConstraint(
            model_name='scoresheet',
            constraint=models.CheckConstraint(condition=models.Q(('result__in', ('1-0', '1/2-1/2', '0-1', '1/2-0', '0-1/2', '0-0', '+-', '-+', '--', 'pending', 'void'))), name='score_sheet_of_the_table'),
        ),
        migrations.AddConstraint(
            model_name='certificate',
            constraint=models.UniqueConstraint(fields=('game', 'number'), name='one_certificate_a_number'),
        ),
        migrations.AddConstraint(
            model_name='certificate',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('record__isnull', False), ('sheet__isnull', True)), models.Q(('record__isnull', True), ('sheet__isnull', False)), _connector='OR'), name='certificate_of_a_record_or_a_score_sheet'),
        ),
        migrations.AddConstraint(
            model_name='certificate',
            constraint=models.CheckConstraint(condition=models.Q(('result__in', ('1-0', '1/2-1/2', '0-1', '1/2-0', '0-1/2', '0-0', '+-', '-+', '--', 'pending', 'void'))), name='certificate_of_the_table'),
        ),
        AppendOnly("games_scoresheet"),
        AppendOnly("games_certificate"),
    ]
