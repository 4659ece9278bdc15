// A complete bot for reiver in one file and without a module: put your own name in, then change choose.
//
// The arbiter writes lines to standard input and reads the answers from standard output; protocol/SPEC.md has them
// all, protocol/RULES.md the rules of the game. Use standard error for debug output: fmt.Fprintln(os.Stderr, ...).
package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
)

const name, author, version = "Go starter", "reiver", "1.0"

// say sends one line. os.Stdout has no buffer; if you put a bufio.Writer around it, flush it here.
func say(format string, values ...any) {
	fmt.Fprintf(os.Stdout, format+"\n", values...)
}

// turn is what a turn or return line tells. It has all that a bot may know, so that nothing has to be remembered.
type turn map[string]string

// readTurn takes the fields apart. Those that this bot does not know do no harm: nobody asks for them.
func readTurn(words []string) turn {
	t := turn{}
	for _, word := range words {
		if key, value, found := strings.Cut(word, "="); found {
			t[key] = value
		}
	}
	return t
}

// split takes a list apart; "-" is the empty one, and so is a field that is not there.
func split(text string) []string {
	if text == "-" || text == "" {
		return nil
	}
	return strings.Split(text, ",")
}

// sides gives the cards at a stone: on my side, on the opponent's side.
func (t turn) sides(stone string) (mine, theirs []string) {
	left, right, _ := strings.Cut(t[stone], "/")
	return split(left), split(right)
}

// hasRoom tells whether one more card may go to my side of a stone.
func (t turn) hasRoom(stone string) bool {
	listed := func(key string) bool { return strings.Contains(t[key], stone) } // the name of a stone is one digit
	size := 3
	if listed("mud") {
		size = 4
	}
	mine, _ := t.sides(stone)
	return !listed("mine") && !listed("theirs") && len(mine) < size
}

// isClan tells a clan card such as R5 from a tactics card such as spy.
func isClan(card string) bool { return len(card) == 2 }

// choose gives the play of a turn, such as "R5 3"; "" passes, which is legal only if no clan card can be played.
//
// This is where your ideas go. For a start: the highest clan card (the first of several) to the first stone with
// room. In the expert variants the claims come before the play; a stone that they take had a complete side of mine,
// so it had no room anyway.
func choose(t turn) string {
	best := ""
	for _, card := range split(t["hand"]) {
		if isClan(card) && (best == "" || card[1] > best[1]) {
			best = card
		}
	}
	for stone := 1; stone <= 9 && best != ""; stone++ {
		if t.hasRoom(strconv.Itoa(stone)) {
			return fmt.Sprintf("%s %d", best, stone)
		}
	}
	return ""
}

// giveBack names what a recruiter returns: as many cards as give says, jokers last, since a useless one must stay.
func giveBack(t turn) string {
	hand := split(t["hand"])
	sort.SliceStable(hand, func(i, j int) bool { return hand[i] != "joker" && hand[j] == "joker" })
	give, _ := strconv.Atoi(t["give"])
	if give == 0 || len(hand) == 0 {
		return "-"
	}
	if give > len(hand) {
		give = len(hand)
	}
	return strings.Join(hand[:give], ",")
}

func main() {
	input := bufio.NewReader(os.Stdin)
	for {
		line, problem := input.ReadString('\n')
		words := strings.Fields(line) // also takes care of more spaces and of "\r\n"
		switch {
		case len(words) == 0: // a blank line
		case words[0] == "hello":
			say("name %s\nauthor %s\nversion %s", name, author, version)
			say("ready 1") // the version of the protocol that this bot speaks
		case words[0] == "ping" && len(words) > 1:
			say("pong %s", words[1])
		case words[0] == "game": // its fields tell the variant, your seat, the limits, a seed
			say("ok")
		case words[0] == "turn" && len(words) > 1:
			// "claim all" claims every stone that can be granted and nothing else: it is never refused.
			if play := choose(readTurn(words[2:])); play != "" {
				say("play %s %s claim all", words[1], play)
			} else {
				say("pass %s claim all", words[1])
			}
		case words[0] == "return" && len(words) > 1:
			say("return %s %s", words[1], giveBack(readTurn(words[2:])))
		case words[0] == "quit":
			return
		} // everything else is news (opponent, refused, result) or of a later version: it needs no answer
		if problem != nil { // the end of the input
			return
		}
	}
}
