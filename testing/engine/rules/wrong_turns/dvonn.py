"""Wrong turns of DVONN, and how each is refused."""

from testing.engine.rules.kit_data import RULES, dvonn_position

SHAPE = "%s is not a turn: write e3 to place a piece, a1-b2 to move a stack, or pass"
ONLY_PLACED = "all pieces are placed before any moves"
MUST_PASS = "none of your stacks can move: you must pass"
MAY_NOT_PASS = "one of your stacks can move, so you may not pass"
INCOMPLETE = "%s is not yet a complete turn. Choose where it lands."
SHUT_IN = "all six points around c3 are occupied, so its stack cannot move"
NO_LANDING = "the stack on %s is %s high, and no stack lies so far from it on a line"
DISTANCE = "the stack on %s moves %s, its height, and %s is at a distance of %s"
EMPTY = "a stack must land on another, and %s is empty"
OPPONENT = "the stack on %s is your opponent’s"
NOBODY = "a single DVONN piece, as on %s, is moved by neither player"

START = RULES["dvonn-placed"].start()
PLACED = START.play("e3").play("f3").play("g3")
MOVING = dvonn_position(stacks="BWc3 Re3 Bc5 We5 Wb3 Bd3 Wc4 RBd4 Wh5 WBBi3 WWWk5")
BLACK = dvonn_position(stacks="BWc3 Re3 Bc5 We5 Wb3 Bd3 Wc4 RBd4", mover=1)
HELD = dvonn_position(stacks="Wc3 Rd3 Bb3 Bc4 Bd4 Bc2 Bb2 We4 Wf5")
STUCK = dvonn_position(stacks="Rc3 Bd3 BWWe3 Bg3")
OVER = dvonn_position(stacks="Rc3 BBd3")

TURNS = [
    (START, "", SHAPE % ""),
    (START, "33", SHAPE % "33"),
    (START, "e", SHAPE % "e"),
    (START, "e3 ", SHAPE % "e3 "),
    (START, "We3", SHAPE % "We3"),
    (START, "e3-f3-g3", SHAPE % "e3-f3-g3"),
    (START, "e10", SHAPE % "e10"),
    (START, "e3," * 20, SHAPE % ("e3," * 8 + "…")),
    (START, "a4", "the board has no point a4"),
    (START, "j1", "the board has no point j1"),
    (START, "l3", "the board has no point l3"),
    (START, "e0", "the board has no point e0"),
    (START, "pass", ONLY_PLACED),
    (START, "e3-f3", ONLY_PLACED),
    (START, "e3-z9", "the board has no point z9"),
    (PLACED, "e3", "e3 is not empty"),
    (PLACED, "G3", "g3 is not empty"),
    (PLACED, "e3-f3", "e3 is not empty"),
    (PLACED, "e4-e5", ONLY_PLACED),
    (PLACED, "pass", ONLY_PLACED),
    (MOVING, "pass", MAY_NOT_PASS),
    (MOVING, "c3", INCOMPLETE % "c3"),
    (MOVING, "a4-b4", "the board has no point a4"),
    (MOVING, "c3-c6", "the board has no point c6"),
    (MOVING, "a1-b2", "there is no piece on a1"),
    (MOVING, "a1", "there is no piece on a1"),
    (MOVING, "e3-d3", NOBODY % "e3"),
    (MOVING, "d3-c3", OPPONENT % "d3"),
    (MOVING, "d4-c4", OPPONENT % "d4"),
    (MOVING, "i3-e3", OPPONENT % "i3"),
    (MOVING, "h5-g5", NO_LANDING % ("h5", 1)),
    (MOVING, "k5-g5", DISTANCE % ("k5", 3, "g5", 4)),
    (MOVING, "c3-c3", "a stack must move away from where it is"),
    (MOVING, "c3-d5", "c3 and d5 are not on one line"),
    (MOVING, "c3-d3", DISTANCE % ("c3", 2, "d3", 1)),
    (MOVING, "c3-f3", DISTANCE % ("c3", 2, "f3", 3)),
    (MOVING, "b3-d3", DISTANCE % ("b3", 1, "d3", 2)),
    (MOVING, "c3-c1", EMPTY % "c1"),
    (MOVING, "c3-a1", EMPTY % "a1"),
    (MOVING, "b3-b4", EMPTY % "b4"),
    (BLACK, "c3-e3", OPPONENT % "c3"),
    (BLACK, "d4-e4", NO_LANDING % ("d4", 2)),
    (BLACK, "e3-d3", NOBODY % "e3"),
    (HELD, "c3-d3", SHUT_IN),
    (HELD, "c3", SHUT_IN),
    (STUCK, "e3-d3", MUST_PASS),
    (STUCK, "d3-c3", MUST_PASS),
    (STUCK, "a1", MUST_PASS),
    (OVER, "d3-c3", "the game is over"),
    (OVER, "pass", "the game is over"),
]
TOUCHES = [
    (PLACED, [], "e3", "e3 is not empty"),
    (MOVING, [], "a1", "there is no piece on a1"),
    (MOVING, [], "d3", OPPONENT % "d3"),
    (MOVING, ["c3"], "c1", EMPTY % "c1"),
    (MOVING, ["c3"], "d3", DISTANCE % ("c3", 2, "d3", 1)),
    (HELD, [], "c3", SHUT_IN),
]
