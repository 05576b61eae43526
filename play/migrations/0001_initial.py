import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from common.migrations import InitialMigration


class Migration(InitialMigration):
    dependencies = [
        ('games', '0001_initial'),
        ('players', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='PracticeDeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rules', models.CharField(max_length=40)),
                ('seed', models.CharField(max_length=64)),
                ('setup', models.CharField(max_length=120)),
                ('par', models.PositiveIntegerField(blank=True, null=True)),
                ('solved_at', models.DateTimeField(blank=True, null=True)),
                ('options', models.JSONField(blank=True, default=list)),
                ('asked_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('par__isnull', True), models.Q(('par__gte', 1), ('solved_at__isnull', False)), _connector='OR'), name='practice_par_was_found'), models.UniqueConstraint(fields=('rules', 'options', 'seed'), name='one_practice_deal_a_seed')],
            },
        ),
        migrations.CreateModel(
            name='Hint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.CharField(max_length=120)),
                ('asked_at', models.DateTimeField(db_index=True)),
                ('found_at', models.DateTimeField(blank=True, null=True)),
                ('can_be_won', models.BooleanField(null=True)),
                ('turn', models.CharField(blank=True, max_length=12)),
                ('par', models.PositiveIntegerField(blank=True, null=True)),
                ('deal', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hints', to='play.practicedeal')),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(fields=('deal', 'position'), name='one_hint_a_position'), models.CheckConstraint(condition=models.Q(models.Q(('turn', ''), ('par__isnull', True)), models.Q(models.Q(('turn', ''), _negated=True), ('can_be_won', True), ('par__isnull', False)), _connector='OR'), name='hint_wins_or_says_nothing')],
            },
        ),
        migrations.CreateModel(
            name='DayDeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField(unique=True)),
                ('rules', models.CharField(max_length=40)),
                ('limit', models.PositiveIntegerField()),
                ('seed', models.CharField(max_length=64)),
                ('commitment', models.CharField(max_length=64)),
                ('number', models.PositiveIntegerField()),
                ('setup', models.CharField(max_length=120)),
                ('par', models.PositiveIntegerField()),
                ('made_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['-day'],
                'constraints': [models.CheckConstraint(condition=models.Q(('number__gte', 1), ('par__gte', 1)), name='deal_of_a_day_was_won')],
            },
        ),
        migrations.CreateModel(
            name='PracticeAttempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('undone', models.PositiveIntegerField(default=0)),
                ('hints', models.PositiveIntegerField(default=0)),
                ('attempt', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='practice', to='games.attempt')),
                ('deal', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='attempts', to='play.practicedeal')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='DayAttempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('attempt', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='of_day', to='games.attempt')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.person')),
                ('day', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='play.daydeal')),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(fields=('day', 'person'), name='one_attempt_a_day')],
            },
        ),
        migrations.CreateModel(
            name='Challenge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('audience', models.CharField(choices=[('everybody', 'Everybody'), ('person', 'Person'), ('link', 'Link')], max_length=9)),
                ('token', models.CharField(max_length=32, unique=True)),
                ('rules', models.CharField(max_length=40)),
                ('control', models.CharField(max_length=40)),
                ('colour', models.CharField(blank=True, max_length=5)),
                ('rated', models.BooleanField()),
                ('least', models.PositiveIntegerField(blank=True, null=True)),
                ('most', models.PositiveIntegerField(blank=True, null=True)),
                ('made_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('challenger', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='challenges', to='players.person')),
                ('game', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='challenge', to='games.game')),
                ('opponent', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='received_challenges', to='players.person')),
                ('handicap', models.CharField(blank=True, max_length=10)),
                ('seed', models.CharField(blank=True, max_length=64)),
                ('guests', models.BooleanField(default=False)),
                ('games', models.PositiveSmallIntegerField(default=1)),
            ],
            options={
                'ordering': ['-pk'],
                'indexes': [models.Index(condition=models.Q(('closed_at__isnull', True)), fields=['audience', 'expires_at'], name='open_challenges')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('audience', 'person'), ('opponent__isnull', False)), models.Q(('audience__in', ['everybody', 'link']), ('opponent__isnull', True)), _connector='OR'), name='a_challenge_to_a_person_names_one'), models.CheckConstraint(condition=models.Q(('opponent__isnull', True), models.Q(('opponent', models.F('challenger')), _negated=True), _connector='OR'), name='nobody_challenges_himself'), models.CheckConstraint(condition=models.Q(('game__isnull', True), ('closed_at__isnull', False), _connector='OR'), name='a_challenge_is_taken_once'), models.CheckConstraint(condition=models.Q(('colour__in', ['', 'white', 'black'])), name='a_challenger_takes_a_colour'), models.CheckConstraint(condition=models.Q(('handicap', ''), models.Q(('colour', ''), _negated=True), _connector='OR'), name='a_handicap_goes_with_a_chosen_colour'), models.CheckConstraint(condition=models.Q(('guests', False), models.Q(('least', None), ('most', None), ('opponent', None), ('rated', False)), _connector='OR'), name='guests_take_unrated_challenges'), models.CheckConstraint(condition=models.Q(('games__in', (1, 2, 4, 6, 8, 10))), name='a_challenge_is_to_one_game_or_a_series')],
            },
        ),
        migrations.CreateModel(
            name='Presence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='PlayerSettings',
            fields=[
                ('account', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='player_settings', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('time_zone', models.CharField(blank=True, max_length=40)),
                ('controls', models.JSONField(blank=True, default=list)),
                ('calendar_digest', models.CharField(blank=True, db_index=True, max_length=64)),
                ('reminded_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Vacation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first', models.DateField()),
                ('last', models.DateField()),
                ('zone', models.CharField(max_length=40)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='vacations', to='players.person')),
            ],
            options={
                'ordering': ['first'],
                'constraints': [models.CheckConstraint(condition=models.Q(('last__gte', models.F('first'))), name='a_vacation_ends_after_it_begins'), models.UniqueConstraint(fields=('person', 'first'), name='one_vacation_a_day')],
            },
        ),
        migrations.CreateModel(
            name='Guest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('address', models.CharField(db_index=True, max_length=64)),
                ('seen_at', models.DateTimeField(db_index=True)),
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='guest', to='players.person')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Series',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('length', models.PositiveSmallIntegerField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('length__in', (2, 4, 6, 8, 10))), name='a_series_has_as_many_games_a_colour')],
            },
        ),
        migrations.CreateModel(
            name='OnlineGame',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='online_game', serialize=False, to='games.game')),
                ('control', models.CharField(max_length=40)),
                ('clock', models.JSONField()),
                ('deadline', models.DateTimeField(blank=True, null=True)),
                ('offer_by', models.CharField(blank=True, max_length=5)),
                ('offer_ply', models.PositiveIntegerField(default=0)),
                ('offer_open', models.BooleanField(default=False)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('ending', models.CharField(blank=True, choices=[('rules', 'Rules'), ('resigned', 'Resigned'), ('time', 'Time'), ('agreed', 'Agreed'), ('aborted', 'Aborted'), ('left', 'Left'), ('no-show', 'No Show'), ('decided', 'Decided')], max_length=8)),
                ('offer', models.CharField(blank=True, choices=[('draw', 'Draw'), ('takeback', 'Takeback'), ('adjourn', 'Adjourn'), ('resume', 'Resume'), ('rematch', 'Rematch')], max_length=8)),
                ('rematch', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rematch_of', to='games.game')),
                ('no_show_at', models.DateTimeField(blank=True, null=True)),
                ('white_came_at', models.DateTimeField(blank=True, null=True)),
                ('black_came_at', models.DateTimeField(blank=True, null=True)),
                ('seed', models.CharField(blank=True, max_length=64)),
                ('rematch_seed', models.CharField(blank=True, max_length=64)),
                ('series', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='games', to='play.series')),
                ('series_number', models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                'ordering': ['game'],
                'indexes': [models.Index(condition=models.Q(('ended_at__isnull', True)), fields=['deadline'], name='deadlines_of_online_games')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('ending', '')), models.Q(('deadline__isnull', True), ('ended_at__isnull', False)), _connector='OR'), name='an_online_game_ends_once'), models.CheckConstraint(condition=models.Q(('offer_by__in', ['', 'white', 'black'])), name='a_seat_makes_an_offer'), models.CheckConstraint(condition=models.Q(('offer_open', False), models.Q(models.Q(('offer', ''), _negated=True), models.Q(('offer_by', ''), _negated=True)), _connector='OR'), name='an_open_offer_offers_something'), models.CheckConstraint(condition=models.Q(('offer__in', ['', 'draw', 'takeback', 'adjourn', 'resume', 'rematch'])), name='a_known_offer'), models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('ending', '')), models.Q(('ended_at__isnull', False), ('ending__in', ['rules', 'resigned', 'time', 'agreed', 'aborted', 'left', 'no-show', 'decided'])), _connector='OR'), name='an_online_game_ends_in_a_known_way'), models.CheckConstraint(condition=models.Q(models.Q(('ending', 'no-show'), _negated=True), ('no_show_at__isnull', False), _connector='OR'), name='a_time_to_come_is_missed'), models.UniqueConstraint(fields=('series', 'series_number'), name='one_game_a_number_in_a_series'), models.CheckConstraint(condition=models.Q(models.Q(('series', None), ('series_number', 0)), models.Q(('series__isnull', False), ('series_number__gte', 1)), _connector='OR'), name='a_game_of_a_series_has_its_number')],
            },
        ),
        migrations.CreateModel(
            name='ChatMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=300)),
                ('sent_at', models.DateTimeField()),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.person')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chat_messages', to='games.game')),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [models.Index(fields=['sent_at'], name='chat_messages_by_age')],
                'constraints': [models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='a_message_says_something')],
            },
        ),
        migrations.CreateModel(
            name='SpectatorMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=300)),
                ('sent_at', models.DateTimeField()),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.person')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='spectator_messages', to='games.game')),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [models.Index(fields=['sent_at'], name='spectator_messages_by_age')],
                'constraints': [models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='a_spectator_says_something')],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(choices=[('insult', 'Insult'), ('spam', 'Spam'), ('cheating', 'Cheating'), ('leaving', 'Leaving'), ('other', 'Other')], max_length=8)),
                ('text', models.CharField(blank=True, max_length=500)),
                ('made_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('closed_by', models.BigIntegerField(blank=True, null=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='games.game')),
                ('message', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='play.chatmessage')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.person')),
                ('reporter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.person')),
                ('spectator_message', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='play.spectatormessage')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('closed_at__isnull', True)), fields=('reporter', 'game'), name='one_open_report_of_a_game'), models.CheckConstraint(condition=models.Q(models.Q(('closed_at__isnull', True), ('closed_by__isnull', True)), models.Q(('closed_at__isnull', False), ('closed_by__isnull', False)), _connector='OR'), name='a_report_is_closed_by_somebody'), models.CheckConstraint(condition=models.Q(('reason__in', ['insult', 'spam', 'cheating', 'leaving', 'other'])), name='a_known_reason')],
            },
        ),
        migrations.CreateModel(
            name='Sanction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('warning', 'Warning'), ('mute', 'Mute'), ('suspension', 'Suspension')], max_length=10)),
                ('text', models.CharField(blank=True, max_length=300)),
                ('until', models.DateTimeField()),
                ('made_at', models.DateTimeField()),
                ('made_by', models.BigIntegerField()),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sanctions', to='players.person')),
            ],
            options={
                'ordering': ['-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('until__gt', models.F('made_at'))), name='a_sanction_lasts'), models.CheckConstraint(condition=models.Q(('kind__in', ['warning', 'mute', 'suspension'])), name='a_known_sanction')],
            },
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made_at', models.DateTimeField()),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to='players.person')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.person')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('by', 'person'), name='blocked_once'), models.CheckConstraint(condition=models.Q(('by', models.F('person')), _negated=True), name='nobody_blocks_himself')],
            },
        ),
        migrations.CreateModel(
            name='GameNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=2000)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notes_of_players', to='games.game')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.person')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('game', 'person'), name='one_note_a_player_and_game'), models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='a_note_says_something')],
            },
        ),
        migrations.CreateModel(
            name='Seek',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rules', models.CharField(max_length=40)),
                ('control', models.CharField(max_length=40)),
                ('rating', models.IntegerField(blank=True, null=True)),
                ('members', models.BooleanField(default=False)),
                ('refuses', models.JSONField(blank=True, default=list)),
                ('made_at', models.DateTimeField()),
                ('seen_at', models.DateTimeField()),
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='seek', to='players.person')),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [models.Index(fields=['rules', 'control'], name='seeks_by_pool')],
            },
        ),
        migrations.CreateModel(
            name='DoneLesson',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=40)),
                ('lesson', models.CharField(max_length=40)),
                ('done_at', models.DateTimeField()),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='done_lessons', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('account', 'game', 'lesson'), name='a_lesson_is_done_once'), models.CheckConstraint(condition=models.Q(models.Q(('game', ''), _negated=True), models.Q(('lesson', ''), _negated=True)), name='a_lesson_of_a_game_is_done')],
            },
        ),
        migrations.CreateModel(
            name='PuzzleAttempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('puzzle', models.BigIntegerField()),
                ('solved', models.BooleanField()),
                ('day', models.DateField(blank=True, null=True)),
                ('before', models.IntegerField()),
                ('after', models.IntegerField()),
                ('made_at', models.DateTimeField()),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='puzzle_attempts', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('account', 'puzzle'), name='a_puzzle_is_rated_once'), models.CheckConstraint(condition=models.Q(models.Q(('after__gte', models.F('before')), ('solved', True)), models.Q(('after__lte', models.F('before')), ('solved', False)), _connector='OR'), name='a_rating_follows_the_puzzle')],
            },
        ),
        migrations.CreateModel(
            name='PuzzleRating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('puzzle', models.BigIntegerField(blank=True, null=True, unique=True)),
                ('rating', models.IntegerField(default=150000)),
                ('deviation', models.IntegerField(default=35000)),
                ('volatility', models.IntegerField(default=60000)),
                ('attempts', models.PositiveIntegerField(default=0)),
                ('rated_at', models.DateTimeField(blank=True, null=True)),
                ('account', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='puzzle_rating', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('account__isnull', True), ('puzzle__isnull', False)), models.Q(('account__isnull', False), ('puzzle__isnull', True)), _connector='OR'), name='a_puzzle_rating_is_of_one'), models.CheckConstraint(condition=models.Q(('deviation__gt', 0), ('volatility__gt', 0)), name='a_puzzle_rating_is_unsure')],
            },
        ),
        migrations.CreateModel(
            name='ConditionalLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ply', models.PositiveIntegerField()),
                ('turns', models.CharField(max_length=2500)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='conditional_lines', to='games.game')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.person')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('game', 'person', 'turns'), name='one_line_is_stored_once'), models.CheckConstraint(condition=models.Q(('turns', ''), _negated=True), name='a_line_has_a_turn')],
            },
        ),
    ]
