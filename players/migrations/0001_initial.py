import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

import players.models
from common.journal.operations import AppendOnly
from common.migrations import InitialMigration, RunOnPostgreSQL

# A part of a name of three letters or more is found by an index. Its extension comes with PostgreSQL (Debian) or with
# its contributed modules, and the owner of a database may add it.
FIND_PARTS_OF_NAMES = (
    "CREATE EXTENSION IF NOT EXISTS pg_trgm; "
    "CREATE INDEX person_by_part_of_name ON players_person USING gin (folded gin_trgm_ops)"
)
FIND_WHOLE_NAMES = "DROP INDEX person_by_part_of_name"

class Migration(InitialMigration):
    dependencies = [
        ('journal', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('slug', models.SlugField(max_length=40, unique=True)),
                ('place', models.CharField(blank=True, max_length=80)),
                ('time_zone', models.CharField(default='UTC', max_length=40)),
                ('example', models.BooleanField(default=False)),
                ('admitted', models.BooleanField(default=False)),
                ('takes_requests', models.BooleanField(default=True)),
                ('asks_guardians', models.BooleanField(default=False)),
                ('open_licence', models.CharField(blank=True, choices=[('', 'None'), ('CC0-1.0', 'Cc0'), ('CC-BY-4.0', 'Cc By')], max_length=9)),
                ('staged', models.BooleanField(default=False)),
            ],
            options={
                'ordering': ['name'],
                'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='club_has_a_name'), models.CheckConstraint(condition=models.Q(('open_licence__in', ['', 'CC0-1.0', 'CC-BY-4.0'])), name='club_of_a_known_licence')],
            },
        ),
        migrations.CreateModel(
            name='Person',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('folded', players.models.FoldedName(editable=False, max_length=160)),
                ('country', models.CharField(blank=True, max_length=2)),
                ('erased_at', models.DateTimeField(blank=True, null=True)),
                ('example', models.BooleanField(default=False)),
                ('merged_into', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='merged', to='players.person')),
                ('home', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='players.club')),
                ('staged_in', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.scope')),
                ('is_guest', models.BooleanField(default=False)),
                ('is_program', players.models.people.ProgramMark(default=False, editable=False)),
                ('program_level', models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
                'ordering': ['name', 'id'],
                'indexes': [models.Index(fields=['folded'], name='person_by_name'), models.Index(condition=models.Q(('country', ''), _negated=True), fields=['country'], name='person_by_country'), models.Index(condition=models.Q(('is_program', True)), fields=['is_program'], name='persons_that_are_programs')],
                'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='person_has_a_name'), models.CheckConstraint(condition=models.Q(('merged_into__isnull', True), models.Q(('merged_into', models.F('id')), _negated=True), _connector='OR'), name='person_not_merged_into_itself'), models.CheckConstraint(condition=models.Q(('is_guest', False), models.Q(('country', ''), ('erased_at', None), ('example', False), ('home', None), ('merged_into', None), ('staged_in', None)), _connector='OR'), name='a_guest_is_a_name_alone'), models.CheckConstraint(condition=models.Q(models.Q(('is_program', True), ('name__endswith', ' (program)')), models.Q(('is_program', False), models.Q(('name__endswith', ' (program)'), _negated=True)), _connector='OR'), name='a_program_is_named_as_one'), models.CheckConstraint(condition=models.Q(('program_level', None), models.Q(('is_guest', True), ('program_level__gte', 1)), models.Q(('is_program', True), ('program_level__gte', 1)), _connector='OR'), name='a_program_has_no_account'), models.UniqueConstraint(condition=models.Q(('is_guest', True)), fields=('program_level',), name='one_program_of_the_server_a_level')],
            },
        ),
        migrations.CreateModel(
            name='Account',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('username', models.CharField(max_length=40, unique=True)),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('language', models.CharField(blank=True, max_length=8)),
                ('is_active', models.BooleanField(default=True)),
                ('example', models.BooleanField(default=False)),
                ('person', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='account', to='players.person')),
                ('home', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='players.club')),
                ('owner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='programs', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('username'), name='one_account_a_name'), models.UniqueConstraint(django.db.models.functions.text.Lower('email'), condition=models.Q(('email', ''), _negated=True), name='one_account_an_email'), models.CheckConstraint(condition=models.Q(('username', ''), _negated=True), name='account_has_a_name'), models.CheckConstraint(condition=models.Q(('owner__isnull', True), models.Q(models.Q(('owner', models.F('id')), _negated=True), ('email', ''), ('person__isnull', False)), _connector='OR'), name='a_program_has_an_owner_and_plays')],
            },
        ),
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('label', models.CharField(max_length=60)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('made_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(null=True)),
                ('scopes', models.CharField(blank=True, default='play challenge chat manage', max_length=60)),
                ('expires_at', models.DateTimeField(blank=True, null=True)),
                ('per_minute', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-made_at'],
                'constraints': [models.CheckConstraint(condition=models.Q(('expires_at__gt', models.F('made_at'))), name='a_key_is_good_for_some_time'), models.CheckConstraint(condition=models.Q(('per_minute__gte', 1), ('per_minute__lte', 600)), name='a_key_has_a_rate_that_can_be')],
            },
        ),
        migrations.CreateModel(
            name='Merge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by', models.BigIntegerField(null=True)),
                ('undone_at', models.DateTimeField(null=True)),
                ('gone', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.person')),
                ('kept', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.person')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('undone_at__isnull', True)), fields=('gone',), name='merged_once_at_a_time')],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateField()),
                ('until', models.DateField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='players.club')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='players.person')),
            ],
            options={
                'ordering': ['since'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('until__isnull', True)), fields=('person', 'club'), name='one_open_membership'), models.CheckConstraint(condition=models.Q(('until__isnull', True), ('until__gte', models.F('since')), _connector='OR'), name='membership_ends_after_it_begins')],
            },
        ),
        migrations.CreateModel(
            name='Grant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('administrator', 'administrator'), ('moderator', 'moderator'), ('organiser', 'organiser'), ('arbiter', 'arbiter'), ('scorer', 'scorer')], max_length=20)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='grants', to=settings.AUTH_USER_MODEL)),
                ('scope', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='grants', to='journal.scope')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('account', 'role', 'scope'), name='one_grant_of_a_kind'), models.CheckConstraint(condition=models.Q(('role__in', ['administrator', 'moderator', 'organiser', 'arbiter', 'scorer'])), name='grant_of_a_known_role')],
            },
        ),
        migrations.CreateModel(
            name='SecondFactor',
            fields=[
                ('account', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='second_factor', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('secret', models.CharField(max_length=255)),
                ('last_step', models.BigIntegerField()),
                ('since', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Session',
            fields=[
                ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('signed_in_at', models.DateTimeField(null=True)),
                ('address', models.CharField(blank=True, max_length=45)),
                ('browser', models.CharField(blank=True, max_length=60)),
                ('account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
            },
        ),
        migrations.CreateModel(
            name='KnownDevice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64)),
                ('network', models.CharField(blank=True, max_length=50)),
                ('address', models.CharField(blank=True, max_length=45)),
                ('browser', models.CharField(blank=True, max_length=60)),
                ('first_used_at', models.DateTimeField()),
                ('used_at', models.DateTimeField()),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='devices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('account', 'digest'), name='one_row_a_device')],
            },
        ),
        migrations.CreateModel(
            name='RecoveryCode',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='recovery_codes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('account', 'digest'), name='one_recovery_code_each')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateField()),
                ('made_at', models.DateTimeField()),
                ('made_by', models.BigIntegerField()),
                ('answer', models.CharField(blank=True, choices=[('accepted', 'Accepted'), ('declined', 'Declined'), ('withdrawn', 'Withdrawn')], max_length=10)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('answered_by', models.BigIntegerField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='players.club')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='players.person')),
            ],
            options={
                'ordering': ['made_at', 'pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('answer', '')), fields=('person', 'club'), name='one_open_invitation'), models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('answered_at', None), ('answered_by', None)), models.Q(('answer__in', ['accepted', 'declined', 'withdrawn']), ('answered_at__isnull', False), ('answered_by__isnull', False)), _connector='OR'), name='invitation_is_open_or_answered')],
            },
        ),
        migrations.CreateModel(
            name='RoleOffer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('administrator', 'administrator'), ('moderator', 'moderator'), ('organiser', 'organiser'), ('arbiter', 'arbiter'), ('scorer', 'scorer')], max_length=20)),
                ('made_at', models.DateTimeField()),
                ('made_by', models.BigIntegerField()),
                ('declined_at', models.DateTimeField(blank=True, null=True)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='role_offers', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='role_offers', to='players.club')),
                ('scope', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='journal.scope')),
            ],
            options={
                'ordering': ['made_at', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('account', 'club'), name='one_role_offer_of_a_club'), models.CheckConstraint(condition=models.Q(('role__in', ['administrator', 'moderator', 'organiser', 'arbiter', 'scorer'])), name='offer_of_a_known_role')],
            },
        ),
        migrations.CreateModel(
            name='SignUp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('email', models.EmailField(max_length=254)),
                ('language', models.CharField(blank=True, max_length=10)),
                ('digest', models.CharField(blank=True, max_length=64)),
                ('made_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['made_at', 'pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('name', ''), _negated=True), models.Q(('email', ''), _negated=True)), name='sign_up_names_someone'), models.UniqueConstraint(django.db.models.functions.text.Lower('email'), name='one_sign_up_an_email')],
            },
        ),
        migrations.CreateModel(
            name='ClubPage',
            fields=[
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='page', serialize=False, to='players.club')),
                ('colour', models.CharField(blank=True, choices=[('', 'Plain'), ('brick', 'Brick'), ('ochre', 'Ochre'), ('moss', 'Moss'), ('sea', 'Sea'), ('indigo', 'Indigo'), ('plum', 'Plum'), ('slate', 'Slate')], max_length=8)),
                ('address', models.SlugField(blank=True, max_length=40, null=True, unique=True)),
                ('logo', models.BinaryField(default=b'')),
                ('digest', models.CharField(blank=True, max_length=64)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('colour__in', ['', 'brick', 'ochre', 'moss', 'sea', 'indigo', 'plum', 'slate'])), name='club_of_a_known_colour'), models.CheckConstraint(condition=models.Q(('address', ''), _negated=True), name='an_address_says_something')],
            },
        ),
        migrations.CreateModel(
            name='JoinRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, max_length=80)),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('language', models.CharField(blank=True, max_length=10)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('made_at', models.DateTimeField()),
                ('account', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='join_request', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='join_requests', to='players.person')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='join_requests', to='players.club')),
                ('scope', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='journal.scope')),
            ],
            options={
                'ordering': ['made_at', 'pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('account', None), ('person', None), models.Q(('name', ''), _negated=True)), models.Q(('email', ''), ('name', '')), _connector='OR'), name='join_request_is_open_or_approved'), models.UniqueConstraint(fields=('club', 'person'), name='who_has_an_account_asks_a_club_once')],
            },
        ),
        migrations.CreateModel(
            name='MailSubscription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mail_subscriptions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['account', 'kind'],
                'constraints': [models.UniqueConstraint(fields=('account', 'kind'), name='one_subscription_a_kind'), models.CheckConstraint(condition=models.Q(('kind', ''), _negated=True), name='subscriptions_say_to_what')],
            },
        ),
        migrations.CreateModel(
            name='Passkey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('credential', models.CharField(max_length=1364, unique=True)),
                ('public_key', models.BinaryField()),
                ('sign_count', models.BigIntegerField()),
                ('name', models.CharField(max_length=60)),
                ('made_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(null=True)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='passkeys', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='NotificationSettings',
            fields=[
                ('account', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='notification_settings', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('without_push', models.JSONField(default=list)),
                ('quiet_from', models.TimeField(null=True)),
                ('quiet_to', models.TimeField(null=True)),
                ('time_zone', models.CharField(default='UTC', max_length=60)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('quiet_from', None), ('quiet_to', None)), models.Q(('quiet_from__isnull', False), ('quiet_to__isnull', False)), _connector='OR'), name='quiet_hours_have_both_ends')],
            },
        ),
        migrations.CreateModel(
            name='PushDevice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.CharField(max_length=500, unique=True)),
                ('key', models.CharField(max_length=100)),
                ('secret', models.CharField(max_length=30)),
                ('browser', models.CharField(blank=True, max_length=120)),
                ('made_at', models.DateTimeField()),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_devices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['made_at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Notification',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=12)),
                ('about', models.CharField(max_length=40)),
                ('state', models.CharField(blank=True, max_length=60)),
                ('message', models.JSONField()),
                ('address', models.CharField(max_length=200)),
                ('at', models.DateTimeField()),
                ('until', models.DateTimeField()),
                ('read_at', models.DateTimeField(null=True)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.person')),
            ],
            options={
                'ordering': ['-at', '-pk'],
                'indexes': [models.Index(fields=['kind', 'about'], name='notifications_by_thing')],
                'constraints': [models.UniqueConstraint(fields=('account', 'kind', 'about'), name='one_notification_of_a_thing'), models.CheckConstraint(condition=models.Q(models.Q(('kind', ''), _negated=True), models.Q(('address', ''), _negated=True)), name='notifications_lead_somewhere'), models.CheckConstraint(condition=models.Q(('until__gt', models.F('at'))), name='notifications_last')],
            },
        ),
        migrations.CreateModel(
            name='NoFollowers',
            fields=[
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='no_followers', serialize=False, to='players.person')),
                ('made_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Follow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made_at', models.DateTimeField()),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='follows', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='followers', to='players.club')),
                ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='followers', to='players.person')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('account', 'person'), name='a_person_is_followed_once'), models.UniqueConstraint(fields=('account', 'club'), name='a_club_is_followed_once'), models.CheckConstraint(condition=models.Q(models.Q(('club__isnull', False), ('person__isnull', True)), models.Q(('club__isnull', True), ('person__isnull', False)), _connector='OR'), name='a_person_or_a_club_is_followed')],
            },
        ),
        migrations.CreateModel(
            name='Upload',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, max_length=120)),
                ('size', models.PositiveIntegerField()),
                ('sha256', models.CharField(max_length=64)),
                ('begun_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(db_index=True)),
                ('is_whole', models.BooleanField(default=False)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='uploads', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('account', 'sha256'), name='a_file_is_sent_once_by_an_account'), models.CheckConstraint(condition=models.Q(('size__gt', 0)), name='an_upload_holds_something')],
            },
        ),
        migrations.CreateModel(
            name='UploadPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('content', models.BinaryField()),
                ('upload', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='players.upload')),
            ],
            options={
                'ordering': ['upload', 'number'],
                'constraints': [models.UniqueConstraint(fields=('upload', 'number'), name='one_part_of_an_upload_a_number'), models.CheckConstraint(condition=models.Q(('number__gt', 0)), name='parts_of_an_upload_count_from_1')],
            },
        ),
        migrations.CreateModel(
            name='HousePlayer',
            fields=[
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='house_player', serialize=False, to='players.person')),
                ('rules', models.CharField(max_length=40)),
                ('level', models.PositiveSmallIntegerField()),
                ('control', models.CharField(max_length=40)),
                ('since', models.DateField()),
                ('until', models.DateField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='house_players', to='players.club')),
            ],
            options={
                'ordering': ['rules', 'level'],
                'constraints': [models.UniqueConstraint(fields=('club', 'rules', 'level'), name='one_house_player_a_level'), models.CheckConstraint(condition=models.Q(('level__gte', 1)), name='a_house_player_has_a_level'), models.CheckConstraint(condition=models.Q(('until', None), ('until__gte', models.F('since')), _connector='OR'), name='house_players_leave_later')],
            },
        ),
        migrations.CreateModel(
            name='GuardianConsent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('birth_year', models.PositiveSmallIntegerField()),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('guardian', models.CharField(blank=True, max_length=80)),
                ('language', models.CharField(blank=True, max_length=10)),
                ('digest', models.CharField(blank=True, max_length=64)),
                ('asked_at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='guardian_consents', to='players.club')),
                ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='guardian_consents', to='players.person')),
                ('request', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='guardian_consent', to='players.joinrequest')),
            ],
            options={
                'ordering': ['asked_at', 'pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('request__isnull', False), ('person__isnull', False), _connector='OR'), name='guardian_is_asked_about_someone'), models.UniqueConstraint(condition=models.Q(('digest', ''), _negated=True), fields=('digest',), name='one_guardian_consent_a_link')],
            },
        ),
        migrations.CreateModel(
            name='GuardianAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('answer', models.CharField(choices=[('given', 'Given'), ('refused', 'Refused'), ('withdrawn', 'Withdrawn')], max_length=9)),
                ('at', models.DateTimeField()),
                ('consent', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='players.guardianconsent')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('answer__in', ['given', 'refused', 'withdrawn'])), name='guardian_answer_is_known')],
            },
        ),
        AppendOnly("players_guardiananswer"),
        RunOnPostgreSQL(FIND_PARTS_OF_NAMES, FIND_WHOLE_NAMES),
    ]
