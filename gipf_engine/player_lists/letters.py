"""Letters by their script."""

import re

EAST_ASIAN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""A letter of Japanese, Chinese or Korean, in which names have no spaces that could be counted on."""
