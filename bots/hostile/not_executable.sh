#!/bin/sh
# Not executable: a program that nobody may run.
exit 0
