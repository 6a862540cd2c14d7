"""`python -m verso.cli`."""

import sys

from verso.cli import main

if __name__ == "__main__":
    sys.exit(main())
