#!/bin/sh
# Shell wrapper: a shell whose child is the bot, and that stays in between.
"$1" -BS honest.py
exit $?
