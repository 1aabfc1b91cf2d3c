"""The command line: `companion COMMAND`; what the app is made of is loaded by who needs it."""


def main() -> None:
    """Run the command that the arguments name, and exit with its status."""
    from companion.cli.terminal import use_terminal_language

    use_terminal_language()
    from companion.cli.commands import companion  # worded where it is read: not any earlier

    companion(prog_name="companion")
