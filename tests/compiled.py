"""Whether the code under test is compiled, so that nothing can be put in the place of a part of it."""

import pytest

from arbiter import referee

changes_code = pytest.mark.skipif(not referee.__file__.endswith(".py"), reason="compiled code cannot be changed")
