from common import registration


class RatingsConfig(registration.RegisteringConfig):
    name = "ratings"
