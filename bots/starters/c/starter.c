/* A complete bot for reiver in one file and without a library: put your own name in, then change `choose`.
 *
 * The arbiter writes lines to standard input and reads the answers from standard output; protocol/SPEC.md has them
 * all, protocol/RULES.md the rules of the game. Use standard error for debug output: fprintf(stderr, ...). */
#define _POSIX_C_SOURCE 200809L /* getline, strtok_r */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const NAME = "C starter", *const AUTHOR = "reiver", *const VERSION = "1.0";

enum { STONES = 9, MOST = 64 }; /* there are 64 cards: no list is longer */

struct list { /* points into the line that was read */
    int size;
    const char *item[MOST];
};

/* What a `turn` or `return` line tells. It has all that a bot may know, so that nothing has to be remembered.
 * More fields (blind, first, discard, deck, ...) are read the same way: see `read_turn`. */
struct turn {
    struct list hand, own[STONES + 1], theirs[STONES + 1]; /* the sides of stones 1 to 9; [0] is not used */
    bool claimed[STONES + 1], mud[STONES + 1];
    int give; /* only in `return` */
};

static struct list split(char *text) {
    struct list list = {0};
    char *rest = NULL;
    if (strcmp(text, "-") == 0) return list; /* the empty list */
    for (char *item = strtok_r(text, ",", &rest); item && list.size < MOST; item = strtok_r(NULL, ",", &rest))
        list.item[list.size++] = item;
    return list;
}

static void mark(bool stones[STONES + 1], char *text) {
    struct list list = split(text);
    for (int i = 0; i < list.size; i++)
        if (list.item[i][0] >= '1' && list.item[i][0] <= '9') stones[list.item[i][0] - '0'] = true;
}

static struct turn read_turn(char **rest) {
    struct turn turn = {0};
    for (char *key; (key = strtok_r(NULL, " \r\n", rest));) {
        char *value = strchr(key, '=');
        if (!value) continue;
        *value++ = '\0';
        if (key[0] >= '1' && key[0] <= '9' && key[1] == '\0') { /* a stone: mine/theirs */
            char *slash = strchr(value, '/');
            if (!slash) continue;
            *slash = '\0';
            turn.own[key[0] - '0'] = split(value);
            turn.theirs[key[0] - '0'] = split(slash + 1);
        } else if (strcmp(key, "hand") == 0) turn.hand = split(value);
        else if (strcmp(key, "mine") == 0 || strcmp(key, "theirs") == 0) mark(turn.claimed, value);
        else if (strcmp(key, "mud") == 0) mark(turn.mud, value);
        else if (strcmp(key, "give") == 0) turn.give = atoi(value);
    } /* a field that this bot does not know does no harm */
    return turn;
}

static bool is_clan(const char *card) { return strlen(card) == 2; } /* `R5`; tactics cards have longer names */

static bool has_room(const struct turn *turn, int stone) {
    return !turn->claimed[stone] && turn->own[stone].size < (turn->mud[stone] ? 4 : 3);
}

/* Choose the play of a turn: a card and a stone. false passes, which is legal only if no clan card can be played.
 * This is where your ideas go. For a start: the highest clan card (the first of several) to the first stone with room.
 * In the expert variants the claims come before the play; a stone that they take had a complete side of mine, so it
 * had no room anyway. */
static bool choose(const struct turn *turn, const char **card, int *stone) {
    *card = NULL;
    for (int i = 0; i < turn->hand.size; i++) {
        const char *each = turn->hand.item[i];
        if (is_clan(each) && (!*card || each[1] > (*card)[1])) *card = each;
    }
    for (*stone = 1; *stone <= STONES && !has_room(turn, *stone);) ++*stone;
    return *card && *stone <= STONES;
}

/* Return cards of a recruiter: as many as `give` says, jokers last, since a useless one must stay. */
static void give_back(const struct turn *turn, const char *number) {
    int given = 0;
    printf("return %s ", number);
    for (int jokers = 0; jokers <= 1; jokers++)
        for (int i = 0; i < turn->hand.size && given < turn->give; i++)
            if ((strcmp(turn->hand.item[i], "joker") == 0) == jokers)
                printf("%s%s", given++ ? "," : "", turn->hand.item[i]);
    printf("%s\n", given ? "" : "-");
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* send each line at once: the arbiter would wait in vain otherwise */
    while (getline(&line, &room, stdin) >= 0) {
        char *rest = NULL, *word = strtok_r(line, " \r\n", &rest); /* also takes care of more spaces and of "\r\n" */
        if (!word) continue;
        if (strcmp(word, "quit") == 0) break;
        if (strcmp(word, "hello") == 0) { /* 1 is the version of the protocol that this bot speaks */
            printf("name %s\nauthor %s\nversion %s\nready 1\n", NAME, AUTHOR, VERSION);
        } else if (strcmp(word, "game") == 0) { /* its fields tell the variant, your seat, the limits, a seed */
            puts("ok");
        } else if (strcmp(word, "ping") == 0 || strcmp(word, "turn") == 0 || strcmp(word, "return") == 0) {
            const char *number = strtok_r(NULL, " \r\n", &rest), *card;
            int stone;
            if (!number) continue;
            if (word[0] == 'p') { printf("pong %s\n", number); continue; }
            struct turn turn = read_turn(&rest);
            /* `claim all` claims every stone that can be granted and nothing else: it is never refused. */
            if (word[0] == 'r') give_back(&turn, number);
            else if (choose(&turn, &card, &stone)) printf("play %s %s %d claim all\n", number, card, stone);
            else printf("pass %s claim all\n", number);
        } /* everything else is news (opponent, refused, result) or of a later version: it needs no answer */
    }
    free(line);
    return EXIT_SUCCESS;
}
