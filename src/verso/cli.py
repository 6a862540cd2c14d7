"""The command line."""


def main() -> None:
    """Run a command."""
