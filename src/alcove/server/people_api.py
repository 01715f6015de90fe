"""The HTTP calls about one's own devices and passkeys."""

from __future__ import annotations

from litestar import MediaType, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from alcove.kernel.game import game
from alcove.server import incoming
from alcove.server.asking import Asked, hall_of, language_of
from alcove.server.bodies import answers, from_our_pages
from alcove.server.passkeys import Passkeys, Site
from alcove.server.passkeys import public_id as passkeys_id
from alcove.server.people import LINK_SECONDS, Asker, People, public_id
from alcove.server.people_shapes import (
    JoinedPerson,
    LinkForDevice,
    LinkOffer,
    OwnDevice,
    OwnDevices,
    OwnPasskey,
    PasskeyQuestion,
)
from alcove.server.refusals import BAD_ORIGIN, BadOriginError
from alcove.server.user_agents import label_of
from alcove.server.visitors import device_of, keep_token, visitor_of

NOBODY = OwnDevices(None, [], [])


def people_of(request: Asked) -> People:
    return hall_of(request).people


def asker_of(request: Asked) -> Asker:
    label = label_of(request.headers.get("user-agent", ""))
    return Asker(visitor_of(request.scope), device_of(request.scope), label)


@get("/me/devices", responses=answers())
async def devices(request: Asked) -> OwnDevices:
    """The devices of whoever asks."""
    return await _devices(people_of(request), asker_of(request))


async def _devices(people: People, asker: Asker) -> OwnDevices:
    person = await people.store.person(asker.holder) if asker.is_person else None
    if person is None:
        return NOBODY
    listed = [
        OwnDevice(public_id(one.device), one.label, one.since, one.seen, one.device == asker.device)
        for one in await people.store.devices(person.id)
    ]
    passkeys = [
        OwnPasskey(passkeys_id(one), one.name, one.site, one.since, one.seen)
        for one in await people.store.passkeys(person.id)
    ]
    return OwnDevices(person.name, listed, passkeys)


@post("/me/links", status_code=201, guards=[from_our_pages], responses=answers())
async def make_link(request: Asked, data: JSONBody[incoming.OwnName]) -> LinkForDevice:
    """A link that gives another device all of one's seats: good once, for ten minutes, and until there is a new one."""
    link = await people_of(request).make_link(asker_of(request), data.name)
    keep_token(request.scope, link.token)
    origin, alone = request.app.state.site.elsewhere(request.headers, visitor_of(request.scope).address)
    return LinkForDevice(f"/along#{link.secret}", int(LINK_SECONDS), origin, alone)


@post("/along/look", status_code=200, guards=[from_our_pages], responses=answers())
async def look_at_link(request: Asked, data: JSONBody[incoming.AlongLink]) -> LinkOffer:
    """What would happen if this device followed such a link. Nothing does by asking."""
    offer = await people_of(request).offer(asker_of(request), data.secret)
    hands = [game(name).title.of(language_of(request)) for name in offer.in_two_hands]
    return LinkOffer(offer.person.name, offer.same, offer.brought, offer.others, hands)


@post("/along", status_code=200, guards=[from_our_pages], responses=answers())
async def follow_link(request: Asked, data: JSONBody[incoming.AlongLink]) -> JoinedPerson:
    """Belong to whoever made the link, with all that this device held before."""
    joined = await people_of(request).accept(asker_of(request), data.secret)
    keep_token(request.scope, joined.token)
    return JoinedPerson(joined.person.name)


@post("/me/name", status_code=200, guards=[from_our_pages], responses=answers())
async def rename(request: Asked, data: JSONBody[incoming.OwnName]) -> OwnDevices:
    """What other devices are told before they join."""
    people, asker = people_of(request), asker_of(request)
    await people.rename(asker, data.name)
    return await _devices(people, asker)


@post("/me/devices/{device:str}/sign-out", status_code=200, guards=[from_our_pages], responses=answers())
async def sign_out(request: Asked, device: FromPath[str]) -> OwnDevices:
    """Take all seats from one device."""
    people, asker = people_of(request), asker_of(request)
    await people.sign_out(asker, device)
    return NOBODY if device == public_id(asker.device) else await _devices(people, asker)


@post("/me/sign-out", status_code=200, guards=[from_our_pages], responses=answers())
async def sign_out_others(request: Asked) -> OwnDevices:
    """Take all seats from all other devices, and from whoever has copied this one's cookie."""
    people, asker = people_of(request), asker_of(request)
    token = await people.sign_out_others(asker)
    keep_token(request.scope, token)
    return await _devices(people, people.known_by(asker, token))


# Passkeys


def site_of(request: Asked) -> Site:
    """The page that asks, which says so itself."""
    if not request.app.state.site.is_own(request.headers):
        raise BadOriginError(BAD_ORIGIN)
    return Site.of(request.headers["origin"].lower())


def passkeys_of(request: Asked) -> Passkeys:
    return hall_of(request).passkeys


@post("/me/passkeys/question", status_code=200, guards=[from_our_pages], responses=answers())
async def ask_for_passkey(request: Asked, data: JSONBody[incoming.OwnName]) -> PasskeyQuestion:
    """What to ask an authenticator for, so that it makes a passkey for whoever asks."""
    return PasskeyQuestion(await passkeys_of(request).ask_for_new(asker_of(request), site_of(request), data.name))


@post("/me/passkeys", status_code=201, guards=[from_our_pages], responses=answers())
async def add_passkey(request: Asked, data: JSONBody[incoming.NewPasskey]) -> OwnDevices:
    """Keep a passkey that was made. A browser alone becomes a person by it."""
    people, asker = people_of(request), asker_of(request)
    token = await passkeys_of(request).add(asker, site_of(request), data)
    keep_token(request.scope, token)
    return await _devices(people, asker if token is None else people.known_by(asker, token))


@post("/me/passkeys/{passkey:str}/name", status_code=200, guards=[from_our_pages], responses=answers())
async def rename_passkey(request: Asked, passkey: FromPath[str], data: JSONBody[incoming.OwnName]) -> OwnDevices:
    people, asker = people_of(request), asker_of(request)
    await passkeys_of(request).rename(asker, passkey, data.name)
    return await _devices(people, asker)


@post("/me/passkeys/{passkey:str}/remove", status_code=200, guards=[from_our_pages], responses=answers())
async def remove_passkey(request: Asked, passkey: FromPath[str]) -> OwnDevices:
    people, asker = people_of(request), asker_of(request)
    await passkeys_of(request).remove(asker, passkey)
    return await _devices(people, asker)


@post("/sign-in/question", status_code=200, guards=[from_our_pages], responses=answers())
async def ask_who(request: Asked) -> PasskeyQuestion:
    """What to ask an authenticator for, so that somebody signs in."""
    return PasskeyQuestion(await passkeys_of(request).ask_who(asker_of(request), site_of(request)))


@post("/sign-in", status_code=200, guards=[from_our_pages], responses=answers())
async def sign_in(request: Asked, data: JSONBody[incoming.PasskeyAnswer]) -> JoinedPerson:
    """Belong to whoever has the passkey, with all that this device held before."""
    joined = await passkeys_of(request).sign_in(asker_of(request), site_of(request), data)
    keep_token(request.scope, joined.token)
    return JoinedPerson(joined.person.name)


# One's data


@get("/me/data", responses=answers())
async def own_data(request: Asked) -> Stream:
    """All that is kept of whoever asks, as JSON for download."""
    if request.app.state.site.sender(request.headers) != "ours":
        raise BadOriginError(BAD_ORIGIN)
    portions = await hall_of(request).own_data.open(asker_of(request))
    headers = {"content-disposition": 'attachment; filename="alcove.json"'}
    return Stream(portions, media_type=MediaType.JSON, headers=headers)


@post("/me/delete", status_code=200, guards=[from_our_pages], responses=answers())
async def delete_me(request: Asked, data: JSONBody[incoming.DeleteMe]) -> OwnDevices:
    """Leave all games, and delete all that is kept: seats, names, chat, devices, passkeys."""
    await hall_of(request).own_data.delete(asker_of(request))
    return NOBODY


HANDLERS = [
    devices,
    make_link,
    look_at_link,
    follow_link,
    rename,
    sign_out,
    sign_out_others,
    ask_for_passkey,
    add_passkey,
    rename_passkey,
    remove_passkey,
    ask_who,
    sign_in,
    own_data,
    delete_me,
]
