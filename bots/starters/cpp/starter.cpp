// A complete bot for reiver in one file and without a library: put your own name in, then change `choose`.
//
// The arbiter writes lines to standard input and reads the answers from standard output; protocol/SPEC.md has them
// all, protocol/RULES.md the rules of the game. Use standard error for debug output: std::cerr << ...
#include <algorithm>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

using List = std::vector<std::string>;

const std::string NAME = "C++ starter", AUTHOR = "reiver", VERSION = "1.0";

// Send one line. endl also flushes: without that the line would stay here, and the arbiter would wait in vain.
void say(const std::string& line) { std::cout << line << std::endl; }

List split(const std::string& text) {
    List list;
    if (text == "-") return list;  // the empty list
    std::istringstream rest(text);
    for (std::string item; std::getline(rest, item, ',');) list.push_back(item);
    return list;
}

bool contains(const List& list, const std::string& item) {
    return std::find(list.begin(), list.end(), item) != list.end();
}

// What a `turn` or `return` line tells. It has all that a bot may know, so that nothing has to be remembered.
struct Turn {
    std::map<std::string, std::string> fields;

    // Each word is key=value. Fields that this bot does not know do no harm here: nobody asks for them.
    explicit Turn(std::istream& words) {
        for (std::string word; words >> word;) {
            const auto equals = word.find('=');
            if (equals != std::string::npos) fields[word.substr(0, equals)] = word.substr(equals + 1);
        }
    }

    std::string text(const std::string& key, const std::string& otherwise) const {
        const auto found = fields.find(key);
        return found == fields.end() ? otherwise : found->second;
    }

    List items(const std::string& key) const { return split(text(key, "-")); }

    // The cards at a stone, written mine/theirs.
    List mine(int stone) const {
        const std::string both = text(std::to_string(stone), "-/-");
        return split(both.substr(0, both.find('/')));
    }

    List theirs(int stone) const {
        const std::string both = text(std::to_string(stone), "-/-");
        return split(both.substr(both.find('/') + 1));
    }

    // May one more card go to my side of this stone?
    bool has_room(int stone) const {
        const std::string name = std::to_string(stone);
        if (contains(items("mine"), name) || contains(items("theirs"), name)) return false;  // claimed: closed for good
        return mine(stone).size() < (contains(items("mud"), name) ? 4u : 3u);
    }
};

// A clan card such as R5, not a tactics card such as spy?
bool is_clan(const std::string& card) { return card.size() == 2; }

// Choose the play of a turn, such as "R5 3"; nothing passes, which is legal only if no clan card can be played.
// This is where your ideas go. For a start: the highest clan card (the first of several) to the first stone with room.
// In the expert variants the claims come before the play; a stone that they take had a complete side of mine, so it
// had no room anyway.
std::optional<std::string> choose(const Turn& turn) {
    std::string best;
    for (const std::string& card : turn.items("hand"))
        if (is_clan(card) && (best.empty() || card[1] > best[1])) best = card;
    for (int stone = 1; stone <= 9 && !best.empty(); stone++)
        if (turn.has_room(stone)) return best + " " + std::to_string(stone);
    return std::nullopt;
}

// Choose what a recruiter returns: as many cards as `give` says, jokers last, since a useless one must stay.
std::string give_back(const Turn& turn) {
    List hand = turn.items("hand");
    std::stable_partition(hand.begin(), hand.end(), [](const std::string& card) { return card != "joker"; });
    hand.resize(std::min(hand.size(), static_cast<std::size_t>(std::stoul(turn.text("give", "0")))));
    std::string cards;
    for (const std::string& card : hand) cards += (cards.empty() ? "" : ",") + card;
    return cards.empty() ? "-" : cards;
}

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);  // reading words also takes care of more spaces and of "\r\n"
        std::string word, number;
        words >> word;
        if (word == "quit") break;
        if (word == "hello") {
            for (const std::string& each : {"name " + NAME, "author " + AUTHOR, "version " + VERSION}) say(each);
            say("ready 1");  // the version of the protocol that this bot speaks
        } else if (word == "ping" && words >> number) {
            say("pong " + number);
        } else if (word == "game") {  // its fields tell the variant, your seat, the limits, a seed
            say("ok");
        } else if (word == "turn" && words >> number) {
            // `claim all` claims every stone that can be granted and nothing else: it is never refused.
            const auto play = choose(Turn(words));
            say((play ? "play " + number + " " + *play : "pass " + number) + " claim all");
        } else if (word == "return" && words >> number) {
            say("return " + number + " " + give_back(Turn(words)));
        }  // everything else is news (opponent, refused, result) or of a later version: it needs no answer
    }
}
