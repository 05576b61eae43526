from django.apps import AppConfig


class SigningConfig(AppConfig):
    name = "common.signing"
    label = "signing"
