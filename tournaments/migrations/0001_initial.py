import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import tournaments.rating_columns
from common.journal.operations import AppendOnly
from common.migrations import InitialMigration


class Migration(InitialMigration):
    dependencies = [
        ('games', '0001_initial'),
        ('players', '0001_initial'),
        ('ratings', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('place', models.CharField(blank=True, max_length=80)),
                ('about', models.TextField(blank=True, max_length=2000)),
                ('starts_on', models.DateField()),
                ('ends_on', models.DateField()),
                ('time_zone', models.CharField(max_length=40)),
                ('format', models.CharField(max_length=30)),
                ('format_options', models.JSONField(blank=True, default=dict)),
                ('rules', models.CharField(max_length=40)),
                ('options', models.JSONField(blank=True, default=list)),
                ('handicap', models.CharField(choices=[('none', 'None'), ('by-hand', 'By Hand')], default='none', max_length=8)),
                ('setups', models.CharField(choices=[('round', 'Round'), ('board', 'Board')], default='round', max_length=5)),
                ('rounds_planned', models.PositiveIntegerField(blank=True, null=True)),
                ('games_per_round', models.PositiveIntegerField(default=1)),
                ('scoring', models.JSONField(blank=True, default=dict)),
                ('tie_breaks', models.JSONField(default=list)),
                ('rated', models.BooleanField(default=True)),
                ('self_entry', models.BooleanField(default=False)),
                ('first_colour', models.CharField(blank=True, max_length=1)),
                ('lot_seed', models.CharField(blank=True, default='', max_length=64)),
                ('file_header', models.JSONField(blank=True, default=dict)),
                ('state', models.CharField(choices=[('draft', 'Draft'), ('open', 'Open'), ('running', 'Running'), ('closed', 'Closed')], default='draft', max_length=8)),
                ('example', models.BooleanField(default=False)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='players.club')),
                ('staged', models.BooleanField(default=False)),
                ('agreed_draws', models.BooleanField(default=False)),
                ('time_control', models.CharField(blank=True, default='', max_length=40)),
                ('no_show_minutes', models.PositiveIntegerField(blank=True, null=True)),
                ('hides_rounds', models.PositiveIntegerField(blank=True, null=True)),
                ('two_persons', models.BooleanField(default=False)),
                ('rating_columns', models.JSONField(blank=True, default=tournaments.rating_columns.usual_columns)),
                ('medley', models.JSONField(blank=True, default=list)),
                ('medley_order', models.CharField(blank=True, choices=[('list', 'List'), ('round', 'Round'), ('board', 'Board'), ('choice', 'Choice')], default='', max_length=6)),
                ('mixed_matches', models.BooleanField(default=False)),
                ('choice_minutes', models.PositiveIntegerField(blank=True, null=True)),
                ('seeding_list', models.CharField(blank=True, default='', max_length=40)),
            ],
            options={
                'ordering': ['-starts_on', '-id'],
                'indexes': [models.Index(fields=['-starts_on', '-id'], name='events_by_day'), models.Index(models.Case(models.When(state='running', then=models.Value(0)), models.When(state='open', then=models.Value(1)), models.When(state='draft', then=models.Value(2)), default=models.Value(3)), models.F('starts_on').desc(), models.F('id').desc(), name='events_as_listed')],
                'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='event_has_a_name'), models.CheckConstraint(condition=models.Q(('ends_on__gte', models.F('starts_on'))), name='event_ends_after_it_begins'), models.CheckConstraint(condition=models.Q(('games_per_round__in', (1, 2))), name='one_or_two_games_a_round'), models.CheckConstraint(condition=models.Q(('state__in', ('draft', 'open', 'running', 'closed'))), name='event_in_a_known_state'), models.CheckConstraint(condition=models.Q(('handicap__in', ('none', 'by-hand'))), name='handicap_of_a_known_kind'), models.CheckConstraint(condition=models.Q(('setups__in', ('round', 'board'))), name='setups_of_a_known_kind'), models.CheckConstraint(condition=models.Q(('first_colour__in', ('', 'w', 'b'))), name='first_colour_of_a_known_kind'), models.CheckConstraint(condition=models.Q(models.Q(('no_show_minutes__isnull', True), ('time_control', '')), models.Q(models.Q(('time_control', ''), _negated=True), ('no_show_minutes__gte', 1), ('no_show_minutes__isnull', False)), _connector='OR'), name='who_plays_here_has_a_clock_and_a_time_to_come'), models.CheckConstraint(condition=models.Q(models.Q(('choice_minutes__isnull', True), ('medley_order', ''), ('mixed_matches', False)), ('medley_order__in', ('list', 'round', 'board', 'choice')), _connector='OR'), name='several_games_are_settled_somehow')],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(blank=True, null=True)),
                ('rating', models.IntegerField(blank=True, null=True)),
                ('withdrawn_after', models.PositiveIntegerField(blank=True, null=True)),
                ('annulled', models.BooleanField(default=False)),
                ('group', models.PositiveIntegerField(blank=True, null=True)),
                ('virtual_points', models.JSONField(blank=True, default=list)),
                ('lot_key', models.PositiveIntegerField(blank=True, null=True)),
                ('details', models.JSONField(blank=True, default=dict)),
                ('entered_at', models.DateTimeField()),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournaments.event')),
                ('expelled', models.BooleanField(default=False)),
                ('no_half_byes', models.BooleanField(default=False)),
                ('rating_day', models.DateField(blank=True, null=True)),
                ('rating_source', models.CharField(blank=True, choices=[('', 'Unknown'), ('server', 'Server'), ('club', 'Club'), ('file', 'File'), ('hand', 'Hand')], default='', max_length=6)),
                ('rating_list', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='ratings.ratinglist')),
            ],
            options={
                'ordering': ['event', 'number', 'id'],
                'constraints': [models.UniqueConstraint(fields=('event', 'number'), name='one_entry_a_number'), models.UniqueConstraint(fields=('event', 'lot_key'), name='one_entry_a_lot'), models.CheckConstraint(condition=models.Q(('number__isnull', True), ('number__gte', 1), _connector='OR'), name='numbers_count_from_1'), models.CheckConstraint(condition=models.Q(('annulled', False), ('withdrawn_after__isnull', False), _connector='OR'), name='only_who_left_is_annulled'), models.CheckConstraint(condition=models.Q(('group__isnull', True), ('group__gte', 1), _connector='OR'), name='groups_count_from_1'), models.CheckConstraint(condition=models.Q(('expelled', False), models.Q(('annulled', False), ('withdrawn_after__isnull', False)), _connector='OR'), name='only_who_left_is_expelled'), models.CheckConstraint(condition=models.Q(('rating_source__in', ('', 'server', 'club', 'file', 'hand'))), name='rating_of_a_known_source')],
            },
        ),
        migrations.CreateModel(
            name='Deal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveIntegerField()),
                ('number', models.PositiveIntegerField()),
                ('board', models.PositiveIntegerField(default=0)),
                ('rules', models.CharField(max_length=500)),
                ('version', models.CharField(max_length=80)),
                ('seed', models.CharField(max_length=64)),
                ('commitment', models.CharField(max_length=64)),
                ('drawn_at', models.DateTimeField()),
                ('line', models.PositiveIntegerField()),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deals', to='tournaments.event')),
            ],
            options={
                'ordering': ['event', 'round_number', 'number'],
                'constraints': [models.UniqueConstraint(fields=('event', 'round_number', 'number'), name='one_deal_a_number'), models.CheckConstraint(condition=models.Q(('number__gte', 1), ('round_number__gte', 1)), name='deals_count_from_1')],
            },
        ),
        migrations.CreateModel(
            name='ForbiddenGroup',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first_round', models.PositiveIntegerField(default=1)),
                ('last_round', models.PositiveIntegerField(blank=True, null=True)),
                ('strength', models.CharField(choices=[('never', 'Never'), ('avoid', 'Avoid')], default='never', max_length=5)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='forbidden_groups', to='tournaments.event')),
            ],
            options={
                'ordering': ['event', 'id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('first_round__gte', 1), models.Q(('last_round__isnull', True), ('last_round__gte', models.F('first_round')), _connector='OR')), name='forbidden_for_rounds_in_order'), models.CheckConstraint(condition=models.Q(('strength__in', ('never', 'avoid'))), name='forbidden_or_avoided')],
            },
        ),
        migrations.CreateModel(
            name='ForbiddenEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='forbidden_in', to='tournaments.entry')),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.forbiddengroup')),
            ],
            options={
                'ordering': ['group', 'entry'],
                'constraints': [models.UniqueConstraint(fields=('group', 'entry'), name='once_in_a_forbidden_group')],
            },
        ),
        migrations.CreateModel(
            name='Member',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('board', models.PositiveIntegerField(default=1)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.entry')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.event')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='players.person')),
            ],
            options={
                'ordering': ['entry', 'board'],
                'constraints': [models.UniqueConstraint(fields=('event', 'person'), name='a_person_enters_once'), models.UniqueConstraint(fields=('entry', 'board'), name='one_member_a_board')],
            },
        ),
        migrations.CreateModel(
            name='Reason',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('text', models.CharField(max_length=300)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reasons', to='tournaments.event')),
            ],
            options={
                'ordering': ['event', 'version'],
                'constraints': [models.UniqueConstraint(fields=('event', 'version'), name='one_reason_an_act'), models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='reason_of_an_act_says_something')],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('started_at', models.DateTimeField()),
                ('deadline', models.DateField(blank=True, null=True)),
                ('known', models.JSONField(blank=True, null=True)),
                ('version', models.PositiveIntegerField(default=1)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.event')),
                ('by_hand', models.JSONField(blank=True, null=True)),
                ('locked', models.BooleanField(default=False)),
            ],
            options={
                'ordering': ['event', 'number'],
                'constraints': [models.UniqueConstraint(fields=('event', 'number'), name='one_round_a_number'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='rounds_count_from_1')],
            },
        ),
        migrations.CreateModel(
            name='Pairing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('board', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('game', 'Game'), ('pab', 'Pairing Bye'), ('full', 'Full Bye'), ('half', 'Half Bye'), ('zero', 'Zero Bye'), ('rest', 'Rest'), ('solo', 'Solo')], max_length=5)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairings', to='tournaments.round')),
                ('lot', models.PositiveIntegerField(blank=True, null=True)),
                ('has_colours', models.BooleanField(default=True)),
            ],
            options={
                'ordering': ['round', 'board'],
                'constraints': [models.UniqueConstraint(fields=('round', 'board'), name='one_pairing_a_board'), models.CheckConstraint(condition=models.Q(('kind__in', ('game', 'pab', 'full', 'half', 'zero', 'rest', 'solo'))), name='pairing_of_a_known_kind')],
            },
        ),
        migrations.CreateModel(
            name='PairedGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('leg', models.PositiveIntegerField(default=1)),
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='paired', to='games.game')),
                ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='paired_games', to='tournaments.pairing')),
            ],
            options={
                'ordering': ['pairing', 'leg'],
                'constraints': [models.UniqueConstraint(fields=('pairing', 'leg'), name='one_game_a_leg')],
            },
        ),
        migrations.CreateModel(
            name='GameChoice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rules', models.CharField(blank=True, default='', max_length=40)),
                ('due_at', models.DateTimeField(blank=True, null=True)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='tournaments.entry')),
                ('paired_game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='choice', to='tournaments.pairedgame')),
            ],
            options={
                'ordering': ['paired_game'],
            },
        ),
        migrations.CreateModel(
            name='RoundRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveIntegerField()),
                ('account', models.BigIntegerField()),
                ('despite_open', models.BooleanField(default=False)),
                ('played_on', models.DateField(blank=True, null=True)),
                ('deadline', models.DateField(blank=True, null=True)),
                ('asked_at', models.DateTimeField()),
                ('refusal', models.JSONField(blank=True, default=dict)),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='round_request', to='tournaments.event')),
                ('draft', models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name='Slot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.CharField(choices=[('white', 'White'), ('black', 'Black'), ('alone', 'Alone')], max_length=5)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='slots', to='tournaments.entry')),
                ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='slots', to='tournaments.pairing')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='slots', to='tournaments.round')),
            ],
            options={
                'ordering': ['pairing', '-side'],
                'constraints': [models.UniqueConstraint(fields=('round', 'entry'), name='one_pairing_of_an_entry_a_round'), models.UniqueConstraint(fields=('pairing', 'side'), name='one_entry_a_seat'), models.CheckConstraint(condition=models.Q(('side__in', ('white', 'black', 'alone'))), name='slot_of_a_known_side')],
            },
        ),
        migrations.CreateModel(
            name='ByeRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('full', 'Full'), ('half', 'Half'), ('zero', 'Zero')], max_length=4)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bye_requests', to='tournaments.entry')),
            ],
            options={
                'ordering': ['round_number', 'entry'],
                'constraints': [models.UniqueConstraint(fields=('entry', 'round_number'), name='one_bye_request_a_round'), models.CheckConstraint(condition=models.Q(('kind__in', ('full', 'half', 'zero'))), name='bye_of_a_known_kind')],
            },
        ),
        migrations.CreateModel(
            name='Explanation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveIntegerField()),
                ('lower', models.PositiveIntegerField(default=0)),
                ('higher', models.PositiveIntegerField(default=0)),
                ('asked_at', models.DateTimeField()),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('made_of', models.CharField(blank=True, max_length=64)),
                ('beyond', models.PositiveBigIntegerField(blank=True, null=True)),
                ('found', models.JSONField(blank=True, default=dict)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='explanations', to='tournaments.event')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('event', 'round_number', 'lower', 'higher'), name='one_explanation_a_question'), models.CheckConstraint(condition=models.Q(('lower__lte', models.F('higher'))), name='explanation_of_two_in_order')],
            },
        ),
        migrations.CreateModel(
            name='ImportRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('account', models.BigIntegerField()),
                ('content', models.BinaryField()),
                ('choices', models.JSONField(default=dict)),
                ('asked_at', models.DateTimeField()),
                ('refusal', models.JSONField(blank=True, default=list)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.club')),
                ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.event')),
            ],
        ),
        migrations.CreateModel(
            name='DrawnDeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('setup', models.CharField(max_length=120)),
                ('par', models.PositiveIntegerField(blank=True, null=True)),
                ('draw', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='drawn', to='tournaments.deal')),
            ],
            options={
                'ordering': ['draw', 'number'],
                'constraints': [models.UniqueConstraint(fields=('draw', 'number'), name='one_drawn_deal_a_number'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='drawn_deals_count_from_1')],
            },
        ),
        migrations.CreateModel(
            name='PairedAttempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveIntegerField()),
                ('attempt', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='paired', to='games.attempt')),
                ('deal', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='attempts', to='tournaments.drawndeal')),
                ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='paired_attempts', to='tournaments.pairing')),
            ],
            options={
                'ordering': ['pairing', 'place'],
                'constraints': [models.UniqueConstraint(fields=('pairing', 'place'), name='one_attempt_at_a_deal'), models.CheckConstraint(condition=models.Q(('place__gte', 1)), name='places_of_deals_count_from_1')],
            },
        ),
        migrations.CreateModel(
            name='RoundDraft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('published', models.BooleanField(default=False)),
                ('boards', models.JSONField(default=dict)),
                ('engine', models.JSONField(blank=True, null=True)),
                ('refusal', models.JSONField(blank=True, default=dict)),
                ('known', models.JSONField(blank=True, null=True)),
                ('accelerated', models.JSONField(blank=True, default=dict)),
                ('opened_by', models.BigIntegerField(blank=True, null=True)),
                ('opened_at', models.DateTimeField(blank=True, null=True)),
                ('before', models.JSONField(blank=True, default=dict)),
                ('played_on', models.DateField(blank=True, null=True)),
                ('deadline', models.DateField(blank=True, null=True)),
                ('publish_at', models.DateTimeField(blank=True, null=True)),
                ('scheduled_by', models.BigIntegerField(blank=True, null=True)),
                ('confirmed', models.JSONField(blank=True, default=list)),
                ('held_back', models.BooleanField(default=False)),
                ('made_at', models.DateTimeField()),
                ('version', models.PositiveIntegerField(default=1)),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='round_draft', to='tournaments.event')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='drafts_count_from_1'), models.CheckConstraint(condition=models.Q(('opened_at__isnull', True), ('publish_at__isnull', True), _connector='OR'), name='no_publishing_while_by_hand')],
            },
        ),
        migrations.CreateModel(
            name='RuleExit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('setting', models.CharField(max_length=40)),
                ('after_round', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('by', models.CharField(blank=True, max_length=40)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rule_exits', to='tournaments.event')),
            ],
            options={
                'ordering': ['event', 'id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('setting', ''), _negated=True), name='rules_are_left_by_a_setting')],
            },
        ),
        migrations.CreateModel(
            name='RestorePoint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('content', models.BinaryField()),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='restore_points', to='tournaments.event')),
            ],
            options={
                'ordering': ['event', 'version'],
                'constraints': [models.UniqueConstraint(fields=('event', 'version'), name='one_restore_point_an_act')],
            },
        ),
        migrations.CreateModel(
            name='EventTemplate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('plan', models.JSONField()),
                ('standard_rules', models.BooleanField()),
                ('made_at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='event_templates', to='players.club')),
            ],
            options={
                'ordering': ['name', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('club', 'name'), name='one_template_a_name'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='template_has_a_name')],
            },
        ),
        migrations.CreateModel(
            name='RevokedSeatLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.BigIntegerField()),
                ('seat', models.CharField(max_length=5)),
                ('number', models.PositiveIntegerField()),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='revoked_seat_links', to='tournaments.event')),
            ],
            options={
                'ordering': ['game', 'seat', 'number'],
                'constraints': [models.UniqueConstraint(fields=('game', 'seat', 'number'), name='a_seat_link_is_revoked_once'), models.CheckConstraint(condition=models.Q(('seat__in', ('white', 'black'))), name='seat_link_of_a_known_seat')],
            },
        ),
        migrations.CreateModel(
            name='RoundClock',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seconds', models.PositiveIntegerField()),
                ('used', models.PositiveIntegerField(default=0)),
                ('running_since', models.DateTimeField(null=True)),
                ('round', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='clock', to='tournaments.round')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('seconds__gte', 1), ('used__lte', models.F('seconds'))), name='clocks_use_what_they_have')],
            },
        ),
        migrations.CreateModel(
            name='CheckIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveIntegerField()),
                ('opened_at', models.DateTimeField()),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='check_in', to='tournaments.event')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('round_number__gte', 1)), name='check_ins_count_from_1')],
            },
        ),
        migrations.CreateModel(
            name='Arrival',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='arrivals', to='tournaments.entry')),
                ('check_in', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='arrivals', to='tournaments.checkin')),
            ],
            options={
                'ordering': ['check_in', 'entry'],
                'constraints': [models.UniqueConstraint(fields=('check_in', 'entry'), name='who_is_there_is_there_once')],
            },
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.CharField(max_length=500)),
                ('receiver', models.CharField(choices=[('program', 'Program'), ('discord', 'Discord'), ('slack', 'Slack'), ('matrix', 'Matrix')], default='program', max_length=7)),
                ('for_club', models.BooleanField(default=False)),
                ('happenings', models.JSONField(default=list)),
                ('secret', models.TextField()),
                ('made_by', models.BigIntegerField()),
                ('made_at', models.DateTimeField()),
                ('failures', models.PositiveIntegerField(default=0)),
                ('failing_since', models.DateTimeField(blank=True, null=True)),
                ('rests_until', models.DateTimeField(blank=True, null=True)),
                ('disabled', models.CharField(blank=True, choices=[('failing', 'Failing'), ('gone', 'Gone')], max_length=10)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='tournaments.event')),
                ('former_secret', models.TextField(blank=True)),
                ('former_until', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['event', 'id'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('address', ''), _negated=True), models.Q(('secret', ''), _negated=True)), name='webhooks_are_complete'), models.CheckConstraint(condition=models.Q(('receiver__in', ('program', 'discord', 'slack', 'matrix'))), name='webhook_of_a_known_receiver')],
            },
        ),
        migrations.CreateModel(
            name='WebhookMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('message_id', models.CharField(max_length=40, unique=True)),
                ('kind', models.CharField(max_length=40)),
                ('body', models.TextField()),
                ('made_at', models.DateTimeField()),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('delivered', 'Delivered'), ('given-up', 'Given Up')], default='waiting', max_length=10)),
                ('attempts', models.PositiveIntegerField(default=0)),
                ('next_at', models.DateTimeField()),
                ('last_at', models.DateTimeField(blank=True, null=True)),
                ('status', models.PositiveIntegerField(blank=True, null=True)),
                ('answer', models.CharField(blank=True, max_length=300)),
                ('failure', models.CharField(blank=True, max_length=20)),
                ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='tournaments.webhook')),
            ],
            options={
                'ordering': ['webhook', 'id'],
                'indexes': [models.Index(fields=['state', 'next_at'], name='waiting_webhook_messages')],
            },
        ),
        migrations.CreateModel(
            name='Category',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('kind', models.CharField(choices=[('club', 'Club'), ('age', 'Age'), ('rating', 'Rating'), ('hand', 'Hand'), ('board', 'Board')], max_length=6)),
                ('least', models.PositiveIntegerField(blank=True, null=True)),
                ('most', models.PositiveIntegerField(blank=True, null=True)),
                ('on_day', models.DateField(blank=True, null=True)),
                ('board', models.PositiveIntegerField(blank=True, null=True)),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.club')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='categories', to='tournaments.event')),
            ],
            options={
                'ordering': ['event', 'id'],
                'constraints': [models.UniqueConstraint(fields=('event', 'name'), name='one_category_a_name'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='category_has_a_name'), models.CheckConstraint(condition=models.Q(models.Q(('club__isnull', False), ('kind', 'club'), ('least__isnull', True), ('most__isnull', True), ('on_day__isnull', True)), models.Q(('club__isnull', True), ('kind', 'age'), ('on_day__isnull', False)), models.Q(('club__isnull', True), ('kind', 'rating'), ('on_day__isnull', True)), models.Q(('club__isnull', True), ('kind', 'hand'), ('least__isnull', True), ('most__isnull', True), ('on_day__isnull', True)), models.Q(('club__isnull', True), ('kind', 'board'), ('most__isnull', True), ('on_day__isnull', True)), _connector='OR'), name='category_says_who_is_in_it'), models.CheckConstraint(condition=models.Q(models.Q(('board__gte', 1), ('kind', 'board')), models.Q(models.Q(('kind', 'board'), _negated=True), ('board__isnull', True)), _connector='OR'), name='a_board_belongs_to_its_category'), models.CheckConstraint(condition=models.Q(('kind__in', ('club', 'hand', 'board')), ('least__isnull', False), ('most__isnull', False), _connector='OR'), name='category_with_a_bound'), models.CheckConstraint(condition=models.Q(('least__isnull', True), ('most__isnull', True), ('least__lte', models.F('most')), _connector='OR'), name='category_with_bounds_in_order')],
            },
        ),
        migrations.CreateModel(
            name='CategoryMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('category', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.category')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry')),
            ],
            options={
                'ordering': ['category', 'entry'],
                'constraints': [models.UniqueConstraint(fields=('category', 'entry'), name='once_in_a_category')],
            },
        ),
        migrations.CreateModel(
            name='PlacePrize',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveIntegerField()),
                ('amount', models.PositiveIntegerField(default=0)),
                ('name', models.CharField(blank=True, max_length=80)),
                ('category', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='prizes', to='tournaments.category')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='prizes', to='tournaments.event')),
            ],
            options={
                'ordering': ['event', 'category', 'place'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('category__isnull', True)), fields=('event', 'place'), name='one_prize_a_place'), models.UniqueConstraint(fields=('category', 'place'), name='one_prize_a_place_of_a_category'), models.CheckConstraint(condition=models.Q(('place__gte', 1)), name='places_of_prizes_count_from_1'), models.CheckConstraint(condition=models.Q(('amount__gt', 0), models.Q(('name', ''), _negated=True), _connector='OR'), name='a_prize_is_something'), models.CheckConstraint(condition=models.Q(('amount__lte', 100000000)), name='a_prize_that_can_be_added_up')],
            },
        ),
        migrations.CreateModel(
            name='PrizeRules',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('currency', models.CharField(blank=True, max_length=8)),
                ('sharing', models.CharField(default='equal', max_length=5)),
                ('unit', models.PositiveIntegerField(default=1)),
                ('several', models.BooleanField(default=False)),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='prize_rules', to='tournaments.event')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('sharing__in', ('equal', 'hort', 'rank'))), name='sharing_of_a_known_kind'), models.CheckConstraint(condition=models.Q(('unit__gte', 1)), name='prizes_have_a_unit')],
            },
        ),
        migrations.CreateModel(
            name='EntryLimit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('most', models.PositiveIntegerField()),
                ('moves_up', models.BooleanField(default=True)),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='entry_limit', to='tournaments.event')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('most__gte', 1)), name='a_limit_lets_somebody_play')],
            },
        ),
        migrations.CreateModel(
            name='WaitingPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField()),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='waiting', to='tournaments.event')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.person')),
            ],
            options={
                'ordering': ['event', 'id'],
                'constraints': [models.UniqueConstraint(fields=('event', 'person'), name='a_person_waits_once')],
            },
        ),
        migrations.CreateModel(
            name='EventMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('about', models.CharField(max_length=20)),
                ('told', models.JSONField(default=list)),
                ('at', models.DateTimeField()),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.event')),
            ],
            options={
                'ordering': ['account', 'event', 'about'],
                'constraints': [models.UniqueConstraint(fields=('account', 'event', 'about'), name='one_last_mail_about_a_matter')],
            },
        ),
        migrations.CreateModel(
            name='Festival',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('place', models.CharField(blank=True, max_length=80)),
                ('about', models.TextField(blank=True, max_length=2000)),
                ('starts_on', models.DateField()),
                ('ends_on', models.DateField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='festivals', to='players.club')),
            ],
            options={
                'ordering': ['-starts_on', '-id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='festival_has_a_name'), models.CheckConstraint(condition=models.Q(('ends_on__gte', models.F('starts_on'))), name='festival_ends_after_it_begins')],
            },
        ),
        migrations.CreateModel(
            name='FestivalSection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='festival_section', to='tournaments.event')),
                ('festival', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sections', to='tournaments.festival')),
            ],
            options={
                'ordering': ['festival', 'id'],
            },
        ),
        migrations.CreateModel(
            name='RevokedPlayerLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('person', models.BigIntegerField()),
                ('number', models.PositiveIntegerField()),
                ('festival', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='revoked_player_links', to='tournaments.festival')),
            ],
            options={
                'ordering': ['festival', 'person', 'number'],
                'constraints': [models.UniqueConstraint(fields=('festival', 'person', 'number'), name='a_player_link_is_revoked_once')],
            },
        ),
        migrations.CreateModel(
            name='Arena',
            fields=[
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='arena', serialize=False, to='tournaments.event')),
                ('started_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField()),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('ends_at__gte', models.F('started_at'))), name='an_arena_ends_after_it_starts')],
            },
        ),
        migrations.CreateModel(
            name='ArenaPlayer',
            fields=[
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='arena_player', serialize=False, to='tournaments.entry')),
                ('ready_since', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='ClubFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('account', models.BigIntegerField()),
                ('asked_at', models.DateTimeField()),
                ('made_at', models.DateTimeField(blank=True, null=True)),
                ('size', models.PositiveBigIntegerField(default=0)),
                ('sha256', models.CharField(blank=True, max_length=64)),
                ('digest', models.CharField(blank=True, max_length=64)),
                ('left_out', models.JSONField(blank=True, default=list)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='files', to='players.club')),
            ],
            options={
                'ordering': ['-id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('sha256', '')), fields=('club',), name='one_club_file_is_made_at_a_time'), models.CheckConstraint(condition=models.Q(models.Q(('made_at__isnull', True), ('sha256', '')), models.Q(models.Q(('sha256', ''), _negated=True), ('made_at__isnull', False)), _connector='OR'), name='a_club_file_has_its_digest_once_it_is_made')],
            },
        ),
        migrations.CreateModel(
            name='ClubFilePart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('content', models.BinaryField()),
                ('file', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='tournaments.clubfile')),
            ],
            options={
                'ordering': ['file', 'number'],
                'constraints': [models.UniqueConstraint(fields=('file', 'number'), name='one_part_of_a_club_file_a_number')],
            },
        ),
        migrations.CreateModel(
            name='OpenMonth',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('month', models.DateField()),
                ('edition', models.PositiveIntegerField(default=1)),
                ('begun_at', models.DateTimeField()),
                ('made_at', models.DateTimeField(blank=True, null=True)),
                ('checked_at', models.DateTimeField(blank=True, null=True)),
                ('games', models.PositiveIntegerField(default=0)),
                ('size', models.PositiveBigIntegerField(default=0)),
                ('sha256', models.CharField(blank=True, max_length=64)),
            ],
            options={
                'ordering': ['-month', 'id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('sha256', ''), _negated=True), fields=('month',), name='one_open_file_a_month'), models.CheckConstraint(condition=models.Q(('edition__gte', 1)), name='editions_count_from_1'), models.CheckConstraint(condition=models.Q(models.Q(('made_at__isnull', True), ('sha256', '')), models.Q(models.Q(('sha256', ''), _negated=True), ('checked_at__isnull', False), ('made_at__isnull', False)), _connector='OR'), name='an_open_file_has_its_digest_once_it_is_made')],
            },
        ),
        migrations.CreateModel(
            name='OpenMonthPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('content', models.BinaryField()),
                ('file', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='tournaments.openmonth')),
            ],
            options={
                'ordering': ['file', 'number'],
                'constraints': [models.UniqueConstraint(fields=('file', 'number'), name='one_part_of_an_open_file_a_number')],
            },
        ),
        migrations.CreateModel(
            name='ArbiterCall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(max_length=5)),
                ('called_at', models.DateTimeField()),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('place', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='tournaments.pairedgame')),
            ],
            options={
                'ordering': ['called_at', 'id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('answered_at', None)), fields=('place', 'seat'), name='one_open_call_of_a_seat'), models.CheckConstraint(condition=models.Q(('seat__in', ('white', 'black'))), name='call_of_a_known_seat'), models.CheckConstraint(condition=models.Q(('answered_at', None), ('answered_at__gte', models.F('called_at')), _connector='OR'), name='calls_before_answers')],
            },
        ),
        migrations.CreateModel(
            name='Team',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('number', models.PositiveIntegerField(blank=True, null=True)),
                ('withdrawn_after', models.PositiveIntegerField(blank=True, null=True)),
                ('annulled', models.BooleanField(default=False)),
                ('no_half_byes', models.BooleanField(default=False)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='teams', to='tournaments.event')),
            ],
            options={
                'ordering': ['event', 'number', 'id'],
                'constraints': [models.UniqueConstraint(fields=('event', 'number'), name='one_team_a_number'), models.UniqueConstraint(fields=('event', 'name'), name='one_team_a_name'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='team_has_a_name'), models.CheckConstraint(condition=models.Q(('number__isnull', True), ('number__gte', 1), _connector='OR'), name='teams_count_from_1'), models.CheckConstraint(condition=models.Q(('annulled', False), ('withdrawn_after__isnull', False), _connector='OR'), name='annulled_teams_have_left')],
            },
        ),
        migrations.CreateModel(
            name='TeamMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveIntegerField()),
                ('captain', models.BooleanField(default=False)),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='team_member', to='tournaments.entry')),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.team')),
            ],
            options={
                'ordering': ['team', 'place'],
                'constraints': [models.UniqueConstraint(fields=('team', 'place'), name='one_member_a_place_of_a_team'), models.UniqueConstraint(condition=models.Q(('captain', True)), fields=('team',), name='one_captain_a_team'), models.CheckConstraint(condition=models.Q(('place__gte', 1)), name='places_of_teams_count_from_1')],
            },
        ),
        migrations.CreateModel(
            name='TeamMatch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('match', 'Match'), ('pab', 'Pairing Bye'), ('full', 'Full Bye'), ('half', 'Half Bye'), ('zero', 'Zero Bye'), ('rest', 'Rest')], default='match', max_length=5)),
                ('seated_at', models.DateTimeField(blank=True, null=True)),
                ('forfeit', models.CharField(blank=True, max_length=2)),
                ('black', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='matches_black', to='tournaments.team')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='matches', to='tournaments.round')),
                ('white', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='matches_white', to='tournaments.team')),
            ],
            options={
                'ordering': ['round', 'table'],
                'constraints': [models.UniqueConstraint(fields=('round', 'table'), name='one_match_a_table'), models.UniqueConstraint(fields=('round', 'white'), name='one_match_of_a_team_a_round'), models.UniqueConstraint(fields=('round', 'black'), name='one_match_of_an_opponent_a_round'), models.CheckConstraint(condition=models.Q(('table__gte', 1)), name='tables_of_matches_count_from_1'), models.CheckConstraint(condition=models.Q(models.Q(('black__isnull', False), ('kind', 'match')), models.Q(('black__isnull', True), ('forfeit', ''), ('kind__in', ('pab', 'full', 'half', 'zero', 'rest')), ('seated_at__isnull', True)), _connector='OR'), name='two_teams_in_a_match_and_one_in_a_bye'), models.CheckConstraint(condition=models.Q(('forfeit', ''), models.Q(('forfeit__in', ('+-', '-+', '--')), ('seated_at__isnull', False)), _connector='OR'), name='forfeited_matches_are_open'), models.CheckConstraint(condition=models.Q(('black', None), models.Q(('white', models.F('black')), _negated=True), _connector='OR'), name='no_team_meets_itself')],
            },
        ),
        migrations.CreateModel(
            name='TeamByeRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('full', 'Full'), ('half', 'Half'), ('zero', 'Zero')], max_length=4)),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bye_requests', to='tournaments.team')),
            ],
            options={
                'ordering': ['team', 'round_number'],
                'constraints': [models.UniqueConstraint(fields=('team', 'round_number'), name='one_bye_of_a_team_a_round'), models.CheckConstraint(condition=models.Q(('round_number__gte', 1)), name='byes_of_teams_count_from_round_1'), models.CheckConstraint(condition=models.Q(('kind__in', ('half', 'full', 'zero'))), name='bye_of_a_team_of_a_known_kind')],
            },
        ),
        migrations.CreateModel(
            name='ForbiddenTeam',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='teams', to='tournaments.forbiddengroup')),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='forbidden_in', to='tournaments.team')),
            ],
            options={
                'ordering': ['group', 'team'],
                'constraints': [models.UniqueConstraint(fields=('group', 'team'), name='team_once_in_a_forbidden_group')],
            },
        ),
        migrations.CreateModel(
            name='MatchBoard',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('board', models.PositiveIntegerField()),
                ('pairing', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='match_board', to='tournaments.pairing')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='boards', to='tournaments.teammatch')),
            ],
            options={
                'ordering': ['match', 'board'],
                'constraints': [models.UniqueConstraint(fields=('match', 'board'), name='one_pairing_a_board_of_a_match'), models.CheckConstraint(condition=models.Q(('board__gte', 1)), name='boards_of_matches_count_from_1')],
            },
        ),
        migrations.CreateModel(
            name='LineUpDeadline',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('round', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='line_up_deadline', to='tournaments.round')),
            ],
        ),
        migrations.CreateModel(
            name='LineUp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveIntegerField()),
                ('sent_by', models.BigIntegerField()),
                ('sent_at', models.DateTimeField()),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='line_ups', to='tournaments.team')),
            ],
            options={
                'ordering': ['team', 'round_number'],
                'constraints': [models.UniqueConstraint(fields=('team', 'round_number'), name='one_line_up_of_a_team_a_round'), models.CheckConstraint(condition=models.Q(('round_number__gte', 1)), name='line_ups_count_from_round_1')],
            },
        ),
        migrations.CreateModel(
            name='LineUpSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('board', models.PositiveIntegerField()),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry')),
                ('line_up', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournaments.lineup')),
            ],
            options={
                'ordering': ['line_up', 'board'],
                'constraints': [models.UniqueConstraint(fields=('line_up', 'board'), name='one_player_a_board_of_a_line_up'), models.UniqueConstraint(fields=('line_up', 'entry'), name='one_board_a_player_of_a_line_up'), models.CheckConstraint(condition=models.Q(('board__gte', 1)), name='boards_of_line_ups_count_from_1')],
            },
        ),
        migrations.CreateModel(
            name='Announcement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('topic', models.CharField(choices=[('pairing', 'Pairing'), ('late', 'Late'), ('prizes', 'Prizes'), ('welcome', 'Welcome'), ('other', 'Other')], max_length=8)),
                ('audience', models.CharField(choices=[('all', 'All'), ('entrants', 'Entrants'), ('checked-in', 'Checked In'), ('round', 'Round'), ('waiting', 'Waiting')], max_length=10)),
                ('round_number', models.PositiveIntegerField(blank=True, null=True)),
                ('subject', models.CharField(max_length=120)),
                ('text', models.TextField()),
                ('written_by', models.BigIntegerField()),
                ('written_at', models.DateTimeField()),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('note', models.CharField(blank=True, max_length=300)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='announcements', to='tournaments.event')),
            ],
            options={
                'ordering': ['event', '-number'],
                'constraints': [models.UniqueConstraint(fields=('event', 'number'), name='one_announcement_a_number'), models.CheckConstraint(condition=models.Q(models.Q(('subject', ''), _negated=True), models.Q(('text', ''), _negated=True)), name='announcements_say_something'), models.CheckConstraint(condition=models.Q(('topic__in', ('pairing', 'late', 'prizes', 'welcome', 'other'))), name='announcement_of_a_known_topic'), models.CheckConstraint(condition=models.Q(models.Q(('audience__in', ('all', 'entrants', 'checked-in', 'waiting')), ('round_number', None)), models.Q(('audience', 'round'), ('round_number__gte', 1)), _connector='OR'), name='announcement_to_a_known_audience'), models.CheckConstraint(condition=models.Q(models.Q(('note', ''), ('withdrawn_at', None)), models.Q(('withdrawn_at__isnull', False), models.Q(('note', ''), _negated=True)), _connector='OR'), name='who_withdraws_an_announcement_says_why')],
            },
        ),
        migrations.CreateModel(
            name='Question',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('text', models.CharField(max_length=200)),
                ('kind', models.CharField(choices=[('text', 'Text'), ('yes-no', 'Yes No'), ('choice', 'Choice')], max_length=6)),
                ('choices', models.JSONField(blank=True, default=list)),
                ('required', models.BooleanField(default=False)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='questions', to='tournaments.event')),
            ],
            options={
                'ordering': ['event', 'number'],
                'constraints': [models.UniqueConstraint(fields=('event', 'number'), name='one_question_a_number'), models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='questions_ask_something'), models.CheckConstraint(condition=models.Q(models.Q(('choices', []), ('kind__in', ('text', 'yes-no'))), models.Q(('kind', 'choice'), models.Q(('choices', []), _negated=True)), _connector='OR'), name='choices_have_choices')],
            },
        ),
        migrations.CreateModel(
            name='Answer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=500)),
                ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.person')),
                ('request', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.joinrequest')),
                ('question', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='tournaments.question')),
            ],
            options={
                'ordering': ['question', 'id'],
                'constraints': [models.UniqueConstraint(fields=('question', 'person'), name='one_answer_of_a_person'), models.UniqueConstraint(fields=('question', 'request'), name='one_answer_of_a_request'), models.CheckConstraint(condition=models.Q(models.Q(('person', None), ('request__isnull', False)), models.Q(('person__isnull', False), ('request', None)), _connector='OR'), name='answers_are_of_a_person_or_a_request'), models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='answers_say_something')],
            },
        ),
        migrations.CreateModel(
            name='VerifiedResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('verified_by', models.BigIntegerField()),
                ('at', models.DateTimeField()),
                ('claim', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='verified', to='games.claim')),
            ],
            options={
                'ordering': ['claim'],
            },
        ),
        migrations.CreateModel(
            name='StagePlan',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('about', models.TextField(blank=True, max_length=2000)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stage_plans', to='players.club')),
            ],
            options={
                'ordering': ['-id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='stage_plan_has_a_name')],
            },
        ),
        migrations.CreateModel(
            name='Stage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('name', models.CharField(max_length=80)),
                ('first', models.PositiveIntegerField(default=0)),
                ('rest', models.PositiveIntegerField(default=0)),
                ('seeding', models.CharField(default='cross', max_length=5)),
                ('settings', models.JSONField(blank=True, default=dict)),
                ('plan', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='tournaments.stageplan')),
            ],
            options={
                'ordering': ['plan', 'number'],
                'constraints': [models.UniqueConstraint(fields=('plan', 'number'), name='one_stage_a_number'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='stages_count_from_1'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='stage_has_a_name'), models.CheckConstraint(condition=models.Q(models.Q(('first', 0), ('number', 1), ('rest', 0)), models.Q(('first__gte', 1), ('number__gt', 1)), models.Q(('number__gt', 1), ('rest__gte', 1)), _connector='OR'), name='a_later_stage_takes_players'), models.CheckConstraint(condition=models.Q(('seeding__in', ('place', 'cross'))), name='stage_of_a_known_seeding')],
            },
        ),
        migrations.CreateModel(
            name='StageEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('purpose', models.CharField(choices=[('first', 'First'), ('next', 'Next'), ('playoff', 'Playoff')], max_length=7)),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='stage_event', to='tournaments.event')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='tournaments.stage')),
            ],
            options={
                'ordering': ['stage', 'id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('purpose', 'next')), fields=('stage',), name='a_stage_is_started_once'), models.CheckConstraint(condition=models.Q(('purpose__in', ('first', 'next', 'playoff'))), name='stage_event_of_a_known_purpose')],
            },
        ),
        migrations.CreateModel(
            name='StageQualifier',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entry', models.BigIntegerField()),
                ('seed', models.PositiveIntegerField()),
                ('place', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='qualifiers', to='tournaments.stageevent')),
            ],
            options={
                'ordering': ['place', 'seed'],
                'constraints': [models.UniqueConstraint(fields=('place', 'entry'), name='an_entry_goes_on_once'), models.UniqueConstraint(fields=('place', 'seed'), name='one_qualifier_a_seed')],
            },
        ),
        migrations.CreateModel(
            name='StagePass',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entry', models.BigIntegerField()),
                ('version', models.PositiveIntegerField()),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='passes', to='tournaments.stage')),
            ],
            options={
                'ordering': ['stage', 'id'],
                'constraints': [models.UniqueConstraint(fields=('stage', 'entry'), name='an_entry_is_passed_over_once')],
            },
        ),
        migrations.CreateModel(
            name='Circuit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('about', models.TextField(blank=True, max_length=2000)),
                ('game', models.CharField(blank=True, max_length=20)),
                ('scale', models.CharField(default='top-ten', max_length=10)),
                ('own', models.JSONField(blank=True, default=list)),
                ('tied', models.CharField(default='average', max_length=8)),
                ('counted', models.PositiveIntegerField(blank=True, null=True)),
                ('ties', models.JSONField(blank=True, default=tournaments.models.circuits.usual_ties)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='circuits', to='players.club')),
            ],
            options={
                'ordering': ['-id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='circuit_has_a_name'), models.CheckConstraint(condition=models.Q(('scale__in', ('own', 'top-ten', 'top-eight', 'top-five', 'steep', 'field', 'score'))), name='circuit_has_a_known_scale'), models.CheckConstraint(condition=models.Q(('tied__in', ('average', 'highest', 'lowest'))), name='circuit_deals_with_ties_in_a_known_way'), models.CheckConstraint(condition=models.Q(('counted__isnull', True), ('counted__gte', 1), _connector='OR'), name='one_result_of_a_circuit_counts_at_least')],
            },
        ),
        migrations.CreateModel(
            name='CircuitEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('weight', models.PositiveIntegerField(default=1)),
                ('circuit', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to='tournaments.circuit')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='circuit_places', to='tournaments.event')),
            ],
            options={
                'ordering': ['circuit', 'id'],
                'constraints': [models.UniqueConstraint(fields=('circuit', 'event'), name='an_event_counts_once_in_a_circuit'), models.CheckConstraint(condition=models.Q(('weight__gte', 1), ('weight__lte', 5)), name='weights_are_from_1_to_5')],
            },
        ),
        migrations.CreateModel(
            name='League',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('about', models.TextField(blank=True, max_length=2000)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='leagues', to='players.club')),
            ],
            options={
                'ordering': ['-id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='league_has_a_name')],
            },
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('name', models.CharField(max_length=30)),
                ('up', models.PositiveIntegerField(default=1)),
                ('down', models.PositiveIntegerField(default=1)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seasons', to='tournaments.league')),
            ],
            options={
                'ordering': ['league', '-number'],
                'constraints': [models.UniqueConstraint(fields=('league', 'number'), name='one_season_a_number'), models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('league',), name='one_season_of_a_league_is_on'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='seasons_count_from_1'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='season_has_a_name')],
            },
        ),
        migrations.CreateModel(
            name='Division',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('level', models.PositiveIntegerField()),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='division', to='tournaments.event')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='tournaments.season')),
            ],
            options={
                'ordering': ['season', 'level'],
                'constraints': [models.UniqueConstraint(fields=('season', 'level'), name='one_division_a_level'), models.CheckConstraint(condition=models.Q(('level__gte', 1)), name='divisions_count_from_1')],
            },
        ),
        migrations.CreateModel(
            name='SeasonMove',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('division', models.PositiveIntegerField()),
                ('to', models.PositiveIntegerField(blank=True, null=True)),
                ('by_hand', models.BooleanField(default=False)),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='season_moves', to='players.person')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='moves', to='tournaments.season')),
            ],
            options={
                'ordering': ['season', 'division', 'id'],
                'constraints': [models.UniqueConstraint(fields=('season', 'person'), name='a_person_moves_once_a_season'), models.CheckConstraint(condition=models.Q(('by_hand', False), models.Q(('reason', ''), _negated=True), _connector='OR'), name='moves_by_hand_have_a_reason'), models.CheckConstraint(condition=models.Q(('to__isnull', True), ('to__gte', 1), _connector='OR'), name='moves_lead_to_a_division')],
            },
        ),
        migrations.CreateModel(
            name='Title',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('game', models.CharField(blank=True, max_length=20)),
                ('kind', models.CharField(choices=[('rating', 'Rating'), ('norms', 'Norms')], max_length=6)),
                ('rating', models.PositiveIntegerField()),
                ('games', models.PositiveIntegerField()),
                ('norms', models.PositiveIntegerField(default=1)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='titles', to='players.club')),
            ],
            options={
                'ordering': ['club', '-rating', 'id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='title_has_a_name'), models.CheckConstraint(condition=models.Q(('kind__in', ('rating', 'norms'))), name='title_of_a_known_kind'), models.CheckConstraint(condition=models.Q(('norms__gte', 1)), name='one_norm_at_least'), models.UniqueConstraint(fields=('club', 'name'), name='one_title_a_name')],
            },
        ),
        migrations.CreateModel(
            name='Award',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('awarded_on', models.DateField()),
                ('basis', models.JSONField(default=dict)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='awards', to='players.person')),
                ('title', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='awards', to='tournaments.title')),
            ],
            options={
                'ordering': ['-awarded_on', '-id'],
            },
        ),
        migrations.CreateModel(
            name='AwardWithdrawal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('withdrawn_on', models.DateField()),
                ('reason', models.CharField(max_length=300)),
                ('award', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='withdrawal', to='tournaments.award')),
            ],
            options={
                'ordering': ['award'],
                'constraints': [models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='withdrawals_have_a_reason')],
            },
        ),
        AppendOnly("tournaments_deal"),
        AppendOnly("tournaments_drawndeal"),
        AppendOnly("tournaments_ruleexit"),
        AppendOnly("tournaments_restorepoint"),
        AppendOnly("tournaments_revokedseatlink"),
        AppendOnly("tournaments_revokedplayerlink"),
        AppendOnly("tournaments_award"),
    ]
