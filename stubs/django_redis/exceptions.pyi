from typing import Any

class ConnectionInterrupted(Exception):
    def __init__(self, connection: Any) -> None: ...
