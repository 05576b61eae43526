"""Wrong turns of TZAAR, and how each is refused."""

from testing.engine.rules.kit_data import RULES, tzaar_position

SHAPE = "%s is not a turn: write c1-c2 to capture, c1-c2;d3-d4 for two actions, or Zc4 to place a tzaar"
ONLY_PLACED = "all pieces are placed before any captures"
NAME_IT = "name the piece to place: Z is a tzaar, A a tzarra, T a tott"
NO_PASS = "every turn starts with a capture, so you may not pass"
INCOMPLETE = "%s is not yet a complete turn. %s"
LANDS = "Choose where it lands."
NO_CAPTURE = "the stack on %s can capture nothing, and every turn starts with a capture"
OWN = "the first action is a capture, and the stack on %s is your own"
EMPTY_POINT = "a stack must land on another, and %s is empty"
OPPONENT = "the stack on %s is your opponent’s"
HOLE = "no line crosses the hole in the middle of the board"

EMPTY = RULES["tzaar-placed"].start()
PLACED = EMPTY.play("Zc4").play("Tc5")
NO_TZAAR = EMPTY
for _point in ("a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4", "a5", "b5", "c1", "c2"):
    NO_TZAAR = NO_TZAAR.play(f"Z{_point}")
FIRST = RULES["tzaar-fixed"].start()
TURN = tzaar_position(stacks="Td2 td4 td7 TAf3 Zf6 tag4 Te4 te6 Te7 Ah4")
BLACK = tzaar_position(stacks="Td2 td4 td7 TAf3 Zf6 tag4 Te4 te6", mover=1)
LAST = tzaar_position(kept="Za1 Ab1 Tc1 zh1 ah2", stacks="Td2 td4 Af3 Af6")
OVER = tzaar_position()

TURNS = [
    (EMPTY, "", SHAPE % ""),
    (EMPTY, "4", SHAPE % "4"),
    (EMPTY, "Zc", SHAPE % "Zc"),
    (EMPTY, "Zc4;Ac5", SHAPE % "Zc4;Ac5"),
    (EMPTY, "Kc4", SHAPE % "Kc4"),
    (EMPTY, "Zc4," * 12, SHAPE % ("Zc4," * 6 + "…")),
    (EMPTY, "Z", INCOMPLETE % ("Z", "Choose an empty point for the piece.")),
    (EMPTY, "Ze5", HOLE),
    (EMPTY, "Za6", "the board has no point a6"),
    (EMPTY, "Tj1", "the board has no point j1"),
    (EMPTY, "c4", NAME_IT),
    (EMPTY, "pass", NAME_IT),
    (EMPTY, "c1-c2", NAME_IT),
    (PLACED, "Zc4", "c4 is not empty"),
    (PLACED, "Ac5", "c5 is not empty"),
    (NO_TZAAR, "Zd4", "you have no tzaar left to place"),
    (FIRST, "Zd4", "no pieces are placed in this phase"),
    (FIRST, "pass", NO_PASS),
    (FIRST, "d3-d4;d4-d5", "the first turn of the game is one capture only"),
    (FIRST, "d3-d4;a1-a2", "the first turn of the game is one capture only"),
    (TURN, "d2-d4-d7", SHAPE % "d2-d4-d7"),
    (TURN, "d2-d4;d4-d7;f6-f3", SHAPE % "d2-d4;d4-d7;f6-f3"),
    (TURN, "d2;f6-f3", SHAPE % "d2;f6-f3"),
    (TURN, "d2", INCOMPLETE % ("d2", LANDS)),
    (TURN, "d2-d4;f6", INCOMPLETE % ("d2-d4;f6", LANDS)),
    (TURN, "pass", NO_PASS),
    (TURN, "T", "no pieces are placed in this phase"),
    (TURN, "c4-c5", "there is no piece on c4"),
    (TURN, "d4-d2", OPPONENT % "d4"),
    (TURN, "c1-d2", NO_CAPTURE % "c1"),
    (TURN, "b1-a1", NO_CAPTURE % "b1"),
    (TURN, "d2-d9", "the board has no point d9"),
    (TURN, "d2-d2", "a stack must move away from where it is"),
    (TURN, "d2-f7", "d2 and f7 are not on one line"),
    (TURN, "d2-d7", "the stack on d4 is in the way"),
    (TURN, "d2-d3", EMPTY_POINT % "d3"),
    (TURN, "e7-e4", HOLE),
    (TURN, "f3-f6", OWN % "f6"),
    (TURN, "d2-d4;c4-c5", "there is no piece on c4"),
    (TURN, "d2-d4;d7-d4", OPPONENT % "d7"),
    (TURN, "d2-d4;f3-f5", EMPTY_POINT % "f5"),
    (TURN, "d2-d4;e4-e6", HOLE),
    (TURN, "d2-d4;d4-d9", "the board has no point d9"),
    (BLACK, "d2-d4", OPPONENT % "d2"),
    (BLACK, "e6-e4", HOLE),
    (LAST, "d2-d4;f6-f3", "that capture wins the game, and nothing follows it"),
    (OVER, "d2-d4", "the game is over"),
]
TOUCHES = [
    (EMPTY, [], "c4", NAME_IT),
    (PLACED, ["piece-Z"], "c5", "c5 is not empty"),
    (TURN, [], "d4", OPPONENT % "d4"),
    (TURN, ["d2"], "d3", EMPTY_POINT % "d3"),
    (TURN, ["d2", "d4"], "d7", OPPONENT % "d7"),
    (TURN, ["d2", "d4", "f3"], "f5", EMPTY_POINT % "f5"),
]
