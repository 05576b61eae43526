import django.db.models.deletion
from django.db import migrations, models

from common.journal.operations import AppendOnly
from common.migrations import InitialMigration


class Migration(InitialMigration):
    dependencies = []

    operations = [
        migrations.CreateModel(
            name='Scope',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=40, unique=True)),
                ('version', models.PositiveIntegerField(default=0)),
                ('parent', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='children', to='journal.scope')),
                ('hidden', models.BooleanField(default=False)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('key', ''), _negated=True), name='scope_has_a_key'), models.CheckConstraint(condition=models.Q(('parent__isnull', True), models.Q(('parent', models.F('id')), _negated=True), _connector='OR'), name='scope_is_not_its_own_parent')],
            },
        ),
        migrations.CreateModel(
            name='JournalEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('actor', models.BigIntegerField(null=True)),
                ('action', models.CharField(db_column='verb', max_length=60)),
                ('data', models.JSONField(default=dict)),
                ('scope', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='journal.scope')),
                ('sending', models.CharField(db_index=True, max_length=80, null=True)),
            ],
            options={
                'ordering': ['-version'],
                'indexes': [models.Index(fields=['action', '-at'], name='lines_of_act_by_time')],
                'constraints': [models.UniqueConstraint(fields=('scope', 'version'), name='one_line_a_version'), models.CheckConstraint(condition=models.Q(('action', ''), _negated=True), name='line_has_a_verb')],
                'db_table': 'journal_line',
            },
        ),
        migrations.CreateModel(
            name='StoredAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=40, unique=True)),
                ('request', models.CharField(max_length=20)),
                ('account', models.BigIntegerField()),
                ('begun_at', models.DateTimeField(db_index=True)),
                ('status', models.PositiveSmallIntegerField(null=True)),
                ('headers', models.JSONField(default=dict)),
                ('body', models.BinaryField(default=bytes)),
            ],
            options={
                'indexes': [models.Index(fields=['account', '-begun_at'], name='answers_of_account')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('key', ''), _negated=True), models.Q(('request', ''), _negated=True)), name='answer_has_digests')],
            },
        ),
        AppendOnly("journal_line"),
    ]
