"""The command line: `companion COMMAND`. Each command imports the parts of the app it needs."""


def main() -> None:
    from companion.cli.terminal import use_terminal_language

    use_terminal_language()
    from companion.cli.commands import companion  # its texts are localized on import

    companion(prog_name="companion")
