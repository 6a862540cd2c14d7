"""Lines: what is said in one turn of the event loop is composed first, then written, in order and once."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest
import websockets
from hypothesis import given
from hypothesis import strategies as st
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.utils import apply_mask

from serving import Guest, serving
from verso.play import wire
from verso.server.socket import MOST_ERRORS
from verso.server.transport import OPTIONS, Outbox, TableProtocol, WholeFrame, whole_frame


class Line:
    """A line that notes what is asked of it."""

    def __init__(self, name: str, happened: list[str]) -> None:
        self.name, self.happened = name, happened

    def compose(self) -> list[bytes]:
        self.happened.append(f"{self.name} composes")
        return [b"news"]

    def post(self, texts: list[bytes]) -> None:
        self.happened.append(f"{self.name} writes {len(texts)}")


def test_all_lines_compose_before_any_of_them_writes() -> None:
    async def story() -> None:
        outbox, happened = Outbox(), list[str]()
        one, two = Line("one", happened), Line("two", happened)
        for line in (one, two, one):
            outbox.announce(line)  # type: ignore[arg-type]
        assert happened == []
        await asyncio.sleep(0)
        assert happened == ["one composes", "two composes", "one writes 1", "two writes 1"]
        outbox.announce(two)  # type: ignore[arg-type]
        await asyncio.sleep(0)
        assert happened[4:] == ["two composes", "two writes 1"]

    asyncio.run(story())


@given(st.one_of(st.binary(max_size=300), st.sampled_from([b"x" * 125, b"x" * 126, b"x" * wire.MOST_BYTES])))
def test_one_frame_with_a_whole_text_is_read_as_the_library_would(text: bytes) -> None:
    data = Frame(Opcode.TEXT, text).serialize(mask=True)
    frame = whole_frame(data)
    assert isinstance(frame, WholeFrame)
    assert (frame.head, apply_mask(frame.masked, frame.mask)) == (0x81, text)
    assert whole_frame(data + b"\x81") is None
    assert all(whole_frame(data[:end]) is None for end in range(len(data) - 1, max(-1, len(data) - 20), -1))


def test_frames_of_other_kinds_and_lengths_are_not_taken_for_short_texts() -> None:
    def head(frame: Frame) -> int | None:
        found = whole_frame(frame.serialize(mask=True))
        return None if found is None else found.head

    kinds = [
        Frame(Opcode.BINARY, b"{}"),
        Frame(Opcode.CONT, b"{}"),
        Frame(Opcode.PONG, b""),
        Frame(Opcode.TEXT, b"", False),
    ]
    assert list(map(head, kinds)) == [0x82, 0x80, 0x8A, 0x01]
    assert head(Frame(Opcode.TEXT, b"x" * (wire.MOST_BYTES + 1))) is None
    assert whole_frame(Frame(Opcode.TEXT, b"a text").serialize(mask=False)) is None
    long = Frame(Opcode.TEXT, b"x" * 70_000).serialize(mask=True)
    assert all(whole_frame(long[:end]) is None for end in range(300))  # 133 bytes with 127 as if it were their length


@pytest.mark.parametrize("cut", [1, 2, 3, 4, 6, 7, 8])
def test_the_rest_of_a_frame_is_not_taken_for_another(tmp_path: Path, cut: int) -> None:
    """What the library has read of a frame leaves its buffer empty; what follows may look like a frame of its own."""
    text = wire.encode(wire.Say(key="k", seat=0, text="x" * 100))
    head = b"\x81\xfe" + len(text).to_bytes(2, "big")
    rest = 4 + len(text) if cut <= 4 else 8 + len(text) - cut
    looks = b"\x81" + bytes([0x80 | 126]) + (rest - 8).to_bytes(2, "big")
    mask = looks if cut <= 4 else bytes(each ^ other for each, other in zip(looks, text[:4], strict=True))
    if cut in (6, 7):
        mask = bytes(4)
    frame = head + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(text))

    async def story() -> None:
        async with serving(str(tmp_path / "verso.db")) as address, Guest(address) as ana:
            await ana.arrive()
            async with ana.socket(await ana.new_table("mine", "mine")) as line:
                await line.until("frame")
                for piece in (frame[:cut], frame[cut:]):
                    line.raw.transport.write(piece)
                    await asyncio.sleep(0.05)
                assert (await line.until("done"))["key"] == "k"

    asyncio.run(asyncio.wait_for(story(), 30))
    if cut in (4, 8):
        assert whole_frame(frame[cut:]) is not None  # so it does


def test_messages_are_read_in_order_however_they_come(tmp_path: Path) -> None:
    """In one piece, in many, several at once, in fragments with a ping between them; and not as they should not be."""

    def say(key: str) -> bytes:
        return wire.encode(wire.Say(key=key, seat=0, text="olá"))

    def masked(text: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
        return Frame(opcode, text, fin=fin).serialize(mask=True)

    # The end of this one, were it not an end, would be a whole message: F0 90 81 86 is a letter, 81 86 a frame's head.
    text = wire.encode(wire.Say(key="trick", seat=0, text="\U00010046" + "x" * 8))
    framed = b"\x81" + bytes([0x80 | len(text)]) + bytes(4) + text
    assert whole_frame(framed[-12:]) is not None
    looks_like_two = framed[:-12], framed[-12:]
    pieces = [
        masked(say("whole")),
        *(bytes([byte]) for byte in masked(say("bytes"))),
        masked(say("two")) + masked(say("once")),
        masked(say("parts")[:9], fin=False),
        masked(b"", Opcode.PING),
        masked(say("parts")[9:], Opcode.CONT) + (after := masked(say("after")))[:30],
        after[30:],
        *looks_like_two,
    ]

    async def story() -> None:
        async with serving(str(tmp_path / "verso.db")) as address, Guest(address) as ana:
            await ana.arrive()
            async with ana.socket(await ana.new_table("mine", "mine")) as line:
                await line.until("frame")
                for piece in pieces:
                    line.raw.transport.write(piece)
                    await asyncio.sleep(0.001)
                keys = [(await line.until("done"))["key"] for _ in range(7)]
                assert keys == ["whole", "bytes", "two", "once", "parts", "after", "trick"]
                for piece in (masked(say("part")[:9], fin=False), masked(say("amid"))):
                    line.raw.transport.write(piece)  # between fragments only control frames may come (RFC 6455, 5.4)
                    await asyncio.sleep(0.02)
                with contextlib.suppress(websockets.ConnectionClosed):
                    while True:
                        await line.receive()
                assert line.raw.close_code == 1002
                assert not any(each.get("key") == "amid" for each in line.received)

    asyncio.run(asyncio.wait_for(story(), 60))


class Hours:
    """An event loop's clock and timers, turned by hand."""

    def __init__(self) -> None:
        self.now, self.timers = 100.0, list[float]()

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, _: object) -> None:
        self.timers.append(self.now + delay)


def test_only_the_silent_are_asked_whether_they_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[float]()
    monkeypatch.setattr(WebSocketsSansIOProtocol, "send_keepalive_ping", lambda line: asked.append(line.loop.now))
    line, hours = TableProtocol.__new__(TableProtocol), Hours()
    line.loop, line.ping_interval, line.heard_at = hours, 20.0, 95.0  # type: ignore[assignment]
    line.send_keepalive_ping()
    assert (asked, hours.timers) == ([], [115.0])
    hours.now = 115.0
    line.send_keepalive_ping()
    assert (asked, hours.timers) == ([115.0], [115.0])


def test_the_silent_are_asked_again_and_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, ask = list[TableProtocol](), WebSocketsSansIOProtocol.send_keepalive_ping

    def note(line: TableProtocol) -> None:
        asked.append(line)
        ask(line)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "send_keepalive_ping", note)
    monkeypatch.setitem(OPTIONS, "ws_ping_interval", 0.1)

    async def story() -> None:
        async with serving(str(tmp_path / "verso.db")) as address, Guest(address) as ana:
            await ana.arrive()
            async with ana.socket(await ana.new_table("mine", "mine")) as line:
                await line.until("frame")
                while len(asked) < 3:
                    await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(story(), 60))


def test_answers_are_heard_before_the_hangup(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(str(tmp_path / "verso.db")) as address, Guest(address) as ana:
            await ana.arrive()
            table = await ana.new_table("mine", "mine")
            async with ana.socket(table) as line:
                await line.until("frame")
                for _ in range(MOST_ERRORS + 1):
                    await line.raw.send("nonsense")
                with contextlib.suppress(websockets.ConnectionClosed):
                    while True:
                        await line.receive()
        problems = [each for each in line.received if each["type"] == "problem"]
        assert [problem["fatal"] for problem in problems] == [False] * MOST_ERRORS + [True]

    asyncio.run(asyncio.wait_for(story(), 60))
