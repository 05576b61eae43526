"""Wrong turns of ZÈRTZ, and how each is refused."""

from testing.engine.rules.kit_data import RULES, ZERTZ_RIM, zertz_position

SHAPE = "%s is not a turn: write Wd4,d1 to place a marble and take a ring, xd1Gd3 to capture"
MUST_CAPTURE = "a marble can be captured, so you must capture"
NO_CAPTURE = "no marble can jump, so there is nothing to capture"
HELD = "the ring %s cannot slide off the board: other rings are in its way"
BEHIND = "a jump ends on the ring straight behind a marble, and %s is not two away from %s"
NO_FURTHER = "the marble cannot jump any further"
INCOMPLETE = "%s is not yet a complete turn. %s"
TAKE_A_RING = "Choose the ring to remove."
WRONG_MARBLES = "these are not the marbles that the turn isolates"

START = RULES["zertz-37"].start()
PLACED = zertz_position(marbles="Wd4", gone="d7 e6")
CAPTURE = zertz_position(marbles="Wd4 Gd5 Ba1")
BLOCKED = zertz_position(marbles="Wd4 Gd5 Bd6 Ge4", gone="g1 g2")
CHAIN = zertz_position(marbles="Wd4 Gd5 Be5")
ISOLATED = zertz_position(marbles="Wa1", gone="a3 b1 b2 b3")
NO_WHITE = zertz_position(marbles="Wa1 Wa3 Wg1 Wg3", captured=("W", "W"))
OWN = zertz_position(marbles="Wd4", pool="", captured=("G", "B"))
NOTHING = zertz_position(marbles="Wd4", pool="", captured=("", "B"))
NO_FREE_RING = zertz_position(
    marbles=" ".join(f"{colour}{ring}" for colour, ring in zip("WWGGGGGGGBBBBBBBBB", ZERTZ_RIM.split(), strict=True))
)
OVER = zertz_position(captured=("WWWW", ""))

TURNS = [
    (START, "", SHAPE % ""),
    (START, "d4", SHAPE % "d4"),
    (START, "wd4,d1", SHAPE % "wd4,d1"),
    (START, "Yd4,d1", SHAPE % "Yd4,d1"),
    (START, "Wd4;d1", SHAPE % "Wd4;d1"),
    (START, "Wd4,d1,a1", SHAPE % "Wd4,d1,a1"),
    (START, "Wd4," * 60, SHAPE % ("Wd4," * 6 + "…")),
    (START, "Wd8,d1", "the board has no ring d8"),
    (START, "Wh1,d1", "the board has no ring h1"),
    (START, "Wd4,d9", "the board has no ring d9"),
    (START, "Wd4", INCOMPLETE % ("Wd4", TAKE_A_RING)),
    (START, "W", INCOMPLETE % ("W", "Choose a vacant ring for the marble.")),
    (START, "Wd4,d4", "a marble lies on d4"),
    (START, "Wd1,d1", "a marble lies on d1"),
    (START, "Wd4,d3", HELD % "d3"),
    (START, "Wd4,b2", HELD % "b2"),
    (START, "pass", "you can place a marble, so you may not pass"),
    (START, "xd1Gd3", NO_CAPTURE),
    (START, "xd1", NO_CAPTURE),
    (PLACED, "Gd4,a1", "a marble lies on d4"),
    (PLACED, "Gd7,a1", "the ring d7 has left the board"),
    (PLACED, "Ga1,d7", "the ring d7 has left the board"),
    (PLACED, "Ga1,d4", "a marble lies on d4"),
    (PLACED, "Ga1,d3", HELD % "d3"),
    (PLACED, "xd4Gd6", NO_CAPTURE),
    (CAPTURE, "Ba2,a3", MUST_CAPTURE),
    (CAPTURE, "W", MUST_CAPTURE),
    (CAPTURE, "pass", MUST_CAPTURE),
    (CAPTURE, "xa1Ba3", "the marble on a1 cannot jump"),
    (CAPTURE, "xb2Gb4", "there is no marble on b2"),
    (CAPTURE, "xd9Gd3", "the board has no ring d9"),
    (CAPTURE, "xd4", INCOMPLETE % ("xd4", "Choose where the marble jumps.")),
    (CAPTURE, "xd4Bd6", "the marble on d5 is grey, not black"),
    (CAPTURE, "xd4Gd7", BEHIND % ("d7", "d4")),
    (CAPTURE, "xd4Gd5", BEHIND % ("d5", "d4")),
    (CAPTURE, "xd4Ge6", BEHIND % ("e6", "d4")),
    (CAPTURE, "xd4Wd2", "there is no marble on d3"),
    (CAPTURE, "xd4Gd9", "the board has no ring d9"),
    (CAPTURE, "xd4Gd6Wd4", NO_FURTHER),
    (CAPTURE, "xd4Gd6xBa1", WRONG_MARBLES),
    (BLOCKED, "xd4Gd6", "a marble lies on d6"),
    (CHAIN, "xd4Gd6", INCOMPLETE % ("xd4Gd6", "The marble must jump on: choose where.")),
    (CHAIN, "xd4Gd6Gf4", "the marble on e5 is black, not grey"),
    (CHAIN, "xd4Gd6Bf4Wd2", NO_FURTHER),
    (ISOLATED, "Ba2,d1xWa1", WRONG_MARBLES),
    (NO_WHITE, "Wd4,d1", "no white marble is left"),
    (OWN, "Ba1,g1", "you have no black marble to place"),
    (OWN, "pass", "you can place a marble, so you may not pass"),
    (NOTHING, "Ba1,g1", "you have no marble to place: you must pass"),
    (NO_FREE_RING, "Wd4,c3", "no ring can be removed here, so name none"),
    (OVER, "Ba1,g1", "the game is over"),
]
TOUCHES = [
    (START, [], "d4", "choose a marble first"),
    (PLACED, ["colour-G"], "d4", "a marble lies on d4"),
    (START, ["colour-W", "d4"], "d3", HELD % "d3"),
    (CAPTURE, [], "a1", "the marble on a1 cannot jump"),
    (CAPTURE, ["d4"], "d2", "there is no marble on d3"),
]
