"""Errors by what the user must fix. Each says what, where and what to do; the exit code is the class's."""


class FastjevError(Exception):
    """The family. `exit_code` is what the command line ends with."""

    exit_code = 5


class UsageError(FastjevError):
    """The call's words are off."""

    exit_code = 2


class ReadError(FastjevError):
    """A conversation that cannot be read: unknown, ambiguous or empty."""

    exit_code = 3


class RuleError(FastjevError):
    """A rule file that cannot be used: file, rule id, key."""

    exit_code = 4


class PolicyError(FastjevError):
    """A policy file that cannot be used: file, key, nearest name."""

    exit_code = 4


class SplitError(FastjevError):
    """Conversations that are dealt to no split or to two: file, author."""

    exit_code = 4


class SettingsError(FastjevError):
    """A host's settings file that cannot be used: file, line, column."""

    exit_code = 4


class ModelError(FastjevError):
    """A file of weights that cannot be used, or a question that it does not answer: file, key, nearest name."""

    exit_code = 4


class StoreError(FastjevError):
    """The archive or the journal cannot be read or written, or knows no such thing."""

    exit_code = 3
