from collections.abc import Mapping

from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

class Vapid02:
    private_key: EllipticCurvePrivateKey
    def sign(self, claims: Mapping[str, object]) -> dict[str, str]: ...
    @classmethod
    def verify(cls, auth: str) -> bool: ...
