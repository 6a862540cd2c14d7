"""The interface described for machines: OpenAPI, AsyncAPI and plain JSON Schema, all from the same declarations."""

from __future__ import annotations

import functools
import re
from typing import Any

import msgspec

import verso
from verso.play import wire
from verso.server.routes import ROUTES, ApiRoute

_TEMPLATE = "#/components/schemas/{name}"


@functools.cache
def openapi() -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of the HTTP interface."""
    types = [kind for route in ROUTES for kind in (route.body, route.answer) if kind is not None]
    schemas, components = msgspec.json.schema_components([*types, wire.Failure], ref_template=_TEMPLATE)
    by_type = dict(zip(map(id, [*types, wire.Failure]), schemas, strict=True))
    paths: dict[str, Any] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, by_type)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Verso", "version": verso.__version__, "description": "See docs/protocol.md."},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "verso"},
            },
        },
    }


def _operation(route: ApiRoute, by_type: dict[int, Any]) -> dict[str, Any]:
    failure = {"description": "refused", "content": {"application/json": {"schema": by_type[id(wire.Failure)]}}}
    answer: dict[str, Any] = {"description": route.summary}
    if route.answer is not None:
        answer["content"] = {route.media: {"schema": by_type[id(route.answer)]}}
    elif route.status == 200:
        answer["content"] = {"text/plain": {"schema": {"type": "string"}}}
    operation: dict[str, Any] = {
        "operationId": route.handler.__name__,
        "summary": route.summary,
        "parameters": [*_path_parameters(route), *_query_parameters(route)],
        "responses": {str(route.status): answer, "4XX": failure, "503": failure},
    }
    if route.body is not None:
        schema = by_type[id(route.body)]
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return operation


def _path_parameters(route: ApiRoute) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"\{(\w+)\}", route.path)
    ]


def _query_parameters(route: ApiRoute) -> list[dict[str, Any]]:
    [_], components = msgspec.json.schema_components([route.query], ref_template=_TEMPLATE)
    properties = components[route.query.__name__].get("properties", {})
    return [{"name": name, "in": "query", "schema": _not_null(schema)} for name, schema in properties.items()]


def _not_null(schema: dict[str, Any]) -> dict[str, Any]:
    """Leave null out: in an address a missing value is simply not there."""
    schema = {key: value for key, value in schema.items() if key != "default" or value is not None}
    if "anyOf" in schema:
        kinds = [kind for kind in schema.pop("anyOf") if kind != {"type": "null"}]
        schema |= kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    return schema


@functools.cache
def messages() -> dict[str, Any]:
    """Return the JSON Schema of all messages of the socket."""
    types = [wire.FromClient, wire.FromServer]
    (client, server), definitions = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of Verso's tables",
        "$defs": definitions | {"FromClient": client, "FromServer": server},
    }


@functools.cache
def asyncapi() -> dict[str, Any]:
    """Return the AsyncAPI 3.0 document of the socket."""
    types = [wire.FromClient, wire.FromServer]
    unions, components = msgspec.json.schema_components(types, ref_template=_TEMPLATE)
    names = [[each["$ref"].rpartition("/")[2] for each in union["anyOf"]] for union in unions]
    listed = {name: {"name": name, "payload": {"$ref": _TEMPLATE.format(name=name)}} for name in [*names[0], *names[1]]}
    channel = "#/channels/table"

    def refs(kinds: list[str]) -> list[dict[str, str]]:
        return [{"$ref": f"{channel}/messages/{name}"} for name in kinds]

    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Verso's tables", "version": verso.__version__, "description": "See docs/protocol.md."},
        "defaultContentType": "application/json",
        "channels": {
            "table": {
                "address": "/api/v1/tables/{table}/socket",
                "parameters": {"table": {"description": "the table"}},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in listed},
            }
        },
        "operations": {
            "hear": {"action": "receive", "channel": {"$ref": channel}, "messages": refs(names[0])},
            "tell": {"action": "send", "channel": {"$ref": channel}, "messages": refs(names[1])},
        },
        "components": {"messages": listed, "schemas": components},
    }
