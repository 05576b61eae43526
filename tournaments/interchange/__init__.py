"""Events as files: TRF, JSON, signed results."""
