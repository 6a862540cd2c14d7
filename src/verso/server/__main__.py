"""`python -m verso.server` serves with the settings of the environment."""

from verso.server.commands import serve
from verso.server.settings import load

if __name__ == "__main__":
    serve(load())
