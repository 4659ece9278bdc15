"""Runs the command line: ``python -m arbiter``."""

import sys

from arbiter.cli import main

sys.exit(main())
