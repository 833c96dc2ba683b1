"""The `parlour` command."""


def main() -> int:
    return 0
