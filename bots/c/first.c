/* First: plays the first clan card of its hand on the first stone with room, and claims all it can.
 *
 * It never plays a tactics card, so it passes when it has no clan card or no room. A stone that its own claim closes before
 * the play, as in the expert variants, has no room on its side: the play stays legal.
 */
#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { INPUT_SIZE = 1 << 16, OUTPUT_SIZE = 1 << 12, LONGEST_ANSWER = 128 };

static char input[INPUT_SIZE];
static char output[OUTPUT_SIZE];
static size_t output_length;

static int flush_output(void)
{
    size_t sent = 0;
    while (sent < output_length) {
        ssize_t count = write(STDOUT_FILENO, output + sent, output_length - sent);
        if (count < 0)
            return 0;
        sent += (size_t)count;
    }
    output_length = 0;
    return 1;
}

static void say(const char *text, size_t length)
{
    memcpy(output + output_length, text, length);
    output_length += length;
}

#define SAY(literal) say(literal, sizeof literal - 1)

static int cards_on_own_side(const char *sides)
{
    int cards = *sides != '-';
    for (; *sides != '/' && *sides > ' '; sides++)
        cards += *sides == ',';
    return cards;
}

static const char *first_clan_card(const char *hand)
{
    for (; *hand > ' '; hand++) {
        if (hand[1] >= '1' && hand[1] <= '9')
            return hand;
        while (hand[1] > ' ' && *hand != ',')
            hand++;
    }
    return NULL;
}

static unsigned stones_in(const char *list)
{
    unsigned stones = 0;
    for (; *list > ' '; list++)
        if (*list >= '1' && *list <= '9')
            stones |= 1u << (*list - '0');
    return stones;
}

static void answer_turn(const char *number)
{
    const char *hand = "", *field = number;
    int cards[10] = {0};
    unsigned claimed = 0, mud = 0;
    while (*field > ' ')
        field++;
    size_t number_length = (size_t)(field - number);
    for (; *field; field += strcspn(field, " ")) {
        field += strspn(field, " ");
        if (field[0] >= '1' && field[0] <= '9' && field[1] == '=')
            cards[*field - '0'] = cards_on_own_side(field + 2);
        else if (!strncmp(field, "hand=", 5))
            hand = field + 5;
        else if (!strncmp(field, "mine=", 5))
            claimed |= stones_in(field + 5);
        else if (!strncmp(field, "theirs=", 7))
            claimed |= stones_in(field + 7);
        else if (!strncmp(field, "mud=", 4))
            mud = stones_in(field + 4);
    }
    int stone = 1;
    while (stone <= 9 && (claimed >> stone & 1 || cards[stone] >= (mud >> stone & 1 ? 4 : 3)))
        stone++;
    const char *card = first_clan_card(hand);
    if (card && stone <= 9) {
        char play[] = {' ', card[0], card[1], ' ', (char)('0' + stone)};
        SAY("play ");
        say(number, number_length);
        say(play, sizeof play);
    } else {
        SAY("pass ");
        say(number, number_length);
    }
    SAY(" claim all\n");
}

/* Returns 0 if the line says to quit. */
static int answer(const char *line)
{
    if (!strncmp(line, "turn ", 5))
        answer_turn(line + 5 + strspn(line + 5, " "));
    else if (!strncmp(line, "game ", 5))
        SAY("ok\n");
    else if (!strncmp(line, "hello ", 6))
        SAY("name First\nready 1\n");
    else if (!strncmp(line, "ping ", 5)) {
        SAY("pong ");
        say(line + 5, strcspn(line + 5, " "));
        SAY("\n");
    }
    return strcmp(line, "quit") != 0;
}
