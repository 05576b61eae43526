from common import registration


class PlayersConfig(registration.RegisteringConfig):
    name = "players"

    def ready(self) -> None:
        """The acts on people, clubs and accounts are known, and those who sign in are noted."""
        import players.accounts.acts
        import players.accounts.sign_in
        import players.clubs.acts
        import players.erasure.acts
        import players.grants.acts
        import players.joining.acts
        import players.people.acts
        import players.setup.acts  # noqa: F401

        super().ready()
