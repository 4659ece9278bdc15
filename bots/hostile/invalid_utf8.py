"""Invalid UTF-8: answers with bytes that are no text in any language."""

from honest import play, reply, say_bytes

play(turn=lambda number, view: say_bytes(reply(number, view).encode() + b"\xff\xc0\x80\xed\xa0\x80\n"))
