"""How uvicorn is set up for tables: bounded messages and queues, and no connection that lingers."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from verso.play import wire

_LINGER_SECONDS = 2.0


class TableProtocol(WebSocketsSansIOProtocol):
    """A WebSocket whose transport is given up soon after the conversation has ended.

    Closing alone waits until everything written has been read, which a reader that has stopped never does.
    """

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(_LINGER_SECONDS, self.transport.abort)


OPTIONS: dict[str, Any] = {
    "ws": TableProtocol,
    "ws_max_size": wire.MOST_BYTES,
    "ws_per_message_deflate": False,
    "log_config": None,
    "access_log": False,
    "server_header": False,
    "proxy_headers": False,
    "timeout_graceful_shutdown": 5,
}
"""For uvicorn.run and uvicorn.Config."""
