"""Manners: the checks that need no game: who a bot is, whether it answers, and how it leaves."""

from collections.abc import Callable

from arbiter.control import MS
from arbiter.greeting import Identity
from arbiter.kit.check.examiner import Examiner
from arbiter.kit.check.finding import Finding, Trouble, failed, passed
from arbiter.kit.check.subject import Subject
from arbiter.player import start_text
from arbiter.process import StartError
from protocol import codec
from protocol.messages import Set

PINGS, BURST = 50, 200


def check_greeting(examiner: Examiner) -> Finding:
    """From the start of the program to ``ready``."""
    name = "start-up"
    try:
        subject = examiner.subject()
    except StartError as error:
        return failed(
            name, Trouble(start_text(error), cause="is it a program, and executable? Does its first line name one?")
        )
    with subject:
        trouble = subject.greet()
        if trouble:
            return failed(name, trouble)
        ready_ms = examiner.tally.startups_ns[-1] / MS
        return passed(name, f"ready in {ready_ms:.0f} ms: {_who(subject.identity)}")


def check_options(examiner: Examiner) -> Finding:
    """Every option is set to its default; the bot takes them and goes on."""
    name = "options"
    with examiner.subject() as subject:
        trouble = subject.greet()
        options = subject.identity.options
        names = [option.name for option in options]
        twice = sorted({word for word in names if names.count(word) > 1})
        if twice:
            trouble = trouble or Trouble(
                f"the option {twice[0]!r} is offered twice", cause="a name stands for one option"
            )
        for option in options:
            subject.tell(codec.encode(Set(option.name, option.default)))
        trouble = trouble or subject.ask("ping options", ["pong options"])
    return failed(name, trouble) if trouble else passed(name, ", ".join(names) or "none")


def check_ping(examiner: Examiner) -> Finding:
    """One ping after another."""
    with examiner.subject() as subject:
        trouble = subject.greet()
        for number in range(1, PINGS + 1):
            trouble = trouble or subject.ask(f"ping {number}", [f"pong {number}"])
    return failed("ping", trouble) if trouble else passed("ping", f"{PINGS} answered")


def check_burst(examiner: Examiner) -> Finding:
    """Many pings at once, which wait in the pipe."""
    name, tokens = "ping under load", [f"burst-{number}" for number in range(1, BURST + 1)]
    with examiner.subject() as subject:
        trouble = subject.greet()
        asked = "\n".join(f"ping {token}" for token in tokens)
        trouble = trouble or subject.ask(asked, [f"pong {token}" for token in tokens])
    if trouble:
        return failed(name, trouble, suspect="several lines can come in one read: none of them may be dropped")
    return passed(name, f"{BURST} sent at once, all answered in order")


def check_quit(examiner: Examiner) -> Finding:
    """``quit``, while the input stays open."""
    cause = "leave the loop at 'quit'; nobody closes the input first"
    return _leaving(examiner, "quit", lambda subject: subject.tell("quit"), "quit was sent", cause)


def check_end_of_input(examiner: Examiner) -> Finding:
    """The end of the input, without ``quit``."""
    cause = "reading at the end of the input gives nothing, at once and for ever: leave the loop then"
    close = lambda subject: subject.conversation.process.close_input()  # noqa: E731
    return _leaving(examiner, "end of input", close, "its input was closed", cause)


def check_term(examiner: Examiner) -> Finding:
    """The signal TERM."""
    cause = "the signal is ignored, or its handler does not end the process; the next one is KILL"
    terminate = lambda subject: subject.conversation.process.terminate()  # noqa: E731
    return _leaving(examiner, "TERM", terminate, "the signal TERM was sent", cause)


def _leaving(examiner: Examiner, name: str, ask: Callable[[Subject], None], why: str, cause: str) -> Finding:
    with examiner.subject() as subject:
        trouble = subject.greet()
        if not trouble:
            ask(subject)
            trouble = subject.leaves(why, cause)
        return failed(name, trouble) if trouble else passed(name, subject.exit_text)


def _who(identity: Identity) -> str:
    version = f" {identity.version}" if identity.version else ""
    author = f" by {identity.author}" if identity.author else ""
    return f"{identity.name or 'a bot without a name'}{version}{author}"
