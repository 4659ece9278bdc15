/* First: plays the first clan card of its hand on the first stone with room, and claims all it can.
 *
 * It never plays a tactics card, so it passes when it has no clan card or no room. A stone that its own claim closes
 * before the play, as in the expert variants, has no room on its side: the play stays legal.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SAY(literal) say(literal, sizeof literal - 1)
#define STARTS(line, literal) (!strncmp(line, literal, sizeof literal - 1))

static char input[1 << 16], output[1 << 12];
static size_t output_length;

static void flush_output(void)
{
    ssize_t count;
    for (size_t sent = 0; sent < output_length; sent += (size_t)count) {
        count = write(STDOUT_FILENO, output + sent, output_length - sent);
        if (count < 0)
            exit(0);
    }
    output_length = 0;
}

static void say(const char *text, size_t length)
{
    if (length > sizeof output - output_length)
        flush_output();
    if (length <= sizeof output) {
        memcpy(output + output_length, text, length);
        output_length += length;
    }
}

static int count_own_cards(const char *sides)
{
    int cards = *sides != '-';
    for (; *sides != '/' && *sides > ' '; sides++)
        cards += *sides == ',';
    return cards;
}

static const char *find_clan_card(const char *hand)
{
    for (; *hand > ' '; hand++)
        if (hand[1] >= '1' && hand[1] <= '9')
            return hand;
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
    size_t number_length = strcspn(number, " ");
    const char *card = NULL;
    int cards[10] = {0}, stone = 1;
    unsigned claimed = 0, mud = 0;
    for (const char *field = strchr(number, ' '); field; field = strchr(field, ' ')) {
        field++;
        if (field[0] >= '1' && field[0] <= '9' && field[1] == '=')
            cards[*field - '0'] = count_own_cards(field + 2);
        else if (STARTS(field, "hand="))
            card = find_clan_card(field + 5);
        else if (STARTS(field, "mine=") || STARTS(field, "theirs="))
            claimed |= stones_in(field + 5);
        else if (STARTS(field, "mud="))
            mud = stones_in(field + 4);
    }
    while (stone <= 9 && (claimed >> stone & 1 || cards[stone] >= (mud >> stone & 1 ? 4 : 3)))
        stone++;
    int plays = card && stone <= 9;
    say(plays ? "play " : "pass ", 5);
    say(number, number_length);
    if (plays) {
        char play[] = {' ', card[0], card[1], ' ', (char)('0' + stone)};
        say(play, sizeof play);
    }
    SAY(" claim all\n");
}

static void answer(const char *line)
{
    if (STARTS(line, "turn "))
        answer_turn(line + 5);
    else if (STARTS(line, "game "))
        SAY("ok\n");
    else if (STARTS(line, "hello "))
        SAY("name First\nready 1\n");
    else if (STARTS(line, "ping ")) {
        SAY("pong ");
        say(line + 5, strcspn(line + 5, " "));
        SAY("\n");
    }
}

int main(void)
{
    size_t held = 0;
    ssize_t count;
    int has_quit = 0;
    signal(SIGPIPE, SIG_IGN);
    while (!has_quit && (count = read(STDIN_FILENO, input + held, sizeof input - held)) > 0) {
        char *line = input, *end, *stop = input + held + count;
        for (; !has_quit && (end = memchr(line, '\n', (size_t)(stop - line))); line = end + 1) {
            end[end > line && end[-1] == '\r' ? -1 : 0] = '\0';
            has_quit = !strcmp(line, "quit");
            answer(line);
        }
        flush_output();
        held = line == input && stop == input + sizeof input ? 0 : (size_t)(stop - line);
        memmove(input, line, held);
    }
    return 0;
}
