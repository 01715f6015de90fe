"""A text as it travels in an address: compressed, and written in letters that need no escape."""

from __future__ import annotations

import base64
import zlib

from alcove.kernel.errors import UnreadableError
from alcove.kernel.text import Text

RAW = -15
"""Says to zlib: neither header nor checksum."""
NOT_PACKED = Text("This is no packed record.", "Das ist keine gepackte Aufzeichnung.")


def pack(text: str) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, RAW)
    return base64.urlsafe_b64encode(packer.compress(text.encode()) + packer.flush()).decode().rstrip("=")


def unpack(packed: str, most: int) -> bytes:
    """The bytes of the text, if there are no more than so many."""
    unpacker = zlib.decompressobj(RAW)
    try:
        data = base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True)
        text = unpacker.decompress(data, most)
    except (ValueError, zlib.error):  # of the first, what is no Base64 is one
        raise UnreadableError(NOT_PACKED) from None
    if not unpacker.eof or unpacker.unused_data:
        raise UnreadableError(NOT_PACKED)
    return text
