"""Over the tactics limit: plays tactics cards whatever the opponent has played."""

from honest import play, reply, say


def turn(number, view):
    """Play the spy, then the shield."""
    card = next((card for card in view["hand"].split(",") if card in ("spy", "shield")), "")
    say(f"play {number} {card} 9 draw tactics" if card else f"{reply(number, view)} draw tactics")


play(turn=turn)
