"""Positions that show the rules of Guo Wu Guan, each with the turn that is played in it."""

from __future__ import annotations

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Illustration

_FIVE_BY_FIVE = "664462311143 3332531161/2161316522/5554426664/6555445163/5164413352 22 1:0 1 0 0"
_EMPTIED = Message(_("The three tiles of a level are lifted. It is empty and therefore passed."))

START = (
    Illustration(
        "start",
        Message(_("The start: six generals on top, five levels, and one tile in the commons.")),
        _FIVE_BY_FIVE,
    ),
)
START_OKUAN = (
    Illustration(
        "start",
        Message(_("The start: five levels of four tiles, and twelve tiles face down in the commons.")),
        "- 66446231/11433332/53116121/61316522/55544266 646555445163516441335222 1:0 1 0 12",
    ),
)
START_TONG = (
    Illustration(
        "start",
        Message(_("The start: five levels of six tiles, and two tiles face down in the commons.")),
        "- 664462311143/333253116121/613165225554/426664655544/516351644133 5222 1:0 1 0 2",
    ),
)
START_QIQIN = (
    Illustration(
        "start",
        Message(_("The start: the general 21 on top, seven levels of three tiles, and ten tiles in the commons.")),
        "21 516664/526463/332266/554143/331161/515444/311153 55653162446132224265 1:0 1 0 0",
    ),
)

_APART = _("%(tiles)s would be a triple, but they are not neighbours, so they may not be lifted.")

RING = (
    Illustration(
        "ring",
        Message(
            _(
                "The last tile of level 3 and its first two are neighbours. 55, 54 and 64 have three fives, and the"
                " other ends sum to fourteen: they go to the commons."
            )
        ),
        _FIVE_BY_FIVE,
        "3.125",
    ),
    Illustration("apart", Message(_APART, {"tiles": ["21", "31", "22"]}), _FIVE_BY_FIVE, "2.135", refused=True),
)
ANY_THREE = (
    Illustration(
        "apart",
        Message(_("21, 31 and 22 are a small dragon. They need not be neighbours.")),
        _FIVE_BY_FIVE,
        "2.135",
    ),
)
RING_OKUAN = (
    Illustration(
        "apart",
        Message(_APART, {"tiles": ["66", "62", "64"]}),
        "- 6644623164/1143333241/2133/6131652252/5554426622 53116164655544516351 1:0 2 1 7",
        "1.135",
        refused=True,
    ),
)
EMPTIED_OKUAN = (
    Illustration(
        "emptied",
        _EMPTIED,
        "- 215551/652244/536233/521142/436544 6454555131616631616366332232116441 1:0 3 5 2",
        "5.123",
    ),
)
RING_TONG = (
    Illustration(
        "apart",
        Message(_APART, {"tiles": ["66", "64", "55"]}),
        "- 664462311143/333253116121/613165225554/426664655544/516351644133 5222 1:0 1 0 2",
        "4.235",
        refused=True,
    ),
)
EMPTIED_TONG = (
    Illustration(
        "emptied",
        _EMPTIED,
        "- 664462311143/531161/613165225554/426664655544/516351644133 3332215222 1:3 1 1 2",
        "2.123",
    ),
)
LIFT_QIQIN = (
    Illustration(
        "lift",
        Message(_("The three tiles of a level are always neighbours. 33, 22 and 66 are a two-three-kao.")),
        "21 516664/526463/332266/554143/331161/515444/311153 55653162446132224265 1:0 1 0 0",
        "3.123",
    ),
)

PASSING = (
    Illustration(
        "one-general",
        Message(
            _(
                "Level 5 has two tiles. With the left general, 11, they have three ones, and the other ends sum "
                "to fourteen. The general is cut, and the one behind it is turned up."
            )
        ),
        "116611615542 5121326466/4455315333/6331335165/6241544365/6144 52226422 1:4 1 1 0",
        "5xL",
    ),
    Illustration(
        "both-generals",
        Message(_("Level 5 has one tile, 44. With both outer generals, 33 and 43, it is a split: both are cut.")),
        "336641316143 51326654/42553365/21226564/31535544/44 511164626111226352 1:4 3 6 0",
        "5xB",
    ),
    Illustration(
        "no-triple",
        Message(_("With the left general, 65, the two tiles of level 1 make no triple.")),
        "655351 6411/x/x/3333/5255 6243511166614244663222653131225544646354214161 1:0 7 14 0",
        "1xL",
        refused=True,
    ),
)
PASSING_QIQIN = (
    Illustration(
        "general",
        Message(_("With the general 21 the two tiles of level 2 are five points. The level is passed.")),
        "21 3344/6266/1154634211/6431536651/5233/5522326165/4322 6455656131514441 1:1 3 4 0",
        "2xG",
    ),
)
REFILLING = (
    Illustration(
        "refill",
        Message(_("The tile in the commons is moved to the bottom level. None is left for the levels above it.")),
        _FIVE_BY_FIVE,
        "/",
    ),
)
REFILLING_OKUAN = (
    Illustration(
        "refill",
        Message(_("Each level gets a tile from the right end of the commons, the bottom one first.")),
        "- 66446231/11433332/53116121/61316522/55544266 646555445163516441335222 1:0 1 0 12",
        "/",
    ),
)
REFILLING_TONG = (
    Illustration(
        "refill",
        Message(_("The two tiles of the commons go to the two levels at the bottom.")),
        "- 664462311143/333253116121/613165225554/426664655544/516351644133 5222 1:0 1 0 2",
        "/",
    ),
)
REFILLING_QIQIN = (
    Illustration(
        "refill",
        Message(_("An empty level gets a tile like the others.")),
        "21 516664/526463/-/554143/331161/515444/311153 33226655653162446132224265 1:2 1 1 0",
        "/",
    ),
    Illustration(
        "escape",
        Message(_("Level 6 would draw 21. The general returns to its place, and the level gets the next tile, 62.")),
        "- 11643163/66664464/52314432/65612251/x/65613343/42335551 5511412253622154 1:0 5 8 0",
        "/",
    ),
)
