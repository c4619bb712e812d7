"""A router that answers in JSON, and the desk that it names."""

import json

from model import ask

ROUTE = {
    "type": "object",
    "properties": {"desk": {"type": "string", "enum": ["weather", "berths"]}},
    "required": ["desk"],
    "additionalProperties": False,
}

DESKS = {"weather": "You are the weather desk of a harbour.", "berths": "You keep the list of berths."}


def answer(question):
    schema = {"type": "json_schema", "json_schema": {"name": "route", "strict": True, "schema": ROUTE}}
    desk = json.loads(ask("You route the questions of a harbour.", question, response_format=schema)["content"])["desk"]
    return desk, ask(DESKS[desk], question)["content"]
