#!/usr/bin/env perl
# A complete bot for reiver in one file and without a module: put your own name in, then change `choose`.
#
# The arbiter writes lines to standard input and reads the answers from standard output; protocol/SPEC.md has them
# all, protocol/RULES.md the rules of the game. Use standard error for debug output: print STDERR ... or warn.
use strict;
use warnings;

my $NAME    = 'Perl starter';
my $AUTHOR  = 'reiver';
my $VERSION = '1.0';

$| = 1;    # send each line at once: otherwise it would stay in this process, and the arbiter would wait in vain

sub say_line {
    my ($line) = @_;
    print "$line\n";
    return;
}

# The fields of a `turn` or `return` line as a hash. It has all that a bot may know, so that nothing has to be
# remembered. Fields that this bot does not know do no harm: nobody asks for them.
sub read_turn {
    my %turn = map { split /=/, $_, 2 } grep { /=/ } @_;
    return \%turn;
}

# Take a list apart; `-` is the empty one, and so is a field that is not there.
sub items {
    my ($text) = @_;
    return !defined $text || $text eq '-' ? () : split /,/, $text;
}

sub contains {
    my ($text, $item) = @_;
    return scalar grep { $_ eq $item } items($text);
}

# The cards at a stone: on my side, on the opponent's side.
sub sides {
    my ($turn, $stone) = @_;
    my ($mine, $theirs) = split m{/}, $turn->{$stone} // '-/-';
    return ([items($mine)], [items($theirs)]);
}

# May one more card go to my side of this stone?
sub has_room {
    my ($turn, $stone) = @_;
    return 0 if contains($turn->{mine}, $stone) || contains($turn->{theirs}, $stone);    # claimed: closed for good
    my ($mine) = sides($turn, $stone);
    return @$mine < (contains($turn->{mud}, $stone) ? 4 : 3);
}

# The value of a clan card such as R5; 0 for a tactics card such as spy.
sub clan_value {
    my ($card) = @_;
    return $card =~ /^[ROYGBP]([1-9])$/ ? $1 : 0;
}

# Choose the play of a turn, such as "R5 3"; undef passes, which is legal only if no clan card can be played.
# This is where your ideas go. For a start: the highest clan card (the first of several) to the first stone with room.
# In the expert variants the claims come before the play; a stone that they take had a complete side of mine, so it
# had no room anyway.
sub choose {
    my ($turn) = @_;
    my ($card, $highest) = (undef, 0);
    for my $each (items($turn->{hand})) {
        my $value = clan_value($each);
        ($card, $highest) = ($each, $value) if $value > $highest;
    }
    my ($stone) = grep { has_room($turn, $_) } 1 .. 9;
    return defined $card && defined $stone ? "$card $stone" : undef;
}

# Choose what a recruiter returns: as many cards as `give` says, jokers last, since a useless one must stay.
sub give_back {
    my ($turn) = @_;
    my @hand   = items($turn->{hand});
    my @cards  = ((grep { $_ ne 'joker' } @hand), (grep { $_ eq 'joker' } @hand));
    my $give   = $turn->{give} // 0;
    $give = @cards if $give > @cards;
    return $give ? join(',', @cards[0 .. $give - 1]) : '-';
}

# Answer the lines of the arbiter until it says `quit` or closes the input.
while (my $line = <STDIN>) {
    my ($word, $number, @fields) = split ' ', $line;    # also takes care of more spaces and of "\r\n"
    next if !defined $word;
    if ($word eq 'hello') {
        say_line("name $NAME");
        say_line("author $AUTHOR");
        say_line("version $VERSION");
        say_line('ready 1');                            # the version of the protocol that this bot speaks
    } elsif ($word eq 'ping') {
        say_line("pong $number");
    } elsif ($word eq 'game') {                         # its fields tell the variant, your seat, the limits, a seed
        say_line('ok');
    } elsif ($word eq 'turn') {
        # `claim all` claims every stone that can be granted and nothing else: it is never refused.
        my $play = choose(read_turn(@fields));
        say_line(defined $play ? "play $number $play claim all" : "pass $number claim all");
    } elsif ($word eq 'return') {
        say_line("return $number " . give_back(read_turn(@fields)));
    } elsif ($word eq 'quit') {
        last;
    }    # everything else is news (opponent, refused, result) or of a later version: it needs no answer
}
exit 0;
