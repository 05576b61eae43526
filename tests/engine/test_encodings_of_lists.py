"""Lists whose encoding nobody said are read in the one that their language is written in."""

from __future__ import annotations

import pytest

from gipf_engine.player_lists.decoding import decode

FRENCH = "Nom;Classement\nBeaufils Éloïse;1720\nŒuvrard Loïc;1567\n"
DUTCH = "Naam;Contributie\nHendriks Loïs;€ 62,50\nvan der Laan Renée;€ 31,25\nMulder Bram;€ 62,50\n"
SPANISH = "Jugador;¿De qué club?\nÍñigo Núñez;Guadalajara\nSørensen Mª Pilar;–\n"
ENGLISH = "Ada Byron – £48\nBen Moss – £6.00\nCafé Rouge · 7 pm\n"
CZECH = "Předmět: přihláška\nŘezníček Bohumil 1733\nKučerová Eliška\n"
SERBIAN = "Ime;Rejting\nĐorđević Miloš;1650\nŽivković Ana;1512\n"
TURKISH = "Ad Soyad;Kulüp\nAyşe Yıldız;Çankaya\nİbrahim Şahin;Ümraniye\n"
CHINESE = "1、温书涵，1655\n2、祁明哲，1502\n3、乐思齐\n"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (FRENCH, "cp1252"),
        (DUTCH, "cp1252"),
        (SPANISH, "cp1252"),
        (ENGLISH, "cp1252"),
        (CZECH, "cp1250"),
        (SERBIAN, "cp1250"),
        (TURKISH, "cp1254"),
        (CHINESE, "gb18030"),
    ],
)
def test_a_short_list_is_read_in_the_encoding_of_its_language(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding))[0] == text
