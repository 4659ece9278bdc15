"""Text from strangers, made safe to print: no control, bidirectional or invisible character in it reaches anybody."""


def printable(text: str, cap: int = 0) -> str:
    """Return `text` with every unprintable character as an escape, cut to `cap` characters if that is not 0."""
    shown = text if text.isprintable() else "".join(map(_escaped, text))
    return shown if not cap or len(shown) <= cap else shown[: cap - 1] + "…"


def _escaped(character: str) -> str:
    if character.isprintable():
        return character
    return character.encode("unicode_escape", "backslashreplace").decode("ascii")
