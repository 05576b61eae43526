import django.db.models.deletion
from django.db import migrations, models

from common.journal.operations import AppendOnly
from common.migrations import InitialMigration, RunOnPostgreSQL

# PostgreSQL compresses what is long. For the lines of a million games that took three times as long as writing them did.
COLUMNS = [
    ("ratings_history", "lines"),
    ("ratings_checkpoint", "state"),
    ("ratings_checkpoint", "counts"),
]
STORAGE = "ALTER TABLE {} ALTER COLUMN {} SET STORAGE {}"
KEEP_AS_THEY_ARE = [STORAGE.format(*column, "EXTERNAL") for column in COLUMNS]
COMPRESS = [STORAGE.format(*column, "EXTENDED") for column in COLUMNS]


class Migration(InitialMigration):
    dependencies = [
        ('games', '0001_initial'),
        ('journal', '0001_initial'),
        ('players', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Pool',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rules', models.CharField(blank=True, max_length=40)),
                ('system', models.CharField(default='elo', max_length=20)),
                ('parameters', models.JSONField(blank=True, default=dict)),
                ('digest', models.CharField(blank=True, max_length=64)),
                ('computed_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='pools', to='players.club')),
                ('publishes', models.CharField(blank=True, choices=[('month', 'month'), ('quarter', 'quarter'), ('', 'never')], default='month', max_length=8)),
                ('game', models.CharField(blank=True, max_length=20)),
                ('inactive_after', models.PositiveSmallIntegerField(default=0)),
                ('counts_at_once', models.BooleanField(default=False)),
                ('admits_programs', models.BooleanField(default=False)),
                ('is_main', models.BooleanField(default=True)),
                ('generation', models.PositiveIntegerField(default=0)),
                ('programs', models.BooleanField(default=False)),
            ],
            options={
                'ordering': ['rules', 'game', 'club'],
                'constraints': [models.CheckConstraint(condition=models.Q(('publishes__in', ['month', 'quarter', ''])), name='lists_are_published_at_known_times'), models.CheckConstraint(condition=models.Q(('rules', ''), ('game', ''), _connector='OR'), name='pools_cover_rules_or_a_game'), models.CheckConstraint(condition=models.Q(('inactive_after__lte', 120)), name='inactive_within_ten_years'), models.UniqueConstraint(condition=models.Q(('is_main', True)), fields=('rules', 'game', 'club'), name='one_rating_of_a_club'), models.UniqueConstraint(condition=models.Q(('club__isnull', True), ('is_main', True)), fields=('rules', 'game', 'programs'), name='one_rating_of_the_server'), models.UniqueConstraint(fields=('rules', 'game', 'club', 'system'), name='a_system_once_in_a_club'), models.UniqueConstraint(condition=models.Q(('club__isnull', True)), fields=('rules', 'game', 'programs', 'system'), name='a_system_once_on_the_server'), models.CheckConstraint(condition=models.Q(('programs', False), ('admits_programs', False), _connector='OR'), name='lists_of_people_admit_programs'), models.CheckConstraint(condition=models.Q(('is_main', True), ('publishes', ''), _connector='OR'), name='only_the_main_pool_publishes'), models.CheckConstraint(condition=models.Q(('programs', False), ('club__isnull', True), _connector='OR'), name='programs_are_rated_by_the_server')],
            },
        ),
        migrations.CreateModel(
            name='Published',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('value', models.IntegerField()),
                ('at', models.DateTimeField()),
                ('parent_scope', models.ForeignKey(db_column='occasion_id', on_delete=django.db.models.deletion.CASCADE, related_name='+', to='journal.scope')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='published_ratings', to='players.person')),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='published', to='ratings.pool')),
                ('rated_on', models.DateField(null=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('value__gte', 0)), name='published_is_a_rating'), models.UniqueConstraint(condition=models.Q(('rated_on', None)), fields=('pool', 'person', 'parent_scope'), name='published_once'), models.UniqueConstraint(condition=models.Q(('rated_on__isnull', False)), fields=('pool', 'person', 'parent_scope', 'rated_on'), name='published_once_a_day')],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('value', models.IntegerField()),
                ('games', models.PositiveIntegerField()),
                ('provisional', models.BooleanField()),
                ('last_change', models.IntegerField(default=0)),
                ('last_rated_on', models.DateField()),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='players.person')),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='ratings.pool')),
                ('details', models.JSONField(default=dict)),
                ('since', models.PositiveIntegerField(db_default=0, default=0)),
                ('until', models.PositiveIntegerField(db_default=2147483647, default=2147483647)),
            ],
            options={
                'ordering': [models.OrderBy(models.F('value'), descending=True), 'person'],
                'indexes': [models.Index(fields=['pool', '-value', '-games', 'since', 'until', 'last_rated_on', 'person'], name='rating_by_value')],
                'constraints': [models.UniqueConstraint(fields=('pool', 'person', 'since'), name='one_rating_a_person'), models.CheckConstraint(condition=models.Q(('until__gt', models.F('since'))), name='ratings_are_shown_once')],
            },
        ),
        migrations.CreateModel(
            name='History',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('lines', models.BinaryField()),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_histories', to='players.person')),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='histories', to='ratings.pool')),
                ('since', models.PositiveIntegerField(db_default=0, default=0)),
                ('until', models.PositiveIntegerField(db_default=2147483647, default=2147483647)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('pool', 'person', 'since'), name='one_history_a_person'), models.CheckConstraint(condition=models.Q(('until__gt', models.F('since'))), name='histories_are_shown_once')],
            },
        ),
        migrations.CreateModel(
            name='Checkpoint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('games', models.PositiveIntegerField()),
                ('digest', models.BinaryField(max_length=32)),
                ('state', models.BinaryField()),
                ('counts', models.BinaryField()),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='checkpoints', to='ratings.pool')),
            ],
            options={
                'ordering': ['pool', 'games'],
                'constraints': [models.UniqueConstraint(fields=('pool', 'games'), name='one_checkpoint_a_place')],
            },
        ),
        migrations.CreateModel(
            name='RatingList',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('version', models.PositiveIntegerField()),
                ('dated', models.DateField()),
                ('system', models.CharField(max_length=20)),
                ('parameters', models.JSONField(default=dict)),
                ('games', models.PositiveIntegerField()),
                ('games_digest', models.CharField(max_length=64)),
                ('days', models.BinaryField()),
                ('players', models.PositiveIntegerField()),
                ('rows_digest', models.CharField(max_length=64)),
                ('content', models.BinaryField()),
                ('published_at', models.DateTimeField()),
                ('published_by', models.BigIntegerField(null=True)),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lists', to='ratings.pool')),
                ('counts_at_once', models.BooleanField(default=False)),
            ],
            options={
                'ordering': ['pool', 'number', 'version'],
                'constraints': [models.UniqueConstraint(fields=('pool', 'dated', 'version'), name='a_list_is_published_once'), models.UniqueConstraint(fields=('pool', 'number', 'version'), name='lists_are_numbered'), models.CheckConstraint(condition=models.Q(('number__gte', 1), ('version__gte', 1)), name='lists_count_from_1')],
            },
        ),
        migrations.CreateModel(
            name='Run',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('began_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField()),
                ('ending', models.CharField(choices=[('finished', 'finished'), ('overtaken', 'overtaken')], max_length=10)),
                ('taken_up', models.DateField(null=True)),
                ('games', models.PositiveIntegerField(default=0)),
                ('rows', models.PositiveIntegerField(default=0)),
                ('input_digest', models.CharField(blank=True, max_length=64)),
                ('output_digest', models.CharField(blank=True, max_length=64)),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='runs', to='ratings.pool')),
            ],
            options={
                'ordering': ['pool', '-id'],
                'indexes': [models.Index(fields=['pool', '-id'], name='runs_of_a_pool')],
                'constraints': [models.CheckConstraint(condition=models.Q(('ended_at__gte', models.F('began_at'))), name='runs_end_after_they_began'), models.CheckConstraint(condition=models.Q(('ending__in', ['finished', 'overtaken'])), name='runs_end_in_known_ways')],
            },
        ),
        migrations.CreateModel(
            name='RemovedGame',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='removed_from_lists', serialize=False, to='games.game')),
                ('reason', models.CharField(max_length=300)),
                ('at', models.DateTimeField()),
                ('by', models.BigIntegerField()),
            ],
            options={
                'ordering': ['-at', '-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='a_game_is_removed_for_a_reason')],
            },
        ),
        AppendOnly("ratings_published"),
        AppendOnly("ratings_ratinglist"),
        RunOnPostgreSQL(KEEP_AS_THEY_ARE, COMPRESS),
    ]
