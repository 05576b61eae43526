"""The tests. What they share with benchmarks stands in `testing`, whose assertions say what they compared, too."""

import pytest

pytest.register_assert_rewrite("testing")
