from common import registration


class RatingsConfig(registration.RegisteringConfig):
    name = "ratings"

    def ready(self) -> None:
        """The acts of ratings are known, too."""
        from ratings.arranged import acts as _arranged  # noqa: F401  importing registers
        from ratings.ledger import acts as _ledger  # noqa: F401
        from ratings.lists import acts as _lists  # noqa: F401
        from ratings.pools import acts as _pools  # noqa: F401

        super().ready()
