"""Heads of columns that lists have and nobody reads, as addresses and points. They help to find the line of heads."""

from __future__ import annotations

from collections.abc import Mapping

UNREAD_HEADS: Mapping[str, str] = {
    "en": "email|e mail|mail|mail address|phone|phone number|telephone|tel|mobile|cell|address|street|zip|"
    "postcode|sex|gender|paid|fee|entry fee|payment|remarks|remark|notes|note|comment|comments|group|category|cat|"
    "section|points|pts|score|wins|games|attr|status|licence|license|check in|timestamp|discord|telegram|role|type|"
    "change|diff|performance|k",
    "de": "telefon|telefonnummer|handy|handynummer|adresse|straße|plz|geschlecht|bezahlt|startgeld|gezahlt|bemerkung|"
    "bemerkungen|anmerkung|gruppe|kategorie|punkte|funktion|lizenz",
    "fr": "courriel|téléphone|portable|adresse|code postal|sexe|payé|paiement|inscription|remarque|remarques|groupe|"
    "catégorie|points|ligue|licence|partie|parties",
    "nl": "e mailadres|mailadres|telefoon|telefoonnummer|mobiel|adres|postcode|geslacht|betaald|inschrijfgeld|"
    "opmerking|opmerkingen|groep|categorie|punten",
    "es": "correo|correo electrónico|teléfono|móvil|celular|dirección|sexo|género|pagado|pago|cuota|observaciones|"
    "notas|grupo|categoría|puntos|puntuación|partidas|media|dni",
    "it": "telefono|cellulare|num cellulare|indirizzo|cap|sesso|genere|pagato|quota|quota pagata|note|gruppo|categoria|"
    "punti|codice fiscale",
    "pt": "e mail|telefone|celular|endereço|sexo|pago|pagamento|observações|observação|grupo|categoria|pontos|cpf|uf",
    "fa": "ایمیل|تلفن|موبایل|شماره موبایل|شماره تماس|آدرس|نشانی|جنسیت|پرداخت|هزینه|توضیحات|ملاحظات|گروه|رده سنی|امتیاز|"
    "کد ملی|نام پدر",
    "ar": "البريد|البريد الإلكتروني|الهاتف|هاتف الولي|الجوال|العنوان|الجنس|الرسوم|ملاحظات|المجموعة|الفئة|النقاط",
    "ja": "メール|メールアドレス|電話|電話番号|携帯|住所|郵便番号|性別|参加費|支払|備考|連絡先|級位|段位|段級位|"
    "グループ|よみがな|ふりがな|フリガナ|カナ|かな|ヨミ|よみ|会員番号|学籍番号|点数|得点|勝点",
    "zh": "邮箱|电话|联系电话|手机|手机号|地址|性别|费用|报名费|缴费|备注|组别|积分|得分|拼音|段位|身份证号|"
    "電話|備註|性別",
    "pl": "telefon|adres|płeć|wpisowe|opłata|uwagi|grupa|kategoria|kat|punkty|licencja|rola",
    "cs": "telefon|adresa|pohlaví|startovné|zaplaceno|poznámka|skupina|kategorie|body|role|licence",
    "ru": "почта|эл почта|телефон|адрес|пол|взнос|оплата|оплачено|примечание|примечания|группа|категория|разряд|очки",
    "tr": "e posta|eposta|telefon|adres|cinsiyet|ücret|ödeme|ödendi|not|notlar|açıklama|grup|kategori|puan|il",
    "sv": "e post|telefon|mobil|adress|kön|betalt|avgift|anmärkning|bemærkning|merknad|grupp|lag|poäng",
    "hu": "e mail cím|telefon|telefonszám|cím|nem|befizetve|nevezési díj|megjegyzés|csoport|pont|azonosító|kor",
    "he": "הערות|טלפון|דואר אלקטרוני|תשלום",
    "el": "τηλέφωνο|κινητό|διεύθυνση|φύλο|πληρωμή|παρατηρήσεις|ομάδα|κατηγορία|βαθμοί|αφμ",
}
