"""Passkeys: an identity comes back by what a device keeps, and by nothing else."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import secrets
from typing import Any

import cbor2
import httpx
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

from server.test_deletion import traces
from server.test_people import Time
from serving import Guest, run, serving
from verso.server import commands, passkeys
from verso.server.settings import Settings

WRONG: list[dict[str, Any]] = [{"origin": "https://evil.example"}, {"place": "evil.example"}]
PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


@dataclasses.dataclass
class Authenticator:
    """What a device does, in software: one passkey, with a counter."""

    uses: int = 0
    flags: int = PRESENT | VERIFIED
    origin: str = "http://localhost"
    place: str = "localhost"
    handle: str = ""

    def __post_init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(32)

    def _client(self, kind: str, options: Any) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode()

    def _data(self, more: int = 0) -> bytes:
        place = hashlib.sha256(self.place.encode()).digest()
        return place + bytes([self.flags | more]) + self.uses.to_bytes(4, "big")

    def make(self, options: Any) -> dict[str, Any]:
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        made = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": self._data(ATTESTED) + attested})
        self.handle = options["user"]["id"]
        return self._credential(clientDataJSON=self._client("webauthn.create", options), attestationObject=made)

    def get(self, options: Any) -> dict[str, Any]:
        self.uses += 1
        client, data = self._client("webauthn.get", options), self._data()
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        found = self._credential(clientDataJSON=client, authenticatorData=data, signature=signature)
        found["response"]["userHandle"] = self.handle
        return found

    def _credential(self, **parts: bytes) -> dict[str, Any]:
        response = {name: bytes_to_base64url(part) for name, part in parts.items()}
        name = bytes_to_base64url(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response}


def headers(device: Authenticator) -> dict[str, str]:
    """Return how a browser says where its page is from: as the host, so that the server takes it for its own."""
    return {"Origin": device.origin, "Host": device.origin.partition("://")[2]}


async def post(guest: Guest, device: Authenticator, path: str, body: Any) -> httpx.Response:
    return await guest.request("POST", path, body, headers=headers(device))


async def make(guest: Guest, device: Authenticator) -> httpx.Response:
    options = (await post(guest, device, "/me/passkeys/challenge", {})).json()["options"]
    return await post(guest, device, "/me/passkeys", {"credential": device.make(options)})


async def come_back(guest: Guest, device: Authenticator, **changed: Any) -> httpx.Response:
    begun = await post(guest, device, "/passkeys/challenge", {})
    assert begun.status_code == 200, begun.text
    credential = device.get(begun.json()["options"]) | changed
    return await post(guest, device, "/passkeys/sign-in", {"credential": credential})


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_whoever_has_a_passkey_is_themselves_on_another_device(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as phone, Guest(*service.addresses) as desk:
            await phone.arrive("Ana")
            table, device = await phone.new_table("mine", "open"), Authenticator()
            assert (await make(phone, device)).status_code == 201
            welcome = (await come_back(desk, device)).json()
            assert (welcome["id"], welcome["name"]) == (phone.id, "Ana")
            desk.http.cookies.clear()
            desk.token = welcome["token"]
            assert [each["table"] for each in (await desk.ask("GET", "/me/tables"))["tables"]] == [table]
            [kept] = (await desk.ask("GET", "/me/passkeys"))["passkeys"]
            assert kept["place"] == "localhost"
            assert kept["used"] >= kept["created"]
            assert (await phone.request("GET", "/me")).status_code == 200  # there they stay, too

    run(story())


def test_the_options_ask_for_a_verified_person_and_a_passkey_that_is_found(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana:
            await ana.arrive("Ana")
            device = Authenticator()
            options = (await post(ana, device, "/me/passkeys/challenge", {})).json()["options"]
            wanted = options["authenticatorSelection"]
            assert (wanted["residentKey"], wanted["userVerification"]) == ("required", "required")
            assert (options["rp"]["id"], options["attestation"]) == ("localhost", "none")
            assert base64url_to_bytes(options["user"]["id"]).decode() == ana.id
            assert (await make(ana, device)).status_code == 201
            again = (await post(ana, device, "/me/passkeys/challenge", {})).json()["options"]
            assert [each["id"] for each in again["excludeCredentials"]] == [bytes_to_base64url(device.id)]
            options = (await post(ana, device, "/passkeys/challenge", {})).json()["options"]
            assert (options["userVerification"], options["rpId"]) == ("required", "localhost")
            assert not options.get("allowCredentials")

    run(story())


def test_an_answer_from_another_site_is_refused(database: str) -> None:
    async def story() -> None:
        async with serving(database) as address, Guest(address) as ana, Guest(address) as eve:
            await ana.arrive("Ana")
            device = Authenticator()
            for wrong in WRONG:
                options = (await post(ana, device, "/me/passkeys/challenge", {})).json()["options"]
                credential = dataclasses.replace(device, **wrong).make(options)
                assert code(await post(ana, device, "/me/passkeys", {"credential": credential})) == (403, "passkey")
            assert (await make(ana, device)).status_code == 201
            for wrong in WRONG:
                options = (await post(eve, device, "/passkeys/challenge", {})).json()["options"]
                other = dataclasses.replace(device, **wrong, uses=9)
                other.key, other.id = device.key, device.id
                answer = await post(eve, device, "/passkeys/sign-in", {"credential": other.get(options)})
                assert code(answer) == (403, "passkey")
            other = dataclasses.replace(device, origin="https://other.example", place="other.example", uses=9)
            other.key, other.id = device.key, device.id  # the same passkey, at another name of this server
            assert code(await come_back(eve, other)) == (403, "passkey-unknown")
            foreign = {"Origin": "https://evil.example"}
            answer = await eve.request("POST", "/passkeys/challenge", {}, headers=foreign)
            assert code(answer) == (403, "origin")

    run(story())


def test_a_challenge_is_for_one_answer_right_or_wrong(database: str) -> None:
    async def story() -> None:
        async with serving(database) as address, Guest(address) as ana, Guest(address) as eve:
            await ana.arrive("Ana")
            await eve.arrive("Eve")
            device = Authenticator()
            assert (await make(ana, device)).status_code == 201
            options = (await post(eve, device, "/passkeys/challenge", {})).json()["options"]
            credential = device.get(options)
            assert (await post(eve, device, "/passkeys/sign-in", {"credential": credential})).status_code == 201
            answer = await post(eve, device, "/passkeys/sign-in", {"credential": credential})
            assert code(answer) == (403, "passkey-late")
            options = (await post(eve, device, "/passkeys/challenge", {})).json()["options"]
            bad = device.get(options)
            bad["response"]["signature"] = bytes_to_base64url(bytes(70))
            assert code(await post(eve, device, "/passkeys/sign-in", {"credential": bad})) == (403, "passkey")
            good = device.get(options)
            assert code(await post(eve, device, "/passkeys/sign-in", {"credential": good})) == (403, "passkey-late")
            made_up = device.get({"challenge": bytes_to_base64url(bytes(32))})
            assert code(await post(eve, device, "/passkeys/sign-in", {"credential": made_up})) == (403, "passkey-late")
            options = (await post(ana, device, "/me/passkeys/challenge", {})).json()["options"]
            credential = Authenticator().make(options)  # what Ana was asked is not for Eve to answer
            answer = await post(eve, device, "/me/passkeys", {"credential": credential})
            assert code(answer) == (403, "passkey-late")
            options = (await post(eve, device, "/passkeys/challenge", {})).json()["options"]
            answer = await post(eve, device, "/me/passkeys", {"credential": {**credential, **device.get(options)}})
            assert code(answer) == (403, "passkey-late")  # nor is a challenge for coming back one for a new passkey

    run(story())


def test_a_challenge_expires_and_old_ones_are_cleared_away(database: str) -> None:
    async def story() -> None:
        clock = Time()
        async with serving(database, clock=clock) as address, Guest(address) as ana:
            await ana.arrive("Ana")
            device = Authenticator()
            assert (await make(ana, device)).status_code == 201
            options = (await post(ana, device, "/passkeys/challenge", {})).json()["options"]
            clock.now += passkeys.CHALLENGE_MS
            answer = await post(ana, device, "/passkeys/sign-in", {"credential": device.get(options)})
            assert code(answer) == (403, "passkey-late")
            for _ in range(5):
                await post(ana, device, "/passkeys/challenge", {})
                clock.now += passkeys.CHALLENGE_MS
        settings = Settings(database=database)
        kept: list[Any] = []

        async def look() -> None:
            from verso.server.services import open_backend

            backend = open_backend(settings)
            await backend.open()

            def codes() -> Any:
                rows = yield "select count(*) from codes where purpose = 'sign-in'", ()
                return rows

            kept.extend(await backend.read(codes))
            await backend.close()

        await look()
        assert kept[0][0] <= 1

    run(story())


def test_a_foreign_or_removed_credential_opens_nothing(database: str) -> None:
    async def story() -> None:
        async with serving(database) as address, Guest(address) as ana, Guest(address) as eve:
            await ana.arrive("Ana")
            await eve.arrive("Eve")
            hers, device = Authenticator(), Authenticator()
            assert (await make(ana, device)).status_code == 201
            assert code(await come_back(eve, hers)) == (403, "passkey-unknown")
            for name in ("a\0b", 1, None, "", "A" * 9_000):  # what no credential is called, nor PostgreSQL takes
                assert code(await come_back(eve, hers, id=name)) == (403, "passkey-unknown")
            assert (await make(eve, hers)).status_code == 201
            hers.handle = device.handle  # says that it is Ana's
            assert code(await come_back(eve, hers)) == (403, "passkey-unknown")
            hers.id = device.id  # signs for Ana's with her own key
            assert code(await come_back(eve, hers)) == (403, "passkey")
            assert code(await make(eve, hers)) == (409, "passkeys")  # and cannot register Ana's as her own
            [kept] = (await ana.ask("GET", "/me/passkeys"))["passkeys"]
            assert (await eve.request("DELETE", f"/me/passkeys/{kept['passkey']}")).status_code == 404
            assert (await ana.request("DELETE", f"/me/passkeys/{kept['passkey']}")).status_code == 204
            assert code(await come_back(eve, device)) == (403, "passkey-unknown")

    run(story())


def test_a_copied_passkey_is_noticed_by_its_counter(database: str) -> None:
    async def story() -> None:
        async with serving(database) as address, Guest(address) as ana:
            await ana.arrive("Ana")
            device = Authenticator(uses=5)
            assert (await make(ana, device)).status_code == 201
            assert (await come_back(ana, device)).status_code == 201
            device.uses = 5  # the copy has counted as far as when it was made
            assert code(await come_back(ana, device)) == (403, "passkey")
            device.uses = 6
            assert (await come_back(ana, device)).status_code == 201

    run(story())


def test_whoever_was_not_verified_is_refused(database: str) -> None:
    async def story() -> None:
        async with serving(database) as address, Guest(address) as ana:
            await ana.arrive("Ana")
            assert code(await make(ana, Authenticator(flags=PRESENT))) == (403, "passkey")
            device = Authenticator()
            assert (await make(ana, device)).status_code == 201
            device.flags = PRESENT
            assert code(await come_back(ana, device)) == (403, "passkey")

    run(story())


@pytest.mark.parametrize(
    "origin", ["http://example.org", "http://127.0.0.1:8400", "https://192.168.1.7", "https://[::1]"]
)
def test_passkeys_need_https_and_a_name(tmp_path: Any, origin: str) -> None:
    async def story() -> None:
        async with serving(str(tmp_path / "verso.db")) as address, Guest(address) as ana:
            await ana.arrive("Ana")
            device = Authenticator(origin=origin)
            for path in ("/me/passkeys/challenge", "/passkeys/challenge"):
                assert code(await post(ana, device, path, {})) == (409, "passkey-place")

    run(story())


def test_origins_and_hosts_say_where_passkeys_are_for(database: str) -> None:
    async def story() -> None:
        options: dict[str, Any] = {"origins": ("https://play.example",), "hosts": ("inner.example",)}
        async with serving(database, **options) as address, Guest(address) as ana:
            inner = {"Host": "inner.example"}
            welcome = await ana.request("POST", "/guests", {"name": "Ana"}, headers=inner)
            ana.token = welcome.json()["token"]
            ana.http.cookies.clear()
            device = Authenticator(origin="https://play.example", place="play.example")
            sent = inner | {"Origin": device.origin}
            begun = await ana.request("POST", "/me/passkeys/challenge", {}, headers=sent)
            assert begun.json()["options"]["rp"]["id"] == "play.example"
            body = {"credential": device.make(begun.json()["options"])}
            assert (await ana.request("POST", "/me/passkeys", body, headers=sent)).status_code == 201
            answer = await ana.request(
                "POST", "/passkeys/challenge", {}, headers=inner | {"Origin": "https://x.example"}
            )
            assert code(answer) == (403, "origin")

    run(story())


@pytest.mark.parametrize(
    "credential", [{}, {"id": 1}, {"response": 7}, {"response": {"clientDataJSON": "!!"}}, {"id": "é"}]
)
def test_what_is_no_credential_is_refused(service: Any, credential: dict[str, Any]) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana:
            await ana.arrive("Ana")
            for path in ("/me/passkeys", "/passkeys/sign-in"):
                answer = await post(ana, Authenticator(), path, {"credential": credential})
                assert code(answer) == (403, "passkey-late")

    run(story())


def test_passkeys_are_bounded(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        monkeypatch.setattr("verso.server.people.MOST_PASSKEYS", 2)
        async with serving(database) as address, Guest(address) as ana:
            await ana.arrive("Ana")
            answers = [await make(ana, Authenticator()) for _ in range(3)]
            assert [answer.status_code for answer in answers] == [201, 201, 409]

    run(story())


def test_passkeys_are_exported_backed_up_and_deleted(database: str, tmp_path: Any) -> None:
    device = Authenticator()

    async def fill() -> str:
        async with serving(database) as address, Guest(address) as ana:
            await ana.arrive("Ana")
            assert (await make(ana, device)).status_code == 201
            return ana.id

    ana = run(fill())
    settings, copy = Settings(database=database), Settings(database=str(tmp_path / "copy.db"))
    [exported] = commands.export_player(settings, ana)["passkeys"]
    assert exported["credential"] == bytes_to_base64url(device.id)
    commands.backup(settings, tmp_path / "backup.gz")
    commands.restore(copy, tmp_path / "backup.gz")

    async def back(database: str) -> int:
        async with serving(database) as address, Guest(address) as guest:
            return (await come_back(guest, device)).status_code

    assert run(back(copy.database)) == 201
    commands.delete_player(settings, ana)
    assert traces(database, ana, exported["credential"], exported["public_key"]) == []
    assert run(back(database)) == 403
