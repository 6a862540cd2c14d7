"""Passkeys: what a device or a password manager keeps opens an identity anywhere, by WebAuthn and without e-mail.

A passkey is bound to the name of the site, so it works where the page is reached by https and a name, or on this very
machine as `localhost`. The package `webauthn` checks what browsers send; it is imported when it is needed.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import logging
import re
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

from verso.play import wire
from verso.server import people, store
from verso.server.hub import new_id
from verso.server.services import Failed
from verso.server.store import Identity

if TYPE_CHECKING:
    from verso.server.routes import Call

T = TypeVar("T")
log = logging.getLogger("verso.server")
CHALLENGE_MS = 5 * 60_000
_NEW, _SIGN_IN = "passkey", "sign-in"
_CREDENTIAL = re.compile("[A-Za-z0-9_-]{1,1400}")
"""Base64url of the 1,023 bytes that a credential's name has at most."""
_REFUSED = Failed(403, "passkey", "this passkey could not be checked: try again")


class Site(NamedTuple):
    """Where the page is: the origin it has been loaded from, and the name that its passkeys are for."""

    origin: str
    name: str


def site_of(call: Call) -> Site:
    """Return where a request comes from. That this server may be used from there has been seen to before (`Gate`)."""
    origin = call.request.headers.get("origin", "")
    parts = urlsplit(origin)
    name = parts.hostname or ""
    if not (parts.scheme == "https" or name == "localhost") or not name or _is_address(name):
        raise Failed(409, "passkey-place", "passkeys need https and a name: not http, and not an address of numbers")
    return Site(origin, name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


async def begin_new(call: Call) -> wire.PasskeyChallenge:
    """Return what a browser needs to make a passkey for whoever asks."""
    import webauthn
    from webauthn.helpers import structs

    site, me, challenge = site_of(call), call.me, secrets.token_bytes(32)
    known = await call.services.backend.read(lambda: people.passkeys_of(me.id))
    options = webauthn.generate_registration_options(
        rp_id=site.name,
        rp_name="Verso",
        user_id=me.id.encode(),
        user_name=me.name,
        challenge=challenge,
        timeout=CHALLENGE_MS,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(id=webauthn.base64url_to_bytes(each.credential)) for each in known
        ],
    )
    await _keep(call, _NEW, me.id, challenge)
    return wire.PasskeyChallenge(json.loads(webauthn.options_to_json(options)))


async def finish_new(call: Call) -> wire.Passkey:
    """Keep the passkey that a browser has made."""
    import webauthn

    site, credential = site_of(call), call.body.credential
    challenge = await _use(call, _NEW, call.me.id, credential)
    found = await _checked(
        lambda: webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    )
    made = people.Passkey(
        id=new_id(),
        identity=call.me.id,
        credential=webauthn.helpers.bytes_to_base64url(found.credential_id),
        public_key=webauthn.helpers.bytes_to_base64url(found.credential_public_key),
        uses=found.sign_count,
        place=site.name,
        created=call.now,
    )
    try:
        await call.services.backend.write(lambda: people.add_passkey(made))
    except people.TooMany:
        raise Failed(409, "passkeys", f"you have {people.MOST_PASSKEYS} passkeys already: remove one first") from None
    except people.PasskeyKnown:
        raise Failed(409, "passkeys", "this passkey is kept already") from None
    return _shown(made)


async def show_all(call: Call) -> wire.PasskeyList:
    me = call.me.id
    return wire.PasskeyList([_shown(each) for each in await call.services.backend.read(lambda: people.passkeys_of(me))])


async def remove(call: Call) -> None:
    me, passkey = call.me.id, call.id("passkey")
    if not await call.services.backend.write(lambda: people.drop_passkey(me, passkey)):
        raise Failed(404, "not-found", "there is no such passkey")


async def begin_sign_in(call: Call) -> wire.PasskeyChallenge:
    """Return what a browser needs to ask for a passkey, whoever they are."""
    import webauthn
    from webauthn.helpers import structs

    _slow_down(call)
    site, challenge = site_of(call), secrets.token_bytes(32)
    options = webauthn.generate_authentication_options(
        rp_id=site.name,
        challenge=challenge,
        timeout=CHALLENGE_MS,
        user_verification=structs.UserVerificationRequirement.REQUIRED,
    )
    await _keep(call, _SIGN_IN, new_id(), challenge)
    return wire.PasskeyChallenge(json.loads(webauthn.options_to_json(options)))


async def sign_in(call: Call) -> tuple[Identity, str]:
    """Return whoever a passkey belongs to, and a new token for this browser."""
    import webauthn

    _slow_down(call)
    site, credential = site_of(call), call.body.credential
    challenge = await _use(call, _SIGN_IN, None, credential)
    passkey = await _known(call, credential)
    if passkey is None or (passkey.identity, passkey.place) != (_handle(credential), site.name):
        raise Failed(403, "passkey-unknown", "this passkey is not known here")
    found = await _checked(
        lambda: webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
            credential_public_key=webauthn.base64url_to_bytes(passkey.public_key),
            credential_current_sign_count=passkey.uses,
            require_user_verification=True,
        )
    )
    if not await call.services.backend.write(lambda: people.use_passkey(passkey, found.new_sign_count, call.now)):
        raise _REFUSED
    return await call.services.open_identity(passkey.identity)


async def _known(call: Call, credential: dict[str, Any]) -> people.Passkey | None:
    """Return the passkey that a browser names. Databases are not asked for texts that they do not take."""
    name = credential.get("id")
    if not isinstance(name, str) or not _CREDENTIAL.fullmatch(name):
        return None
    return await call.services.backend.read(lambda: people.find_passkey(name))


def _slow_down(call: Call) -> None:
    if not call.services.guests.take(call.services.address(call.request)):
        raise Failed(429, "too-fast", "too many tries from here: wait a minute")


def _shown(passkey: people.Passkey) -> wire.Passkey:
    return wire.Passkey(passkey.id, passkey.place, passkey.created, passkey.used)


async def _keep(call: Call, purpose: str, subject: str, challenge: bytes) -> None:
    import webauthn

    text, now = webauthn.helpers.bytes_to_base64url(challenge), call.now
    await call.services.backend.write(
        lambda: people.add_challenge(purpose, subject, text, now, now + CHALLENGE_MS),
    )


async def _use(call: Call, purpose: str, subject: str | None, credential: dict[str, Any]) -> bytes:
    """Use up the challenge that a browser has answered, whatever else is wrong with its answer."""
    import webauthn

    now, late = call.services.hub.sure_now(), Failed(403, "passkey-late", "that took too long, or was answered before")
    try:
        answered = json.loads(webauthn.base64url_to_bytes(credential["response"]["clientDataJSON"]))
        challenge = str(answered["challenge"])
        whose = await call.services.backend.write(lambda: store.use_code(purpose, challenge, now))
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError, store.CodeUsed):
        raise late from None
    if subject is not None and whose != subject:
        raise late
    return bytes(webauthn.base64url_to_bytes(challenge))


async def _checked(check: Callable[[], T]) -> T:
    """Let `webauthn` check an answer, on another thread; whatever it finds wrong, it is refused."""
    try:
        return await asyncio.to_thread(check)
    except Exception as error:
        log.warning("a passkey was refused", extra={"fields": {"reason": f"{type(error).__name__}: {error}"[:200]}})
        raise _REFUSED from None


def _handle(credential: dict[str, Any]) -> str:
    """Return whose passkey a browser says it is."""
    import webauthn

    try:
        return bytes(webauthn.base64url_to_bytes(credential["response"]["userHandle"])).decode()
    except (KeyError, TypeError, ValueError, AttributeError):
        return ""
