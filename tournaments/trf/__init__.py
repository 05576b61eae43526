"""The field's file formats: TRF16, TRF26 and the JaVaFo extensions. A pure core."""
