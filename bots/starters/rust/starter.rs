//! A complete bot for reiver in one file and without a crate: put your own name in, then change `choose`.
//!
//! The arbiter writes lines to standard input and reads the answers from standard output; protocol/SPEC.md has them
//! all, protocol/RULES.md the rules of the game. Use standard error for debug output: `eprintln!`.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

const NAME: &str = "Rust starter";
const AUTHOR: &str = "reiver";
const VERSION: &str = "1.0";

/// Sends one line. Without the flush it could stay in this process, and the arbiter would wait in vain.
fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

/// What a `turn` or `return` line tells. It has all that a bot may know, so that nothing has to be remembered.
struct Turn<'a> {
    fields: HashMap<&'a str, &'a str>,
}

/// The two sides of a stone.
struct Sides<'a> {
    mine: Vec<&'a str>,
    #[allow(dead_code)] // yours to use
    theirs: Vec<&'a str>,
}

impl<'a> Turn<'a> {
    /// Each word is `key=value`. Fields that this bot does not know do no harm here: nobody asks for them.
    fn new(words: impl Iterator<Item = &'a str>) -> Self {
        Turn { fields: words.filter_map(|word| word.split_once('=')).collect() }
    }

    /// A list field, such as `hand` or `mud`.
    fn items(&self, key: &str) -> Vec<&'a str> {
        split(self.fields.get(key).unwrap_or(&"-"))
    }

    fn sides(&self, stone: u8) -> Sides<'a> {
        let text = self.fields.get(stone.to_string().as_str()).unwrap_or(&"-/-");
        let (mine, theirs) = text.split_once('/').unwrap_or(("-", "-"));
        Sides { mine: split(mine), theirs: split(theirs) }
    }

    /// May one more card go to my side of this stone?
    fn has_room(&self, stone: u8) -> bool {
        let name = stone.to_string();
        let listed = |key| self.items(key).contains(&name.as_str());
        let size = if listed("mud") { 4 } else { 3 };
        !listed("mine") && !listed("theirs") && self.sides(stone).mine.len() < size
    }
}

/// Takes a list apart; `-` is the empty one.
fn split(text: &str) -> Vec<&str> {
    if text == "-" { Vec::new() } else { text.split(',').collect() }
}

/// The value of a clan card such as `R5`; nothing for a tactics card such as `spy`.
fn clan_value(card: &str) -> Option<u8> {
    if card.len() == 2 { card[1..].parse().ok() } else { None }
}

/// Chooses the play of a turn, such as `R5 3`; `None` passes, which is legal only if no clan card can be played.
///
/// This is where your ideas go. For a start: the highest clan card (the first of several) to the first stone with
/// room. In the expert variants the claims come before the play; a stone that they take had a complete side of mine,
/// so it had no room anyway.
fn choose(turn: &Turn) -> Option<String> {
    let mut best: Option<(u8, &str)> = None;
    for card in turn.items("hand") {
        if let Some(value) = clan_value(card) {
            if best.map_or(true, |(highest, _)| value > highest) {
                best = Some((value, card));
            }
        }
    }
    let (_, card) = best?;
    let stone = (1..=9).find(|&stone| turn.has_room(stone))?;
    Some(format!("{card} {stone}"))
}

/// Chooses what a recruiter returns: as many cards as `give` says, jokers last, since a useless one must stay.
fn give_back(turn: &Turn) -> String {
    let mut hand = turn.items("hand");
    hand.sort_by_key(|&card| card == "joker"); // stable: the rest keeps its order
    hand.truncate(turn.fields.get("give").and_then(|give| give.parse().ok()).unwrap_or(0));
    if hand.is_empty() { "-".to_string() } else { hand.join(",") }
}

/// Answers the lines of the arbiter until it says `quit` or closes the input.
fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let line = line?;
        let mut words = line.split_whitespace(); // also takes care of more spaces and of "\r\n"
        match (words.next().unwrap_or(""), words.next()) {
            ("hello", _) => {
                say(&format!("name {NAME}\nauthor {AUTHOR}\nversion {VERSION}"))?;
                say("ready 1")?; // the version of the protocol that this bot speaks
            }
            ("ping", Some(token)) => say(&format!("pong {token}"))?,
            ("game", _) => say("ok")?, // its fields tell the variant, your seat, the limits, a seed
            ("turn", Some(number)) => match choose(&Turn::new(words)) {
                // `claim all` claims every stone that can be granted and nothing else: it is never refused.
                Some(play) => say(&format!("play {number} {play} claim all"))?,
                None => say(&format!("pass {number} claim all"))?,
            },
            ("return", Some(number)) => say(&format!("return {number} {}", give_back(&Turn::new(words))))?,
            ("quit", _) => break,
            _ => {} // news (`opponent`, `refused`, `result`) or of a later version: it needs no answer
        }
    }
    Ok(())
}
