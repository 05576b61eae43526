"""The members of the example club: invented people, by the strength that their invented games show."""

from __future__ import annotations

MEMBERS: tuple[tuple[str, str, int], ...] = (
    ("Ada Lindqvist", "SE", 2010),
    ("آرش رستمی", "IR", 1985),
    ("Bruno Keller", "CH", 1960),
    ("高橋 結衣", "JP", 1945),
    ("Clara Oduya", "NG", 1930),
    ("Dimitri Vass", "GR", 1905),
    ("Elif Aksoy", "TR", 1890),
    ("Farid Benali", "MA", 1875),
    ("شیرین کاظمی", "IR", 1860),
    ("Greta Sommer", "AT", 1840),
    ("Hugo Marchetti", "IT", 1825),
    ("Ines Duarte", "PT", 1810),
    ("山本 大輔", "JP", 1795),
    ("Jonas Weidmann", "DE", 1780),
    ("Kaja Nowak", "PL", 1765),
    ("Liam O’Rourke", "IE", 1750),
    ("Mira Solberg", "NO", 1735),
    ("نیما فروغی", "IR", 1720),
    ("Nadia Petrova", "BG", 1705),
    ("Oscar Blom", "NL", 1690),
    ("Paula Fuentes", "ES", 1675),
    ("Quentin Aubert", "FR", 1660),
    ("小林 さくら", "JP", 1645),
    ("Rosa Vandenberghe", "BE", 1630),
    ("Samir Haddad", "LB", 1610),
    ("Tove Ekholm", "FI", 1595),
    ("Ulrich Brandt", "DE", 1580),
    ("لیلا نوری", "IR", 1560),
    ("Viktor Horvat", "HR", 1540),
    ("Wanda Zielińska", "PL", 1520),
    ("Xavier Roche", "FR", 1500),
    ("伊藤 蓮", "JP", 1480),
    ("Yara Mansour", "EG", 1460),
    ("Zoltán Kiss", "HU", 1440),
    ("Anouk Peeters", "BE", 1415),
    ("بهرام یزدانی", "IR", 1390),
    ("Carlo Greco", "IT", 1365),
    ("Dora Jelinek", "CZ", 1340),
    ("Emil Sørensen", "DK", 1310),
    ("Freya Hughes", "GB", 1280),
)
"""Name, country, and how strong the invented games make them, in Elo points."""

ORGANISER, ARBITER, PLAYER = 15, 19, 4
"""Who of them have accounts, by their place above."""
