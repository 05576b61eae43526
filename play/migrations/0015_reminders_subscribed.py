"""Reminders by mail become a kind of mail that accounts are subscribed to."""

from django.db import migrations

_KIND = "reminders"


def subscribe(apps, schema_editor):
    rows = apps.get_model("play", "PlayerSettings").objects.filter(reminders=True)
    subscription = apps.get_model("players", "MailSubscription")
    accounts = rows.values_list("account", flat=True)
    subscription.objects.bulk_create([subscription(account_id=account, kind=_KIND) for account in accounts])


def unsubscribe(apps, schema_editor):
    rows = apps.get_model("players", "MailSubscription").objects.filter(kind=_KIND)
    settings = apps.get_model("play", "PlayerSettings")
    for account in rows.values_list("account", flat=True):
        settings.objects.update_or_create(account_id=account, defaults={"reminders": True})
    rows.delete()


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0013_mail_subscriptions'),
        ('play', '0014_reminders'),
    ]

    operations = [
        migrations.RunPython(subscribe, unsubscribe),
        migrations.RemoveField(
            model_name='playersettings',
            name='reminders',
        ),
    ]
