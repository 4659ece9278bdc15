"""Card it does not hold: plays a card that is not in its hand."""

from honest import play, say

CARDS = [colour + value for colour in "ROYGBP" for value in "123456789"]


def turn(number, view):
    """Play the first card that is not there."""
    card = next(card for card in CARDS if card not in view["hand"])
    say(f"play {number} {card} 9")


play(turn=turn)
