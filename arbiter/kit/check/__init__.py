"""The check of a bot: one question after another, each answered by a finding that says what is wrong and why."""
