// A complete bot for reiver in one file and without a package: put your own name in, then change `choose`.
//
// The arbiter writes lines to standard input and reads the answers from standard output; protocol/SPEC.md has them
// all, protocol/RULES.md the rules of the game. Use standard error for debug output: console.error(...).
import { createInterface } from "node:readline";

const NAME = "JavaScript starter";
const AUTHOR = "reiver";
const VERSION = "1.0";

/** Send one line. Node hands it on at once: there is nothing to flush. */
function say(line) {
  process.stdout.write(line + "\n");
}

/** What a `turn` or `return` line tells: everything a bot may know, so that nothing has to be remembered. */
class Turn {
  /** Each word is `key=value`. Fields that this bot does not know do no harm here: nobody asks for them. */
  constructor(words) {
    this.fields = new Map();
    for (const word of words) {
      const equals = word.indexOf("=");
      if (equals > 0) this.fields.set(word.slice(0, equals), word.slice(equals + 1));
    }
  }

  /** A list field, such as `hand` or `mud`. */
  items(key) {
    return split(this.fields.get(key) ?? "-");
  }

  /** The cards at a stone: on my side, on the opponent's side. */
  sides(stone) {
    return (this.fields.get(stone) ?? "-/-").split("/").map(split);
  }

  /** Whether one more card may go to my side of a stone. */
  hasRoom(stone) {
    if (this.items("mine").includes(stone) || this.items("theirs").includes(stone)) return false; // closed for good
    const [mine] = this.sides(stone);
    return mine.length < (this.items("mud").includes(stone) ? 4 : 3);
  }
}

/** Take a list apart; `-` is the empty one. */
function split(text) {
  return text === "-" ? [] : text.split(",");
}

/** Tell a clan card such as `R5` from a tactics card such as `spy`. */
function isClan(card) {
  return card.length === 2;
}

/**
 * Choose the play of a turn, such as `R5 3`; null passes, which is legal only if no clan card can be played.
 *
 * This is where your ideas go. For a start: the highest clan card (the first of several) to the first stone with room.
 * In the expert variants the claims come before the play; a stone that they take had a complete side of mine, so it
 * had no room anyway.
 */
function choose(turn) {
  const [card] = turn.items("hand").filter(isClan).sort((a, b) => b[1] - a[1]); // stable: the first of several
  const stone = [..."123456789"].find((each) => turn.hasRoom(each));
  return card && stone ? `${card} ${stone}` : null;
}

/** Choose what a recruiter returns: as many cards as `give` says, jokers last, since a useless one must stay. */
function giveBack(turn) {
  const hand = turn.items("hand").sort((a, b) => (a === "joker") - (b === "joker")); // the rest keeps its order
  return hand.slice(0, Number(turn.fields.get("give") ?? 0)).join(",") || "-";
}

// Answer the lines of the arbiter until it says `quit` or closes the input.
const input = createInterface({ input: process.stdin, crlfDelay: Infinity });
let leaving = false;
input.on("line", (line) => {
  const [word, number, ...fields] = line.split(" ").filter(Boolean); // also takes care of more spaces
  if (leaving) return;
  if (word === "hello") {
    say(`name ${NAME}`);
    say(`author ${AUTHOR}`);
    say(`version ${VERSION}`);
    say("ready 1"); // the version of the protocol that this bot speaks
  } else if (word === "ping") {
    say(`pong ${number}`);
  } else if (word === "game") {
    say("ok"); // its fields tell the variant, your seat, the limits, a seed
  } else if (word === "turn") {
    // `claim all` claims every stone that can be granted and nothing else: it is never refused.
    const play = choose(new Turn(fields));
    say(play ? `play ${number} ${play} claim all` : `pass ${number} claim all`);
  } else if (word === "return") {
    say(`return ${number} ${giveBack(new Turn(fields))}`);
  } else if (word === "quit") {
    leaving = true; // no process.exit: without its input Node ends by itself, once everything is written
    process.stdin.destroy();
  } // everything else is news (opponent, refused, result) or of a later version: it needs no answer
});
