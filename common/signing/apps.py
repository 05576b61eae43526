from django.apps import AppConfig


class SigningConfig(AppConfig):
    name = "common.signing"
    label = "signing"

    def ready(self) -> None:
        """Let the process know the acts on keys."""
        import common.signing.acts  # noqa: F401
