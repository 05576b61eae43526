"""The words in which fields of endpoints, and of the forms that are derived from them, refuse a value.

They are the framework's. Here they are marked for the catalogs, so that people read them in our translators' words.
"""

from __future__ import annotations

from gipf_engine.messages import gettext_noop as _

FIELD_WORDS = (
    _("This field may not be null."),
    _("This field may not be blank."),
    _("Ensure this field has no more than {max_length} characters."),
    _("A valid integer is required."),
    _("A valid number is required."),
    _("Ensure this value is greater than or equal to {min_value}."),
    _("Ensure this value is less than or equal to {max_value}."),
    _("Ensure that there are no more than {max_decimal_places} decimal places."),
    _("Must be a valid boolean."),
    _('"{input}" is not a valid choice.'),
    _("Date has wrong format. Use one of these formats instead: {format}."),
    _("Datetime has wrong format. Use one of these formats instead: {format}."),
    _("This list may not be empty."),
)
