"""What columns of a list of players hold, and the heads by which they are known."""

from __future__ import annotations

from collections.abc import Mapping

from gipf_engine.messages import gettext_noop as _

NAME, FIRST_NAME, TITLE, RATING, COUNTRY, FIDE, CLUB, BIRTH = (
    "name",
    "first_name",
    "title",
    "rating",
    "country",
    "fide",
    "club",
    "birth",
)
COLUMNS: Mapping[str, str] = {
    NAME: _("Name"),
    FIRST_NAME: _("First name"),
    TITLE: _("Title"),
    RATING: _("Rating"),
    COUNTRY: _("Country"),
    FIDE: _("FIDE number"),
    CLUB: _("Club"),
    BIRTH: _("Year of birth"),
}
_HEADS: Mapping[str, str] = {
    NAME: "name player players playername fullname lastname surname familyname nachname nom نام نامبازیکن"
    " نامونامخانوادگی نامخانوادگی 名前 氏名 選手 選手名 姓",
    FIRST_NAME: "firstname givenname forename vorname prenom نامکوچک 名",
    TITLE: "title titel titre fidetitle عنوان 称号 タイトル",
    RATING: "rating rtg elo elof fiderating rtgi irtg ratingint rtgint ratingnat rtgn dwz nrtg ریتینگ درجه レーティング"
    " レート",
    COUNTRY: "country fed federation nat nation land کشور فدراسیون 国 国籍 所属国",
    FIDE: "fide fideid fideno fidenumber idfide idno id شمارهفیده کدفیده fide番号 fideid番号",
    CLUB: "club clubcity clubname verein team باشگاه クラブ 所属 所属クラブ",
    BIRTH: "birth born birthyear yearofbirth birthday dateofbirth dob yob year geburtsjahr سالتولد تاریختولد تولد 生年"
    " 生年月日",
}
FIELD_OF: Mapping[str, str] = {head: column for column, heads in _HEADS.items() for head in heads.split()}
"""The column of a head, in lower case and without signs and spaces."""
