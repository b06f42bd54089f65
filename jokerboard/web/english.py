"""Everything that the pages' shared parts say to people, in English."""

from __future__ import annotations

from jokerboard.host.wording import Catalogue, wording

ENGLISH: Catalogue = {
    # Requests that are refused.
    "body.not-json": "The body is not JSON.",
    "body.no-object": "The body is JSON but not an object.",
    "field.unknown": lambda command, field, fields: (
        f"{command} has no field {field!r}; it has {', '.join(fields)}."
    ),
    "field.missing": "{command} needs {field!r}: {wanted}.",
    "field.wrong": "{field!r} of {command} must be {wanted}.",
    "wanted.flag": "true or false",
    "wanted.number": "a number from {low:g} to {high:g}",
    "wanted.whole": "a whole number from {low:g} to {high:g}",
    "body.no-json": "A command is JSON, with the content type application/json.",
    "body.too-long": "A command has at most {largest} bytes.",
    "body.too-slow": "The rest of the command did not arrive in time.",
    "address.nothing": "There is nothing at this address.",
    "address.wrong-kind": "This address does not take that kind of request.",
    "body.broken-off": "The command broke off.",
    "failed": "The service failed at this; its log says more.",
    "origin.name": "This page is not called {name!r}; use its IP address, or localhost.",
    "origin.other": "Only our own page may ask this.",
    "codes.too-many": "Too many wrong codes; wait a minute and try again.",
    "watchers.too-many": "Too many are watching this page; try again later.",
    # The address where a page is served.
    "listen.brackets": "{text!r} is no address; an IPv6 address stands in brackets, as [::]:8080",
    "listen.malformed": "{text!r} is no address; write it as 0.0.0.0:8080, or only the port",
    "listen.unknown": "{host}: no such address on any network this machine knows",
    "listen.in-use": "port {port} of {host} is in use; stop what runs there, or choose another",
    "listen.privileged": "port {port} of {host} is not for ordinary users; choose one from 1024 on",
    "listen.not-here": "{host} is no address of this machine; use 0.0.0.0 for the whole network",
    "listen.failed": "cannot listen on {host} port {port}: {why}",
}

words = wording(ENGLISH)
