"""Web Push: devices are told of turns, through push services that are allowed and through nothing else."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import http.server
import json
import queue
import random
import secrets
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils

from server.test_deletion import traces
from server.test_turns import Gate, until
from serving import PATIENCE, Guest, choose, run, serving
from verso.server import commands, hub, people, push, store
from verso.server.limits import behalf
from verso.server.metrics import Metrics
from verso.server.services import open_backend
from verso.server.settings import Settings


def text(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).decode().rstrip("=")


def plain(value: str) -> bytes:
    return base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))


class Device:
    """A browser's side of a subscription: its keys, and how to read what comes."""

    def __init__(self) -> None:
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)

    def body(self, endpoint: str, **more: str) -> dict[str, str]:
        point = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        keys = {"p256dh": text(self.key.public_key().public_bytes(*point)), "auth": text(self.auth)}
        return {"endpoint": endpoint, **keys, **more}

    def read(self, body: bytes) -> Any:
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"))


class Service:
    """A push service on this machine: keeps what it gets, and answers as it is told to."""

    def __init__(self) -> None:
        self.got: queue.Queue[tuple[str, dict[str, str], bytes]] = queue.Queue()
        self.status, self.headers = 201, dict[str, str]()
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.got.put((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(service.status)
                for name, value in service.headers.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *_arguments: Any) -> None: ...

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def endpoint(self, name: str = "device") -> str:
        return f"{self.origin}/push/{name}?v=2"

    async def next(self) -> tuple[str, dict[str, str], bytes]:
        return await asyncio.to_thread(self.got.get, timeout=PATIENCE)


@pytest.fixture
def service_of_push() -> Iterator[Service]:
    made = Service()
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "PUSH_SECONDS", 0.0)


@contextlib.asynccontextmanager
async def table_of_two(database: str, service: Service, **options: Any) -> Any:
    """Serve a slow game of Ana's and Bia's; yields both and the table."""
    plan = {"clock": 86_400} | options
    async with serving(database, push_hosts=(service.origin,)) as address, Guest(address) as ana, Guest(address) as bia:
        await ana.arrive("Ana")
        await bia.arrive("Bia")
        table = await ana.new_table("mine", "open", **plan)
        yield ana, bia, table


async def move_until_turn_passes(table: str, players: list[Guest]) -> int:
    """Let whoever is to act do so, until another is; return who is then."""
    chosen = random.Random(1)
    first = seat = (await players[0].frame(table))["to_act"]
    while seat == first:
        frame = await players[seat].frame(table, seat=seat)
        move = {"ply": frame["ply"], "seat": seat, "action": choose(frame, chosen)}
        assert (await players[seat].command(table, "act", **move))["type"] == "done"
        seat = (await players[0].frame(table))["to_act"]
    return int(seat)


def test_a_device_is_told_in_its_language_and_can_read_it_alone(database: str, service_of_push: Service) -> None:
    async def story() -> None:
        service = service_of_push
        async with table_of_two(database, service) as (ana, bia, table):
            devices = [Device(), Device()]
            for guest, device, name in ((ana, devices[0], "ana"), (bia, devices[1], "bia")):
                language = "pt-BR" if guest is bia else "en"
                body = device.body(service.endpoint(name), language=language)
                assert (await guest.request("POST", "/me/push", body)).status_code == 204
            key = (await ana.ask("GET", "/push"))["key"]
            await bia.command(table, "sit", seat=1)
            seat = (await ana.frame(table))["to_act"]
            if seat == 1:  # the start of the game is told to whoever did not begin it
                service.got.queue.clear()
            said = ["It is your turn in Flip City.", "É o seu turno em Flip City."]
            for _ in range(2):
                seat = await move_until_turn_passes(table, [ana, bia])
                while True:
                    path, headers, sent = await service.next()
                    if path.startswith(f"/push/{('ana', 'bia')[seat]}"):
                        break
                told = devices[seat].read(sent)
                assert told == {"body": said[seat], "table": table, "language": ("en", "pt-BR")[seat]}
                with pytest.raises(Exception):  # noqa: B017 - whatever it is called, it cannot be read
                    devices[1 - seat].read(sent)
                assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", "86400")
                assert table not in str(headers)
                check_sender(headers["authorization"], key, service.origin)

    run(story())


def check_sender(authorization: str, key: str, origin: str) -> None:
    """See that a message was signed by the server, for this push service."""
    kind, _, rest = authorization.partition(" ")
    parts = dict(each.strip().split("=", 1) for each in rest.split(","))
    assert (kind, parts["k"].rstrip("=")) == ("vapid", key)
    head, claims, signature = parts["t"].split(".")
    r, s = (int.from_bytes(half, "big") for half in (plain(signature)[:32], plain(signature)[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), plain(key))
    public.verify(utils.encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    said = json.loads(plain(claims))
    assert said["aud"] == origin
    assert time.time() < said["exp"] <= time.time() + 86_400


def test_whoever_is_at_the_table_or_plays_fast_or_alone_is_not_told(database: str, service_of_push: Service) -> None:
    async def story() -> None:
        service, device = service_of_push, Device()
        async with table_of_two(database, service, clock=60) as (ana, bia, fast):
            await bia.command(fast, "sit", seat=1)
            for number, guest in enumerate((ana, bia)):
                await guest.request("POST", "/me/push", device.body(service.endpoint(str(number))))
            await move_until_turn_passes(fast, [ana, bia])
            alone = await ana.new_table("mine", "bot", clock=86_400)
            assert (await ana.frame(alone))["state"] == "playing"
            slow = await ana.new_table("mine", "open", clock=86_400)
            async with ana.socket(slow) as one, bia.socket(slow) as two:
                await one.until("frame")
                await two.until("frame")
                await two.ask("sit", key="s", seat=1)
                await one.until_frame(lambda frame: frame["state"] == "playing" and frame["seats"][1]["online"])
                await move_until_turn_passes(slow, [ana, bia])
            last = await ana.new_table("mine", "open", clock=86_400)
            await bia.command(last, "sit", seat=1)
            seat = await move_until_turn_passes(last, [ana, bia])
            path, _, body = await service.next()  # the first that anybody is told is of the last table
            assert device.read(body)["table"] == last, path
            assert seat in (0, 1)

    run(story())


def test_a_device_that_is_gone_is_forgotten(database: str, service_of_push: Service) -> None:
    async def story() -> None:
        service = service_of_push
        for status, stays in ((410, False), (404, False), (500, True), (429, True), (307, True)):
            service.status = status
            service.headers = {"Location": f"{service.origin}/elsewhere"} if status == 307 else {}
            async with table_of_two(database, service) as (ana, bia, table):
                await bia.command(table, "sit", seat=1)
                for guest in (ana, bia):
                    await guest.request("POST", "/me/push", Device().body(service.endpoint(guest.id)))
                seat = await move_until_turn_passes(table, [ana, bia])
                told = (ana, bia)[seat]
                while told.id not in (await service.next())[0]:
                    pass
                body = {"endpoint": service.endpoint(told.id)}
                if not stays:
                    await until_gone(database, told.id)
                answer = await told.request("POST", "/me/push/stop", body)
                assert (answer.status_code == 204) == stays, status
            assert not any("elsewhere" in path for path, _, _ in list(service.got.queue))  # nothing is followed

    run(story())


async def until_gone(database: str, identity: str) -> None:
    settings = Settings(database=database)
    while (await asyncio.to_thread(commands.export_player, settings, identity))["devices"]:
        await asyncio.sleep(0.05)


def test_a_move_waits_for_no_push_service(database: str) -> None:
    """One that takes the connection and says nothing holds up neither moves nor anything else."""

    async def story() -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            origin = f"http://127.0.0.1:{silent.getsockname()[1]}"
            async with serving(database, push_hosts=(origin,)) as address, Guest(address) as ana, Guest(address) as bia:
                await ana.arrive("Ana")
                await bia.arrive("Bia")
                for guest in (ana, bia):
                    await guest.request("POST", "/me/push", Device().body(f"{origin}/{guest.id}"))
                table = await ana.new_table("mine", "open", clock=86_400)
                await bia.command(table, "sit", seat=1)
                for _ in range(4):
                    await move_until_turn_passes(table, [ana, bia])

    run(story())


def test_devices_of_a_stranger_are_told_between_those_of_a_crowd(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many games somebody has with devices that do not answer, and though nobody else could wait any more."""
    gate = Gate()

    def never_answers(_pushes: push.Pushes, device: people.Push, _payload: bytes, _topic: str) -> int:
        gate.work(device.endpoint)
        return 201

    monkeypatch.setattr(push, "MOST_WAITING", 6)
    monkeypatch.setattr(push.Pushes, "_send", never_answers)
    settings = Settings(database=str(tmp_path / "verso.db"))

    def with_device(name: str) -> store.Script[None]:
        yield from store.add_identity(store.Identity(name, name, "en"), name, 0, 9)
        yield from people.add_push(people.Push(name, name, "", "", "en"), name, store.hashed(name), 0)

    async def story() -> None:
        backend = open_backend(settings)
        await backend.open()
        await backend.write(lambda: with_device("crowd"))
        await backend.write(lambda: with_device("stranger"))
        pushes = push.Pushes(backend, settings, Metrics())

        def tell(name: str) -> asyncio.Task[None]:
            behalf.set(name)
            return asyncio.create_task(pushes.tell_turn(name, "a table", "flip-city", 1))

        try:
            telling = [tell("crowd") for _ in range(6)]
            await until(lambda: len(gate.came) == 2 and len(pushes._turns._line) == 4)
            telling.append(tell("stranger"))
            await until(telling[5].done)  # the last of those who have the most waiting gives way
            gate.open()
            await until(lambda: len(gate.came) == 3)
            assert gate.came == ["crowd", "crowd", "stranger"]
        finally:
            gate.open(10)
            await asyncio.gather(*telling)
            pushes.close()
            await backend.close()

    run(story())


def test_a_push_service_has_a_bounded_time() -> None:
    """Also one that sends a byte now and then, for ever."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        origin = f"http://127.0.0.1:{listening.getsockname()[1]}"
        over = threading.Event()

        def drip() -> None:
            connection, _ = listening.accept()
            with connection, contextlib.suppress(OSError):
                connection.sendall(b"HTTP/1.1 201 Created\r\n")
                while not over.wait(0.02):
                    connection.sendall(b"X-More: y\r\n")

        dripping = threading.Thread(target=drip)
        dripping.start()
        with pytest.raises(TimeoutError):
            push.Poster([origin]).post(f"{origin}/x", timeout=0.3, data=b"", headers={})
        over.set()
        dripping.join()


def test_a_push_service_that_resets_what_was_cut_took_too_long() -> None:
    here, there = socket.socketpair()

    def reset(seconds: float, wait: bool) -> None:
        with push._ended_after(seconds) as ends:
            ends(here)
            if wait:
                there.recv(1)  # until the other end is cut
            raise ConnectionResetError

    with here, there:
        with pytest.raises(ConnectionResetError):
            reset(PATIENCE, wait=False)
        with pytest.raises(TimeoutError):
            reset(0.01, wait=True)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://user@fcm.googleapis.com/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evil.example/fcm.googleapis.com",
        "https://push.apple.com.evil/x",
        "https://xpush.apple.com/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://localhost/x",
        "https://169.254.169.254/latest",
        "file:///etc/passwd",
        "https://fcm.googleapis.com\\@evil.example/x",
        "https://fcm.googleapis.com:x/",
        "gopher://fcm.googleapis.com/",
        "x",
    ],
)
def test_only_push_services_that_are_allowed_are_sent_to(endpoint: str) -> None:
    with pytest.raises(push.NotAllowed):
        push.check_place(endpoint, Settings().push_hosts)


def test_the_usual_push_services_are_allowed() -> None:
    for endpoint in (
        "https://fcm.googleapis.com/fcm/send/abc",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://web.push.apple.com/abc",
        "https://wns2-par02p.notify.windows.com/w/?token=abc",
    ):
        assert push.check_place(endpoint, Settings().push_hosts)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
        *(
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "::",
            "fe80::1%eth0",
            "fc00::1",
            "::ffff:10.0.0.1",
            "::ffff:127.0.0.1",
        ),
        *("::ffff:127.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "ff02::1"),
    ],
)
def test_addresses_that_are_not_of_the_internet(address: str) -> None:
    assert not push.is_public(address)


def test_addresses_of_the_internet() -> None:
    assert push.is_public("8.8.8.8")
    assert push.is_public("2606:4700:4700::1111")


def test_a_name_that_leads_to_this_machine_is_not_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the name server of a stranger answers: what is connected to is what was looked at."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        inside = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))
        monkeypatch.setattr("verso.server.push.socket.getaddrinfo", lambda *_given, **_named: [inside])
        with pytest.raises(push.NotAllowed):
            push.Poster(["*"]).post("https://rebound.example/x", timeout=1, data=b"", headers={})
        listening.settimeout(0)
        with pytest.raises(BlockingIOError):
            listening.accept()


def test_what_is_registered_is_checked_and_bounded(database: str, service_of_push: Service) -> None:
    async def story() -> None:
        service = service_of_push
        async with table_of_two(database, service) as (ana, bia, _):
            good = Device().body(service.endpoint())
            for wrong, code in (
                ({"endpoint": "https://evil.example/"}, "push-place"),
                ({"endpoint": "http://127.0.0.1:1/"}, "push-place"),
                ({"p256dh": text(b"\x04" + bytes(64))}, "push-keys"),
                ({"auth": "x"}, "unreadable"),
                ({"p256dh": "x" * 86}, "unreadable"),
                ({"endpoint": "x" * 1_001}, "unreadable"),
                ({"endpoint": service.endpoint("\0")}, "unreadable"),  # PostgreSQL keeps no such text
            ):
                answer = await ana.request("POST", "/me/push", good | wrong)
                assert (answer.status_code, answer.json()["code"]) == (400, code)
            for number in range(10):
                body = good | {"endpoint": service.endpoint(str(number))}
                assert (await ana.request("POST", "/me/push", body)).status_code == 204
            answer = await ana.request("POST", "/me/push", good)
            assert (answer.status_code, answer.json()["code"]) == (409, "pushes")
            again = good | {"endpoint": service.endpoint("3")}
            assert (await ana.request("POST", "/me/push", again)).status_code == 204
            assert (await bia.request("POST", "/me/push", again)).status_code == 204  # now it is Bia's device
            body = {"endpoint": again["endpoint"]}
            assert (await ana.request("POST", "/me/push/stop", body)).status_code == 404
            assert (await bia.request("POST", "/me/push/stop", body)).status_code == 204

    run(story())


def test_keys_are_made_once_and_devices_are_backed_up_and_forgotten(
    database: str, service_of_push: Service, tmp_path: Any
) -> None:
    service = service_of_push

    async def fill() -> tuple[str, str, str]:
        async with table_of_two(database, service) as (ana, bia, _):
            for guest in (ana, bia):
                await guest.request("POST", "/me/push", Device().body(service.endpoint(guest.id)))
            await bia.ask("POST", "/me/sign-out", {})
            return ana.id, bia.id, (await ana.ask("GET", "/push"))["key"]

    async def key_of(place: str) -> str:
        async with serving(place) as address, Guest(address) as guest:
            return str((await guest.ask("GET", "/push"))["key"])

    ana, bia, key = run(fill())
    settings, copy = Settings(database=database), Settings(database=str(tmp_path / "copy.db"))
    assert run(key_of(database)) == key
    assert run(key_of(copy.database)) != key
    commands.backup(settings, tmp_path / "backup.gz")
    commands.restore(copy, tmp_path / "backup.gz")  # into one that a server has been started with
    assert run(key_of(copy.database)) == key
    assert [each["endpoint"] for each in commands.export_player(copy, ana)["devices"]] == [service.endpoint(ana)]
    assert commands.export_player(copy, bia)["devices"] == []  # whoever has signed out there is told no more
    commands.delete_player(settings, ana)
    assert traces(database, ana, service.endpoint(ana)) == []
