"""What click says to whoever mistypes a command, or asks for help: here it is to be translated."""

from companion.core.sentences import say, say_plural

BORROWED = (
    say("Usage:"),
    say("Options"),
    say("Commands"),
    say("required"),
    say("Show this message and exit."),
    say("Show the version and exit."),
    say("%(prog)s, version %(version)s"),
    say("Confirm the action without prompting."),
    say("Aborted!"),
    say("Error: {message}"),
    say("Error: invalid input"),
    say("Try '{command} {option}' for help."),
    say("Missing command."),
    say("Missing argument"),
    say("Missing option"),
    say("No such option {name!r}."),
    say("No such command {name!r}."),
    say("Option {name!r} does not take a value."),
    say("Invalid value: {message}"),
    say("Invalid value for {param_hint}: {message}"),
    say("{value!r} is not a valid {number_type}."),
    say("{value} is not in the range {range}."),
    say("{name} {filename!r} is a directory."),
    say("{name} {filename!r} is not readable."),
    say("file"),
    say("path"),
    say_plural("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)", n=0),
    say_plural(
        "Got unexpected extra argument ({args})",
        "Got unexpected extra arguments ({args})",
        n=0,
    ),
    say_plural(
        "Option {name!r} requires an argument.",
        "Option {name!r} requires {nargs} arguments.",
        n=0,
    ),
)
