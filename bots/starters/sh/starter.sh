#!/bin/sh
# A complete bot for reiver in POSIX shell, which starts no other program: put your own name in, then change `choose`.
#
# The arbiter writes lines to standard input and reads the answers from standard output; protocol/SPEC.md has them
# all, protocol/RULES.md the rules of the game. Use standard error for debug output: printf '%s\n' "$play" >&2.

name='POSIX shell starter'
author='reiver'
version='1.0'

set -f # no word of a line is ever a pattern for file names
return_character=$(printf '\r')

# say LINE: send one line. The shell has no buffer that would have to be flushed.
say() {
    printf '%s\n' "$1"
}

# field NAME: its value in $value; `-` if the line has no such field. $fields is all that a bot may know, as
# ` hand=R5,spy 1=R6/- ... `, so that nothing has to be remembered. Unknown fields do no harm: nobody asks for them.
field() {
    case $fields in
        *" $1="*) value=${fields#*" $1="} value=${value%% *} ;;
        *) value=- ;;
    esac
}

# contains LIST ITEM
contains() {
    case ,$1, in *,"$2",*) return 0 ;; esac
    return 1
}

# count LIST: how many items it has, in $count; `-` is the empty list.
count() {
    IFS=,
    set -- $1 # a function's $1, $2, ... are its own
    unset IFS
    count=$#
    [ "$1" != - ] || count=0
}

# has_room STONE: may one more card go to my side of it?
has_room() {
    field mine
    if contains "$value" "$1"; then return 1; fi # claimed: closed for good
    field theirs
    if contains "$value" "$1"; then return 1; fi
    field mud
    size=3
    if contains "$value" "$1"; then size=4; fi
    field "$1" # mine/theirs: ${value%%/*} is my side, ${value#*/} the opponent's
    count "${value%%/*}"
    [ "$count" -lt "$size" ]
}

# choose: the play of a turn, such as `R5 3`, in $play; empty passes, which is legal only if no clan card can be played.
# This is where your ideas go. For a start: the highest clan card (the first of several) to the first stone with room.
# In the expert variants the claims come before the play; a stone that they take had a complete side of mine, so it
# had no room anyway.
choose() {
    play='' best='' highest=0
    field hand
    IFS=,
    set -- $value
    unset IFS
    for card in "$@"; do
        case $card in
            [ROYGBP][1-9]) # a clan card; tactics cards have longer names
                if [ "${card#?}" -gt "$highest" ]; then best=$card highest=${card#?}; fi ;;
        esac
    done
    if [ -z "$best" ]; then return; fi
    for stone in 1 2 3 4 5 6 7 8 9; do
        if has_room "$stone"; then
            play="$best $stone"
            return
        fi
    done
}

# give_back: what a recruiter returns, in $cards: as many as `give` says, jokers last, since a useless one must stay.
give_back() {
    field give
    give=$value cards='' jokers='' others=''
    field hand
    IFS=,
    set -- $value
    unset IFS
    for card in "$@"; do
        case $card in
            joker) jokers="$jokers $card" ;;
            -) ;;
            *) others="$others $card" ;;
        esac
    done
    for card in $others $jokers; do
        if [ "$give" -gt 0 ]; then cards="$cards,$card" give=$((give - 1)); fi
    done
    cards=${cards#,}
    cards=${cards:--}
}

# Answer the lines of the arbiter until it says `quit` or closes the input.
while read -r line || [ -n "$line" ]; do
    set -- ${line%"$return_character"} # the words of the line, also with more spaces or with "\r\n"
    case $1 in
        hello)
            say "name $name"
            say "author $author"
            say "version $version"
            say 'ready 1' ;; # the version of the protocol that this bot speaks
        ping) say "pong $2" ;;
        game) say ok ;; # its fields tell the variant, your seat, the limits, a seed
        turn)
            fields=" $* "
            choose # `claim all` claims every stone that can be granted and nothing else: it is never refused
            if [ -n "$play" ]; then say "play $2 $play claim all"; else say "pass $2 claim all"; fi ;;
        return)
            fields=" $* "
            give_back
            say "return $2 $cards" ;;
        quit) exit 0 ;;
        *) ;; # news (opponent, refused, result) or of a later version: it needs no answer
    esac
done
exit 0
