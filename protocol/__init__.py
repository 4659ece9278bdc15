"""The line protocol between an arbiter and its bots: the contract, the codec and a client loop."""
