"""`python -m verso.server` serves with the settings of the environment."""

import sys

from verso.server.commands import CommandError, serve
from verso.server.settings import InvalidSettings, load

if __name__ == "__main__":
    try:
        serve(load())
    except (CommandError, InvalidSettings) as error:
        sys.exit(f"verso: {error}")
