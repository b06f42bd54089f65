"""What the steps of a story cost: small for what people do, greater for what they do by mistake.

The unit is of no matter; a difference of 1 is worth believing, one of 3 leaves no doubt.
"""

WIDTH = 64
"""So many stories are kept at most; half of them where every sensor is believed, since fewer are likely."""
ABSURD = 8.0
"""A story that costs so much more than the cheapest is not worth asking about."""
TOO_DEAR = 10.0
"""A story that costs so much more than the cheapest is dropped."""

AS_GOOD = 0.8
"""Stories that differ by less may both be true."""
AT_ONCE = 0.1
"""A marble that slides is seen in its new hole so many seconds, at most, before it is seen to leave."""
EITHER_ORDER = 0.006
"""Edges so close in time, in seconds, may come in either order, wherever they are."""
SLIDING = 0.025
"""A marble that slides is seen in two holes, or in none, for so many seconds, seldom longer."""
BESIDE = 2
"""So many holes, at most, does a marble slide."""

# What a marble set down costs.
PLAYED = 0.3
"""To a hole where the card brings it, or on the way there."""
RARE = 1.5
"""The same where no card is seen, and only a Joker would: nearly all marbles may go so."""
BACK = 0.0
"""To its place when the turn began, from elsewhere."""
ADJUSTED = 0.7
"""Into the hole it was just lifted from, after a while in the hand."""
AMIDST = 0.5
"""So much more if another marble is up with which the card may exchange it: hands adjust one at a time."""
TOUCHED = 0.4
"""The same after less than `brush`; nothing after less than `touch`."""
ALONE = 1.2
"""So much more for both where no hand was beside: whoever brushes one is at another."""
NEAR = 0.5
"""For so many seconds a hand is beside a hole where it took a marble up or set one down."""
SNATCHED = 0.3
"""Into a hole that another one left less than `brush` ago, a hand beside it, and came not back to."""
BLINKED = 1.0
"""The same, less than `touch` ago."""
SLEEVE = 0.6
"""So much more for SNATCHED and BLINKED beside a hole where a hand takes another marble up or has just
done so, or sets one down at once after: that was rather a sleeve."""
BUMPED = 2.0
"""A bumped marble elsewhere than where it belongs, or a partner's to his in-spot without need."""
NEXT = 0.5
"""A marble of the next seat's, whose card nobody knows."""
MISTAKEN = 2.2
"""A marble of the mover's where the card does not bring it."""
STEPPED = 1.1
"""The same from its place to a hole beside, by a Joker: it may be carried along, hole by hole."""
LEAPT = 1.0
"""Farther than a marble slides, by a Joker that was carried along, hole by hole: so much more."""
FOREIGN = 3.5
"""Another seat's marble anywhere but where it was."""
HIDDEN = 2.0
"""The same two for a marble that no good sensor saw leave its hole: so much more."""
HARDLY_LEFT = 1.5
"""One out of a START in which a sensor lies, of which none was seen to leave: so much more."""
ABOUT = 3.0
"""One of a START in which a sensor lies to another hole of it, of which none was seen to leave."""
ALSO_UP = 0.5
"""Such a marble to its START, or in the next seat's turn: rather one that was seen to leave its hole."""
LATE = 6.0
"""A marble owed since before the turn anywhere but where it belongs."""
UNSEEN = 6.5
"""Out of the air, until the marble is seen to have left its hole."""
INSTEAD = 1.5
"""Another marble than the one that left the hole beside just now, or one owed in the place of its like."""
OVERDUE = 3.5
"""One owed for very long, played straight from the hand: it rather lies where no sensor sees it."""
QUICK = 2.0
"""Farther than a marble slides, in less than `AT_ONCE`: so much more."""
OVERTAKEN = 1.3
"""From afar, beside a hole that another one, still up, left less than `brush` ago: rather that one came."""
RETRACED = 1.5
"""Back to a hole that it walked through, from farther than anybody counts too far: so much more."""
SLID = 0.8
"""Seen in its new hole before it was seen to leave the one beside it."""
LAGGING = 1.2
"""The same, and in both holes for longer than `SLIDING`: so much more."""
FLOWN = 2.0
"""The same, and too far for sliding: so much more."""
SPARED = 1.5
"""One that stands again where a play takes it, its captor up at that moment, and something is wrong: it was
rather taken than adjusted."""
STRANGE = 6.0
"""Into another seat's START, or a lane that is not its own."""
