"""Email addresses: the one place that decides which texts are addresses (RFC 5321, RFC 5322).

Stricter than the standards where a text would reach a header: no encoded words (RFC 2047; CVE-2024-6923 in Python up to
3.11.9), no quoted local parts, no addresses in brackets, no letters beyond ASCII before the @.
"""

from __future__ import annotations

from email.headerregistry import Address

from email_validator import EmailNotValidError, validate_email

ENCODED_WORD = "=?"
"""The beginning of an encoded word. The mail library decodes such words inside an address, line breaks included."""


def is_address(text: str) -> bool:
    """True if a text is an email address to which mail can be sent.

    >>> is_address("kotori@example.jp"), is_address("kotori@example"), is_address("a@b.jp, c@d.jp")
    (True, False, False)
    >>> is_address("=?utf-8?q?x=0aBcc=3ay?=a@evil.example")
    False
    """
    try:
        parse_address(text)
    except ValueError:
        return False
    return True


def parse_address(text: str) -> Address:
    """Returns an address as a message header takes it; the domain is in ASCII. Raises ValueError for any other text.

    >>> str(parse_address("kotori@bücher.example.jp"))
    'kotori@xn--bcher-kva.example.jp'
    """
    if ENCODED_WORD in text:
        raise ValueError("an encoded word in an address")
    try:
        address = validate_email(text, check_deliverability=False, allow_smtputf8=False)
    except EmailNotValidError as error:
        raise ValueError(str(error)) from error
    return Address(username=address.local_part, domain=address.ascii_domain)
