"""Passkeys (WebAuthn): whoever wants to keeps their name with one, and signs in with it anywhere.

A question to a passkey is random, good once, for five minutes, and for the device alone that asked for it. The answer
names the site that the page came from; only pages of ours get so far. Nobody types a name: a passkey knows whose it is.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec

from alcove.kernel.errors import StaleError
from alcove.kernel.record import clean_name
from alcove.server import incoming
from alcove.server.holders import Visitor
from alcove.server.limit_settings import Limits
from alcove.server.people import Asker, Joined, People
from alcove.server.people_store import Passkey, Ticket, today
from alcove.server.refusals import (
    BAD_PASSKEY,
    NEEDS_A_NAME,
    NO_PASSKEY,
    QUESTION_SPENT,
    SAME_PERSON,
    TOO_MANY_PASSKEYS,
    BadPasskeyError,
    NotFoundError,
    SamePersonError,
    SpentError,
    TooManyError,
    UnavailableError,
)

log = logging.getLogger("alcove.server")

CREATE, GET = "create", "get"
QUESTION_SECONDS = 300.0
CHALLENGE_BYTES, HANDLE_BYTES = 32, 16
SITE_NAME = "Alcove"
ID_LETTERS = 16

Beside = Callable[[Visitor, Callable[[], Any]], Awaitable[Any]]
"""Has something worked out beside the event loop."""


class Site(NamedTuple):
    """Where a page came from, as a passkey knows it."""

    origin: str
    name: str

    @classmethod
    def of(cls, origin: str) -> Site:
        """Raises an UnavailableError for a number: browsers keep passkeys for names only."""
        name = urlsplit(origin).hostname or ""
        try:
            ip_address(name)
        except ValueError:
            return cls(origin, name)
        raise UnavailableError(NEEDS_A_NAME)


class Passkeys:
    def __init__(self, people: People, limits: Limits, beside: Beside) -> None:
        self._people, self._store, self._limits, self._beside = people, people.store, limits, beside

    # Keeping one's name with a passkey

    async def ask_for_new(self, asker: Asker, site: Site, name: str) -> dict[str, Any]:
        """What a browser is to ask an authenticator for, so that it makes a passkey."""
        from webauthn import generate_registration_options, options_to_json
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        self._people.count_change(asker)
        known = await self._of(asker)
        person = await self._store.person(asker.holder) if asker.is_person else None
        called = clean_name(name) if person is None else person.name
        options = generate_registration_options(
            rp_id=site.name,
            rp_name=SITE_NAME,
            user_id=secrets.token_bytes(HANDLE_BYTES),
            user_name=called,
            user_display_name=called,
            challenge=await self._question(asker, CREATE),
            timeout=int(QUESTION_SECONDS * 1000),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[
                PublicKeyCredentialDescriptor(id=one.credential) for one in known if one.site == site.name
            ],
        )
        return _decode(options_to_json(options))

    async def add(self, asker: Asker, site: Site, answer: incoming.NewPasskey) -> str | None:
        """Keep a passkey that was made; a token, if the browser has become a person by it."""
        self._people.count_change(asker)
        if len(await self._of(asker)) >= self._limits.passkeys_per_person:
            raise TooManyError(TOO_MANY_PASSKEYS)
        challenge = await self._answered(asker, CREATE, answer.client_data)
        made = await self._checked(asker, lambda: _verify_new(site, challenge, answer))
        person, token = await self._people.become(asker, answer.name)
        count, name = made.sign_count, asker.label or SITE_NAME
        key, credential = made.credential_public_key, made.credential_id
        passkey = Passkey(_id(credential), credential, person, site.name, key, count, name, today(), today())
        await self._store.add_passkey(passkey)
        log.info("A passkey was added")
        return token

    async def rename(self, asker: Asker, known_as: str, name: str) -> None:
        self._people.count_change(asker)
        await self._store.rename_passkey((await self._one(asker, known_as)).id, clean_name(name))

    async def remove(self, asker: Asker, known_as: str) -> None:
        self._people.count_change(asker)
        await self._store.remove_passkey((await self._one(asker, known_as)).id)

    async def _of(self, asker: Asker) -> list[Passkey]:
        return await self._store.passkeys(asker.holder) if asker.is_person else []

    async def _one(self, asker: Asker, known_as: str) -> Passkey:
        found = next((one for one in await self._of(asker) if public_id(one) == known_as), None)
        if found is None:
            raise NotFoundError(NO_PASSKEY)
        return found

    # Signing in

    async def ask_who(self, asker: Asker, site: Site) -> dict[str, Any]:
        """What a browser is to ask an authenticator for, so that somebody signs in."""
        from webauthn import generate_authentication_options, options_to_json

        self._people.count_change(asker)
        challenge = await self._question(asker, GET)
        timeout = int(QUESTION_SECONDS * 1000)
        return _decode(
            options_to_json(generate_authentication_options(rp_id=site.name, challenge=challenge, timeout=timeout))
        )

    async def sign_in(self, asker: Asker, site: Site, answer: incoming.PasskeyAnswer) -> Joined:
        """Let this device, and all that it has held, be the person's who has the passkey."""
        self._people.count_ticket(asker)
        challenge = await self._answered(asker, GET, answer.client_data)
        passkey = await self._store.passkey(_id(_bytes(answer.id)))
        if passkey is None or passkey.site != site.name:
            raise BadPasskeyError(BAD_PASSKEY)
        used = await self._checked(asker, lambda: _verify_use(site, challenge, answer, passkey))
        if passkey.person == asker.holder:
            raise SamePersonError(SAME_PERSON)
        return await self._people.sign_in(asker, passkey, used.new_sign_count)

    # Questions and answers

    async def _question(self, asker: Asker, kind: str) -> bytes:
        challenge = secrets.token_bytes(CHALLENGE_BYTES)
        until = time.time() + QUESTION_SECONDS
        await self._store.add_ticket(Ticket(_id(challenge), kind, "", asker.device, until))
        return challenge

    async def _answered(self, asker: Asker, kind: str, client_data: str) -> bytes:
        """The question that an answer is for. It is spent by that, whatever the answer is worth."""
        try:
            said = msgspec.json.decode(_bytes(client_data), type=_ClientData)
            challenge = _bytes(said.challenge)
        except (msgspec.MsgspecError, ValueError):
            raise BadPasskeyError(BAD_PASSKEY) from None
        if said.cross_origin:
            raise BadPasskeyError(BAD_PASSKEY)
        try:
            await self._store.spend(Ticket(_id(challenge), kind, "", asker.device, 0.0))
        except StaleError:
            raise SpentError(QUESTION_SPENT) from None
        return challenge

    async def _checked(self, asker: Asker, verify: Callable[[], Any]) -> Any:
        """What an answer says if it is good. Whatever a forged one brings forth, it is refused."""
        try:
            return await self._beside(asker.visitor, verify)
        except _Refused:
            raise BadPasskeyError(BAD_PASSKEY) from None


class _ClientData(msgspec.Struct):
    challenge: str
    cross_origin: bool = msgspec.field(name="crossOrigin", default=False)
    """Whether the page was shown inside one of another site."""


class _Refused(Exception):  # noqa: N818  never leaves this file
    pass


def _verify_new(site: Site, challenge: bytes, answer: incoming.NewPasskey) -> Any:
    from webauthn import verify_registration_response

    response = {"clientDataJSON": answer.client_data, "attestationObject": answer.attestation}
    return _try(
        lambda: verify_registration_response(
            credential=_credential(answer.id, response),
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
        )
    )


def _verify_use(site: Site, challenge: bytes, answer: incoming.PasskeyAnswer, passkey: Passkey) -> Any:
    from webauthn import verify_authentication_response

    response = {
        "clientDataJSON": answer.client_data,
        "authenticatorData": answer.authenticator,
        "signature": answer.signature,
    }
    return _try(
        lambda: verify_authentication_response(
            credential=_credential(answer.id, response),
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
            credential_public_key=passkey.key,
            credential_current_sign_count=passkey.count,
        )
    )


def _credential(known_as: str, response: dict[str, str]) -> dict[str, Any]:
    return {"id": known_as, "rawId": known_as, "type": "public-key", "response": response}


def _try(verify: Callable[[], Any]) -> Any:
    try:
        return verify()
    except Exception as error:  # the library has many kinds of them, and so have those that it is built on
        log.info("A passkey's answer was refused: %s", type(error).__name__)
        raise _Refused from None


def public_id(passkey: Passkey) -> str:
    """What its owner is told of it."""
    return passkey.id[:ID_LETTERS]


def _id(said: bytes) -> str:
    return hashlib.sha256(said).hexdigest()


def _bytes(text: str) -> bytes:
    from webauthn.helpers import base64url_to_bytes

    return base64url_to_bytes(text)


def _decode(text: str) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(text)
    return found
