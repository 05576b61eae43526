
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0004_certificates'),
        ('journal', '0006_action'),
    ]

    operations = [
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
                ('occasion', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='record_files', to='journal.scope')),
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
    ]
