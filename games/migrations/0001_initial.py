import django.db.models.deletion
from django.db import migrations, models

from common.journal.operations import AppendOnly
from common.migrations import InitialMigration, RunOnPostgreSQL

# Positions are found and counted in the index alone, as long as PostgreSQL knows the rows to be visible to everybody: a
# vacuum notes that. By itself it comes when a fifth of the rows is new; here, when a fiftieth is.
VACUUM_OFTEN = "ALTER TABLE games_indexedposition SET (autovacuum_vacuum_insert_scale_factor = 0.02)"
VACUUM_AS_USUAL = "ALTER TABLE games_indexedposition RESET (autovacuum_vacuum_insert_scale_factor)"


class Migration(InitialMigration):
    dependencies = [
        ('journal', '0001_initial'),
        ('players', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rules', models.CharField(max_length=40)),
                ('options', models.JSONField(blank=True, default=list)),
                ('handicap', models.CharField(blank=True, max_length=10)),
                ('setup', models.CharField(blank=True, max_length=160)),
                ('rated', models.BooleanField(default=True)),
                ('played_on', models.DateField(blank=True, null=True)),
                ('rated_on', models.DateField(blank=True, db_index=True, null=True)),
                ('sequence', models.PositiveIntegerField(default=0)),
                ('result', models.CharField(default='pending', max_length=8)),
                ('rated_result', models.CharField(blank=True, max_length=8)),
                ('version', models.PositiveIntegerField(default=0)),
                ('black', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='games_as_black', to='players.person')),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='games', to='players.club')),
                ('parent_scope', models.ForeignKey(db_column='occasion_id', on_delete=django.db.models.deletion.CASCADE, related_name='games', to='journal.scope')),
                ('white', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='games_as_white', to='players.person')),
                ('agreed_draws', models.BooleanField(default=False)),
                ('online', models.BooleanField(default=False)),
                ('removed_at', models.DateTimeField(blank=True, null=True)),
                ('result_locked', models.BooleanField(default=False)),
                ('guests', models.CharField(blank=True, max_length=5)),
                ('stands_on', models.DateField(blank=True, null=True)),
                ('left_out', models.CharField(blank=True, choices=[('unvouched', 'Unvouched'), ('short', 'Short'), ('pair', 'Pair'), ('removed', 'Removed')], max_length=9)),
            ],
            options={
                'ordering': ['id'],
                'indexes': [models.Index(fields=['played_on'], name='games_by_day')],
                'constraints': [models.CheckConstraint(condition=models.Q(('white', models.F('black')), _negated=True), name='nobody_plays_himself'), models.CheckConstraint(condition=models.Q(('result__in', ('1-0', '1/2-1/2', '0-1', '1/2-0', '0-1/2', '0-0', '+-', '-+', '--', 'pending', 'void'))), name='result_of_the_table'), models.CheckConstraint(condition=models.Q(('rated_result', ''), ('rated_result__in', ('1-0', '1/2-1/2', '0-1', '1/2-0', '0-1/2', '0-0', '+-', '-+', '--', 'pending', 'void')), _connector='OR'), name='rated_result_of_the_table'), models.CheckConstraint(condition=models.Q(('club__isnull', False), ('online', True), _connector='OR'), name='a_game_without_a_club_is_online'), models.CheckConstraint(condition=models.Q(('guests__in', ['', 'white', 'black', 'both'])), name='guests_have_known_seats'), models.CheckConstraint(condition=models.Q(('guests', ''), models.Q(('club__isnull', True), ('online', True), ('rated', False)), _connector='OR'), name='a_game_with_a_guest_is_unrated_and_arranged'), models.CheckConstraint(condition=models.Q(('left_out', ''), models.Q(('club__isnull', True), ('left_out__in', ['unvouched', 'short', 'pair', 'removed']), ('rated', True)), _connector='OR'), name='a_rated_arranged_game_is_left_out'), models.CheckConstraint(condition=models.Q(models.Q(('setup__contains', '_'), _negated=True), ('rated', False), _connector='OR'), name='a_game_from_a_position_is_unrated')],
            },
        ),
        migrations.CreateModel(
            name='Record',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('handed_in_by', models.BigIntegerField(null=True)),
                ('handed_in_at', models.DateTimeField()),
                ('tags', models.JSONField(default=dict)),
                ('digest', models.CharField(max_length=64)),
                ('plies', models.PositiveIntegerField()),
                ('outcome', models.CharField(max_length=8)),
                ('reason', models.CharField(blank=True, max_length=20)),
                ('tally', models.JSONField(blank=True, null=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='records', to='games.game')),
                ('indexed', models.BooleanField(default=False)),
            ],
            options={
                'ordering': ['game', 'number'],
                'indexes': [models.Index(condition=models.Q(('indexed', False)), fields=['id'], name='records_to_index'), models.Index(condition=models.Q(('handed_in_by__isnull', False)), fields=['handed_in_by'], name='records_of_account')],
                'constraints': [models.UniqueConstraint(fields=('game', 'number'), name='one_record_a_number'), models.UniqueConstraint(fields=('game', 'digest'), name='a_record_is_kept_once')],
            },
        ),
        migrations.CreateModel(
            name='Move',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ply', models.PositiveIntegerField()),
                ('token', models.CharField(max_length=200)),
                ('comment', models.TextField(blank=True)),
                ('at', models.DateTimeField(blank=True, null=True)),
                ('clock_ms', models.PositiveIntegerField(blank=True, null=True)),
                ('record', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='moves', to='games.record')),
            ],
            options={
                'ordering': ['record', 'ply'],
                'constraints': [models.UniqueConstraint(fields=('record', 'ply'), name='one_move_a_ply')],
            },
        ),
        migrations.CreateModel(
            name='Claim',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('account', models.BigIntegerField(null=True)),
                ('role', models.CharField(choices=[('white', 'White'), ('black', 'Black'), ('arbiter', 'Arbiter'), ('record', 'Record'), ('server', 'Server')], max_length=8)),
                ('source', models.CharField(choices=[('page', 'Page'), ('desk', 'Desk'), ('api', 'Api'), ('record', 'Record'), ('score', 'Score'), ('import', 'Import'), ('board', 'Board'), ('link', 'Link')], max_length=8)),
                ('result', models.CharField(max_length=8)),
                ('late', models.BooleanField(default=False)),
                ('at', models.DateTimeField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to='games.game')),
                ('record', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='claims', to='games.record')),
            ],
            options={
                'ordering': ['game', 'number'],
                'indexes': [models.Index(condition=models.Q(('account__isnull', False)), fields=['account'], name='claims_of_account')],
                'constraints': [models.UniqueConstraint(fields=('game', 'number'), name='one_claim_a_number'), models.CheckConstraint(condition=models.Q(('result__in', ('1-0', '1/2-1/2', '0-1', '1/2-0', '0-1/2', '0-0', '+-', '-+', '--', 'pending', 'void'))), name='claim_of_the_table'), models.CheckConstraint(condition=models.Q(('role__in', ['white', 'black', 'arbiter', 'record', 'server'])), name='claim_in_a_known_part'), models.CheckConstraint(condition=models.Q(('source__in', ['page', 'desk', 'api', 'record', 'score', 'import', 'board', 'link'])), name='claim_from_a_known_source')],
            },
        ),
        migrations.CreateModel(
            name='ClaimReason',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=300)),
                ('claim', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='why', to='games.claim')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='reason_says_something')],
            },
        ),
        migrations.CreateModel(
            name='ScoreSheet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('role', models.CharField(choices=[('white', 'White'), ('black', 'Black'), ('arbiter', 'Arbiter'), ('record', 'Record'), ('server', 'Server')], max_length=8)),
                ('handed_in_by', models.BigIntegerField(null=True)),
                ('handed_in_at', models.DateTimeField()),
                ('position', models.CharField(blank=True, max_length=400)),
                ('counts', models.JSONField(blank=True, null=True)),
                ('digest', models.CharField(max_length=64)),
                ('result', models.CharField(max_length=8)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='score_sheets', to='games.game')),
            ],
            options={
                'ordering': ['game', 'number'],
                'constraints': [models.UniqueConstraint(fields=('game', 'number'), name='one_score_sheet_a_number'), models.CheckConstraint(condition=models.Q(models.Q(('counts__isnull', False), ('position', '')), models.Q(models.Q(('position', ''), _negated=True), ('counts__isnull', True)), _connector='OR'), name='score_sheet_holds_a_position_or_counts'), models.CheckConstraint(condition=models.Q(('role__in', ('white', 'black', 'arbiter'))), name='score_sheet_in_a_known_part'), models.CheckConstraint(condition=models.Q(('result__in', ('1-0', '1/2-1/2', '0-1', '1/2-0', '0-1/2', '0-0', '+-', '-+', '--', 'pending', 'void'))), name='score_sheet_of_the_table')],
            },
        ),
        migrations.CreateModel(
            name='Certificate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('document', models.JSONField()),
                ('digest', models.CharField(max_length=64)),
                ('result', models.CharField(max_length=8)),
                ('made_at', models.DateTimeField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='certificates', to='games.game')),
                ('record', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='certificate', to='games.record')),
                ('sheet', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='certificate', to='games.scoresheet')),
            ],
            options={
                'ordering': ['game', 'number'],
                'constraints': [models.UniqueConstraint(fields=('game', 'number'), name='one_certificate_a_number'), models.CheckConstraint(condition=models.Q(models.Q(('record__isnull', False), ('sheet__isnull', True)), models.Q(('record__isnull', True), ('sheet__isnull', False)), _connector='OR'), name='certificate_of_a_record_or_a_score_sheet'), models.CheckConstraint(condition=models.Q(('result__in', ('1-0', '1/2-1/2', '0-1', '1/2-0', '0-1/2', '0-0', '+-', '-+', '--', 'pending', 'void'))), name='certificate_of_the_table')],
            },
        ),
        migrations.CreateModel(
            name='RecordFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('account', models.BigIntegerField()),
                ('name', models.CharField(blank=True, max_length=120)),
                ('content', models.BinaryField()),
                ('asked_at', models.DateTimeField(db_index=True)),
                ('total', models.PositiveIntegerField(blank=True, null=True)),
                ('refusal', models.JSONField(blank=True, default=dict)),
                ('parent_scope', models.ForeignKey(db_column='occasion_id', on_delete=django.db.models.deletion.CASCADE, related_name='record_files', to='journal.scope')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='FiledRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('part', models.CharField(blank=True, max_length=200)),
                ('line', models.PositiveIntegerField()),
                ('text', models.TextField(blank=True)),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('kept', 'Kept'), ('known', 'Known'), ('refused', 'Refused')], default='waiting', max_length=8)),
                ('reason', models.JSONField(blank=True, default=dict)),
                ('ply', models.PositiveIntegerField(blank=True, null=True)),
                ('token', models.CharField(blank=True, max_length=200)),
                ('position', models.CharField(blank=True, max_length=400)),
                ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.game')),
                ('record', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.record')),
                ('file', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='records', to='games.recordfile')),
            ],
            options={
                'ordering': ['file', 'number'],
                'constraints': [models.UniqueConstraint(fields=('file', 'number'), name='one_filed_record_a_number')],
            },
        ),
        migrations.CreateModel(
            name='Attempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rules', models.CharField(max_length=40)),
                ('options', models.JSONField(blank=True, default=list)),
                ('setup', models.CharField(max_length=120)),
                ('seconds', models.PositiveIntegerField(blank=True, null=True)),
                ('begun_at', models.DateTimeField(blank=True, null=True)),
                ('deadline', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('ending', models.CharField(blank=True, choices=[('rules', 'Rules'), ('resigned', 'Resigned'), ('time', 'Time'), ('arbiter', 'Arbiter'), ('unplayed', 'Unplayed'), ('record', 'Record')], max_length=8)),
                ('result', models.CharField(blank=True, choices=[('won', 'Won'), ('lost', 'Lost'), ('open', 'Open')], max_length=4)),
                ('counts', models.JSONField(blank=True, null=True)),
                ('handed_in_by', models.BigIntegerField(blank=True, null=True)),
                ('published', models.BooleanField(default=False)),
                ('parent_scope', models.ForeignKey(db_column='occasion_id', on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='journal.scope')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='attempts', to='players.person')),
                ('fault', models.CharField(blank=True, max_length=20)),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('ending', ''), ('result', '')), models.Q(('ended_at__isnull', False), models.Q(('ending', ''), _negated=True), models.Q(('result', ''), _negated=True)), _connector='OR'), name='attempt_ends_once_and_says_how'), models.CheckConstraint(condition=models.Q(('result__in', ('', 'won', 'lost', 'open'))), name='attempt_has_a_known_result'), models.CheckConstraint(condition=models.Q(('deadline__isnull', True), models.Q(('begun_at__isnull', False), ('deadline__gt', models.F('begun_at')), ('seconds__isnull', False)), _connector='OR'), name='deadline_of_an_attempt_that_began'), models.CheckConstraint(condition=models.Q(('published', False), ('ended_at__isnull', False), _connector='OR'), name='only_what_ended_is_published'), models.CheckConstraint(condition=models.Q(('ending__in', ('', 'rules', 'resigned', 'time', 'arbiter', 'unplayed', 'record'))), name='attempt_ends_in_a_known_way'), models.CheckConstraint(condition=models.Q(('fault', ''), ('ended_at__isnull', False), _connector='OR'), name='only_what_ended_has_a_fault')],
            },
        ),
        migrations.CreateModel(
            name='AttemptTurn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ply', models.PositiveIntegerField()),
                ('token', models.CharField(max_length=20)),
                ('at', models.DateTimeField()),
                ('attempt', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='turns', to='games.attempt')),
            ],
            options={
                'ordering': ['attempt', 'ply'],
                'constraints': [models.UniqueConstraint(fields=('attempt', 'ply'), name='one_turn_a_ply'), models.CheckConstraint(condition=models.Q(('ply__gte', 1)), name='turns_count_from_1')],
            },
        ),
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
                'constraints': [models.UniqueConstraint(condition=models.Q(('closed_at__isnull', True)), fields=('game',), name='one_open_recording_a_game'), models.CheckConstraint(condition=models.Q(('closed_at__isnull', False), ('record__isnull', True), _connector='OR'), name='an_open_recording_is_no_record_yet')],
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
                ('clock_ms', models.PositiveIntegerField(blank=True, null=True)),
            ],
            options={
                'ordering': ['recording', 'version', 'ply'],
                'constraints': [models.UniqueConstraint(fields=('recording', 'version', 'ply'), name='one_recorded_turn_a_version_and_ply'), models.CheckConstraint(condition=models.Q(('token', ''), ('ply__gt', 0), _connector='OR'), name='recorded_turns_count_from_one')],
            },
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
            options={
                'indexes': [models.Index(fields=['key', 'game', 'next_key'], name='games_by_position')],
            },
        ),
        migrations.CreateModel(
            name='RecordArchive',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(max_length=120)),
                ('begun_at', models.DateTimeField()),
                ('made_at', models.DateTimeField(blank=True, null=True)),
                ('checked_at', models.DateTimeField(blank=True, null=True)),
                ('records', models.PositiveIntegerField(default=0)),
                ('size', models.PositiveBigIntegerField(default=0)),
                ('sha256', models.CharField(blank=True, max_length=64)),
            ],
            options={
                'ordering': ['-id'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('made_at__isnull', True), ('sha256', '')), models.Q(models.Q(('sha256', ''), _negated=True), ('checked_at__isnull', False), ('made_at__isnull', False)), _connector='OR'), name='an_archive_has_its_digest_once_it_is_made')],
            },
        ),
        migrations.CreateModel(
            name='ArchivePart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('content', models.BinaryField()),
                ('archive', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='games.recordarchive')),
            ],
            options={
                'ordering': ['archive', 'number'],
                'constraints': [models.UniqueConstraint(fields=('archive', 'number'), name='one_part_of_an_archive_a_number')],
            },
        ),
        migrations.CreateModel(
            name='VoidedClaim',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('claim', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='voided', to='games.claim')),
            ],
        ),
        migrations.CreateModel(
            name='History',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rules', models.CharField(max_length=40)),
                ('rated', models.BooleanField(default=True)),
                ('account', models.BigIntegerField(null=True)),
                ('asked_at', models.DateTimeField()),
                ('state', models.CharField(choices=[('checking', 'Checking'), ('checked', 'Checked'), ('coming', 'Coming'), ('in', 'In'), ('back', 'Back'), ('refused', 'Refused')], default='coming', max_length=8)),
                ('found', models.JSONField(default=dict)),
                ('digest', models.CharField(max_length=64)),
                ('games', models.PositiveIntegerField()),
                ('content', models.BinaryField(default=bytes)),
                ('people', models.JSONField(default=dict)),
                ('refusal', models.JSONField(default=dict)),
                ('upload', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='players.upload')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='histories', to='players.club')),
            ],
            options={
                'ordering': ['-id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ('checking', 'checked', 'coming', 'in', 'back', 'refused'))), name='history_in_a_known_state'), models.UniqueConstraint(condition=models.Q(('state', 'in')), fields=('club', 'rules', 'digest'), name='a_history_is_imported_once'), models.UniqueConstraint(condition=models.Q(('state', 'coming')), fields=('club',), name='one_history_comes_at_a_time')],
            },
        ),
        migrations.CreateModel(
            name='PastEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('name', models.CharField(blank=True, max_length=200)),
                ('starts_on', models.DateField()),
                ('ends_on', models.DateField()),
                ('history', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='games.history')),
            ],
            options={
                'ordering': ['history', 'number'],
                'constraints': [models.UniqueConstraint(fields=('history', 'number'), name='one_past_event_a_number'), models.CheckConstraint(condition=models.Q(('ends_on__gte', models.F('starts_on'))), name='past_event_has_its_days')],
            },
        ),
        migrations.CreateModel(
            name='PastGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.CharField(blank=True, max_length=200)),
                ('line', models.PositiveIntegerField()),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='past_games', to='games.pastevent')),
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='past', to='games.game')),
            ],
            options={
                'ordering': ['event', 'line'],
                'constraints': [models.UniqueConstraint(fields=('event', 'line'), name='one_past_game_a_line')],
            },
        ),
        migrations.CreateModel(
            name='Study',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.CharField(max_length=24, unique=True)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='studies', to='players.person')),
                ('title', models.CharField(max_length=100)),
                ('visibility', models.CharField(choices=[('private', 'Private'), ('link', 'Link'), ('club', 'Club'), ('public', 'Public')], default='private', max_length=8)),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='studies', to='players.club')),
                ('is_lesson', models.BooleanField(default=False)),
                ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='studies', to='games.game')),
                ('changed_at', models.DateTimeField()),
            ],
            options={
                'verbose_name_plural': 'studies',
                'ordering': ['-changed_at', '-pk'],
                'indexes': [models.Index(fields=['visibility', '-changed_at'], name='studies_that_are_newest')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('title', ''), _negated=True), models.Q(('slug', ''), _negated=True)), name='study_has_a_title_and_an_address'), models.CheckConstraint(condition=models.Q(('visibility__in', ('private', 'link', 'club', 'public'))), name='study_of_a_known_visibility'), models.CheckConstraint(condition=models.Q(models.Q(('visibility', 'club'), _negated=True), ('club__isnull', False), _connector='OR'), name='study_for_some_club'), models.CheckConstraint(condition=models.Q(('is_lesson', False), models.Q(('club__isnull', False), ('visibility__in', ('club', 'public'))), _connector='OR'), name='a_lesson_can_be_read_in_its_club')],
            },
        ),
        migrations.CreateModel(
            name='StudyChapter',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('study', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chapters', to='games.study')),
                ('number', models.PositiveIntegerField()),
                ('place', models.PositiveIntegerField()),
                ('name', models.CharField(blank=True, max_length=100)),
                ('rules', models.CharField(max_length=40)),
                ('options', models.JSONField(blank=True, default=list)),
                ('setup', models.CharField(blank=True, max_length=120)),
                ('handicap', models.CharField(blank=True, max_length=10)),
                ('position', models.CharField(blank=True, max_length=1000)),
            ],
            options={
                'ordering': ['study', 'place'],
                'constraints': [models.UniqueConstraint(fields=('study', 'number'), name='one_chapter_a_number')],
            },
        ),
        migrations.CreateModel(
            name='StudyTurn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('chapter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='turns', to='games.studychapter')),
                ('number', models.PositiveIntegerField()),
                ('parent', models.PositiveIntegerField(null=True)),
                ('place', models.PositiveIntegerField(default=0)),
                ('token', models.CharField(blank=True, max_length=200)),
                ('comment', models.TextField(blank=True, max_length=4000)),
                ('sign', models.CharField(blank=True, max_length=2)),
                ('marks', models.JSONField(blank=True, default=list)),
            ],
            options={
                'ordering': ['chapter', 'place', 'number'],
                'constraints': [models.UniqueConstraint(fields=('chapter', 'number'), name='one_turn_a_number_in_a_chapter'), models.UniqueConstraint(fields=('chapter', 'parent', 'token'), name='a_turn_stands_once_after_another'), models.CheckConstraint(condition=models.Q(models.Q(('number', 0), ('parent__isnull', True), ('sign', ''), ('token', '')), models.Q(('number__gt', 0), ('parent__isnull', False), ('parent__lt', models.F('number')), models.Q(('token', ''), _negated=True)), _connector='OR'), name='a_turn_follows_an_earlier_one'), models.CheckConstraint(condition=models.Q(('sign__in', ('', '!', '?', '!!', '??', '!?', '?!'))), name='a_sign_that_judges_a_turn')],
            },
        ),
        migrations.CreateModel(
            name='RecordAnalysis',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='analysis', serialize=False, to='games.record')),
                ('version', models.CharField(max_length=16)),
                ('done', models.PositiveIntegerField(default=0)),
                ('asked_on', models.DateField(db_index=True)),
            ],
            options={
                'ordering': ['record'],
            },
        ),
        migrations.CreateModel(
            name='PositionAnalysis',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rules', models.CharField(max_length=40)),
                ('position', models.CharField(max_length=400)),
                ('version', models.CharField(max_length=16)),
                ('nodes', models.PositiveIntegerField()),
                ('depth', models.PositiveSmallIntegerField()),
                ('lines', models.JSONField()),
                ('asked_on', models.DateField(db_index=True)),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(fields=('position', 'rules', 'version', 'nodes'), name='one_analysis_of_a_position_and_nodes')],
            },
        ),
        migrations.CreateModel(
            name='Broadcast',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('delay', models.PositiveSmallIntegerField()),
                ('parent_scope', models.OneToOneField(db_column='occasion_id', on_delete=django.db.models.deletion.CASCADE, related_name='broadcast', to='journal.scope')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('delay__in', (5, 15, 30))), name='a_broadcast_has_a_known_delay')],
            },
        ),
        migrations.CreateModel(
            name='AskedPosition',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rules', models.CharField(max_length=40)),
                ('position', models.CharField(max_length=400)),
                ('asked_on', models.DateField(db_index=True)),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(fields=('position', 'rules'), name='a_position_is_asked_for_once')],
            },
        ),
        AppendOnly("games_claim"),
        AppendOnly("games_scoresheet"),
        AppendOnly("games_certificate"),
        AppendOnly("games_attemptturn"),
        AppendOnly("games_recordedturn"),
        RunOnPostgreSQL(VACUUM_OFTEN, VACUUM_AS_USUAL),
    ]
