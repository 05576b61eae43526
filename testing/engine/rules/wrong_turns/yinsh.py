"""Wrong turns of YINSH, and how each is refused."""

from testing.engine.rules.kit_data import RULES, yinsh_position

SHAPE = "%s is not a turn: write e3 to place a ring, h7-g7 to move one, or a row as in xe5-i9,e10"
ONLY_PLACED = "rings are placed first, and none moves before all ten are on the board"
ROW_FIRST = "a row of five of your markers must come off first"
ONLY_FOR_A_ROW = "a ring comes off only for a row"
NOTHING_MORE = "nothing more can be done in this turn"
INCOMPLETE = "%s is not yet a complete turn. %s"
RING_OFF = "Choose the ring to remove for the row."

START = RULES["yinsh-normal"].start()
E5_TAKEN = START.play("e5")
MOVING = yinsh_position(M="e7", m="e8")
"""White's e5 has markers above it, and a black ring on h5."""
SHUT_IN = yinsh_position(R="a2 a3 e5 g7 i9", r="b2 b3 k7 k8 k9")
ROW = yinsh_position(M="c4 d4 e4 f4 g4", m="i6", R="a2 a3 a4 a5 e6", r="k7 k8 k9 k10 h8")
BLACK_ROW = yinsh_position(M="c4 d4 e4 f4 g4", m="c6 d6 f6 g6 e6", R="a2 a3 a4 a5 e9", r="k7 k8 k9 k10 h8")
LAST_RING = yinsh_position(M="c4 d4 e4 f4 g4", R="a2 a3 e6", r="k7 k8 k9 k10 h8", off=(2, 0))
MAKING = yinsh_position(M="e6 e7 e8 e9")
OVER = yinsh_position(R="a2 a3", off=(3, 0))

TURNS = [
    (START, "", SHAPE % ""),
    (START, "e", SHAPE % "e"),
    (START, "l5", SHAPE % "l5"),
    (START, "e12", SHAPE % "e12"),
    (START, "e5 e6", SHAPE % "e5 e6"),
    (START, "e5" * 200, SHAPE % ("e5" * 12 + "…")),
    (START, "a1", "the board has no point a1"),
    (START, "a6", "the board has no point a6"),
    (START, "k11", "the board has no point k11"),
    (E5_TAKEN, "e5", "e5 is not empty"),
    (START, "pass", ONLY_PLACED),
    (START, "e5-e6", ONLY_PLACED),
    (E5_TAKEN, "-e6", ONLY_PLACED),
    (START, "xe5-i9,e10", ONLY_PLACED),
    (START, "e5;xe5-i9,e10", ONLY_PLACED),
    (START, ",e5", ONLY_FOR_A_ROW),
    (START, "e5,e5", ONLY_FOR_A_ROW),
    (START, "e5;e6", ONLY_PLACED),
    (MOVING, "h5-h6", "the ring on h5 is your opponent's"),
    (MOVING, "e6-e7", "there is no ring on e6"),
    (MOVING, "e7-e9", "there is no ring on e7"),
    (MOVING, "e5", INCOMPLETE % ("e5", "Choose where the ring moves.")),
    (MOVING, "e5-e5", "the ring must move at least one step"),
    (MOVING, "e5-f7", "e5 and f7 are not on one line"),
    (MOVING, "e5-i5", "the ring on h5 is in the way"),
    (MOVING, "e5-h5", "a ring must stop on an empty point, and h5 is not empty"),
    (MOVING, "e5-a5", "a ring must stop on an empty point, and a5 is not empty"),
    (MOVING, "e5-e7", "a ring must stop on an empty point, and e7 is not empty"),
    (MOVING, "e5-e10", "behind markers a ring must stop on the first empty point, which comes before e10"),
    (MOVING, "e5-a1", "the board has no point a1"),
    (MOVING, "e5;a2-a3", "name the point the ring moves to"),
    (MOVING, "-e6", "first name the ring to move"),
    (MOVING, "pass", "one of your rings can move, so you may not pass"),
    (MOVING, "e5-e6;xe1-e5,a2", "there are not five markers on e1-e5"),
    (MOVING, "xe1-e5,a2;e5-e6", "there are not five markers on e1-e5"),
    (MOVING, "e5-e6,a2", ONLY_FOR_A_ROW),
    (MOVING, "e5-e6;a2-b3", NOTHING_MORE),
    (MOVING, "e5-e6-e7", NOTHING_MORE),
    (MOVING, "e5-e6;pass", NOTHING_MORE),
    (SHUT_IN, "a2-a4", "the ring on a2 cannot move"),
    (ROW, "e6-e7", ROW_FIRST),
    (ROW, "pass", ROW_FIRST),
    (ROW, ",a2", ROW_FIRST),
    (ROW, "xc4-g4", INCOMPLETE % ("xc4-g4", RING_OFF)),
    (ROW, "xc4-g4,h8", "the ring on h8 is your opponent's"),
    (ROW, "xc4-g4,i6", "there is no ring on i6"),
    (ROW, "xc4-g4,c4", "there is no ring on c4"),
    (ROW, "xc4-f4,a2", "c4-f4 is not five points in a line"),
    (ROW, "xc4-h5,a2", "c4-h5 is not five points in a line"),
    (ROW, "xd4-h4,a2", "there are not five markers on d4-h4"),
    (ROW, "xc4-g4;e6-e7", "one of your rings must come off for the row first"),
    (ROW, "xc4-g4;xc4-g4,a2", "one of your rings must come off for the row first"),
    (
        ROW,
        "xc4-g4,a2",
        INCOMPLETE % ("xc4-g4,a2", "Choose the ring to move; a marker stays in its place."),
    ),
    (ROW, "xc4-g4,a2;a2-b3", "there is no ring on a2"),
    (ROW, "xc4-g4,a2;xc4-g4,a3;e6-e7", "there are not five markers on c4-g4"),
    (BLACK_ROW, "xc6-g6,a2;e9-e10", "the markers of c6-g6 are not all yours"),
    (MAKING, "e5-f6", INCOMPLETE % ("e5-f6", "Choose a row to remove.")),
    (MAKING, "e5-f6;xe5-e9", INCOMPLETE % ("e5-f6;xe5-e9", RING_OFF)),
    (MAKING, "e5-f6;a2-b3", ROW_FIRST),
    (MAKING, "e5-f6;xe5-e9,a2;a3-b4", NOTHING_MORE),
    (LAST_RING, "xc4-g4,a2;e6-e7", "that ring wins the game, and nothing follows it"),
    (OVER, "a2-b2", "the game is over"),
]
TOUCHES = [
    (MOVING, [], "h5", "the ring on h5 is your opponent's"),
    (MOVING, ["e5"], "f7", "e5 and f7 are not on one line"),
    (ROW, [], "h8", "the ring on h8 is your opponent's"),  # the row has come off: it went without saying
    (ROW, ["a2"], "a2", "there is no ring on a2"),
    (E5_TAKEN, [], "e5", "e5 is not empty"),
]
