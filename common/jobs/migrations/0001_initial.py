from django.db import migrations, models

from common.migrations import InitialMigration


class Migration(InitialMigration):
    dependencies = []

    operations = [
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('worker', models.CharField(max_length=80, unique=True)),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=40)),
                ('subject', models.CharField(max_length=80)),
                ('version', models.PositiveIntegerField(default=1)),
                ('asked_at', models.DateTimeField()),
                ('due_at', models.DateTimeField(db_index=True)),
                ('leased_until', models.DateTimeField(null=True)),
                ('failures', models.PositiveIntegerField(default=0)),
                ('error', models.TextField(blank=True)),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=0)),
                ('is_planned', models.BooleanField(default=False)),
            ],
            options={
                'ordering': ['due_at', 'id'],
                'constraints': [models.UniqueConstraint(fields=('kind', 'subject'), name='one_job_a_subject'), models.CheckConstraint(condition=models.Q(('version__gte', 1)), name='job_version_counts_from_1')],
            },
        ),
        migrations.CreateModel(
            name='Probe',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='JobCount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=40, unique=True)),
                ('done', models.PositiveBigIntegerField(default=0)),
                ('failed', models.PositiveBigIntegerField(default=0)),
                ('seconds', models.FloatField(default=0)),
                ('last_done_at', models.DateTimeField(null=True)),
            ],
        ),
    ]
