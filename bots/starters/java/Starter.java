import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A complete bot for reiver in one file and without a library: put your own name in, then change {@code choose}.
 *
 * <p>The arbiter writes lines to standard input and reads the answers from standard output; protocol/SPEC.md has them
 * all, protocol/RULES.md the rules of the game. Use standard error for debug output: {@code System.err.println}.
 */
public final class Starter {
    private static final String NAME = "Java starter";
    private static final String AUTHOR = "reiver";
    private static final String VERSION = "1.0";

    /** Sends one line. Without the flush it could stay in this process, and the arbiter would wait in vain. */
    private static void say(String line) {
        System.out.print(line + "\n");
        System.out.flush();
    }

    /** What a turn or return line tells: everything a bot may know, so that nothing has to be remembered. */
    private record Turn(Map<String, String> fields) {
        /** Takes the fields apart. Those that this bot does not know do no harm: nobody asks for them. */
        static Turn of(String[] words) {
            Map<String, String> fields = new HashMap<>();
            for (String word : words) {
                int equals = word.indexOf('=');
                if (equals > 0) fields.put(word.substring(0, equals), word.substring(equals + 1));
            }
            return new Turn(fields);
        }

        /** A list field, such as hand or mud. */
        List<String> items(String key) {
            return split(fields.getOrDefault(key, "-"));
        }

        /** The cards at a stone: 0 on my side, 1 on the opponent's side. */
        List<String> side(int stone, int whose) {
            return split(fields.getOrDefault(Integer.toString(stone), "-/-").split("/")[whose]);
        }

        /** May one more card go to my side of this stone? */
        boolean hasRoom(int stone) {
            String name = Integer.toString(stone);
            if (items("mine").contains(name) || items("theirs").contains(name)) return false; // closed for good
            return side(stone, 0).size() < (items("mud").contains(name) ? 4 : 3);
        }
    }

    /** Takes a list apart; "-" is the empty one. */
    private static List<String> split(String text) {
        return text.equals("-") ? List.of() : List.of(text.split(","));
    }

    /** Tells a clan card such as R5 from a tactics card such as spy. */
    private static boolean isClan(String card) {
        return card.length() == 2;
    }

    /**
     * Chooses the play of a turn, such as "R5 3"; nothing passes, which is legal only if no clan card can be played.
     *
     * <p>This is where your ideas go. For a start: the highest clan card (the first of several) to the first stone
     * with room. In the expert variants the claims come before the play; a stone that they take had a complete side of
     * mine, so it had no room anyway.
     */
    private static Optional<String> choose(Turn turn) {
        String best = null;
        for (String card : turn.items("hand")) {
            if (isClan(card) && (best == null || card.charAt(1) > best.charAt(1))) best = card;
        }
        for (int stone = 1; stone <= 9 && best != null; stone++) {
            if (turn.hasRoom(stone)) return Optional.of(best + " " + stone);
        }
        return Optional.empty();
    }

    /** Words the answer: "claim all" claims every stone that can be granted and nothing else, so is never refused. */
    private static String answer(String number, Turn turn) {
        return choose(turn).map(play -> "play " + number + " " + play).orElse("pass " + number) + " claim all";
    }

    /** Chooses what a recruiter returns: as many cards as give says, jokers last, since a useless one must stay. */
    private static String giveBack(Turn turn) {
        List<String> hand = new ArrayList<>(turn.items("hand"));
        hand.sort(Comparator.comparing(card -> card.equals("joker"))); // stable: the rest keeps its order
        int give = Integer.parseInt(turn.fields().getOrDefault("give", "0"));
        String cards = String.join(",", hand.subList(0, Math.min(give, hand.size())));
        return cards.isEmpty() ? "-" : cards;
    }

    /** Answers the lines of the arbiter until it says quit or closes the input. */
    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line; (line = input.readLine()) != null; ) { // also takes care of "\r\n"
            String[] words = line.trim().split(" +", 3); // the message, its number or token, the rest
            String second = words.length > 1 ? words[1] : "-";
            Turn turn = Turn.of(words.length > 2 ? words[2].split(" +") : new String[0]);
            switch (words[0]) {
                case "hello" -> {
                    answer("1", Turn.of("hand=R1 1=-/-".split(" "))); // the first call is slow: not in a turn, then
                    say("name " + NAME + "\nauthor " + AUTHOR + "\nversion " + VERSION);
                    say("ready 1"); // the version of the protocol that this bot speaks
                }
                case "ping" -> say("pong " + second);
                case "game" -> say("ok"); // its fields tell the variant, your seat, the limits, a seed
                case "turn" -> say(answer(second, turn));
                case "return" -> say("return " + second + " " + giveBack(turn));
                case "quit" -> { return; }
                default -> { } // news (opponent, refused, result) or of a later version: it needs no answer
            }
        }
    }
}
