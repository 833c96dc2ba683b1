"""In which language a request is answered."""

from urllib.parse import parse_qs

from parlour.core.languages import best_language
from parlour.server.guard.places import Scope, header

ASKED = "language"  # a socket's, in its address: a page cannot give a handshake headers of its own


def language_of(scope: Scope) -> str:
    """As its headers say: a browser's own, or what the page puts there if somebody has chosen another."""
    if scope["type"] == "websocket":
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"), max_num_fields=10)
        if ASKED in query:
            return best_language(query[ASKED][0])
    return best_language(header(scope, b"accept-language") or "")
