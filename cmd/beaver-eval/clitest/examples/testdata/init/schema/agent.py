"""A guide whose plan has to fit a schema: it dies of any other answer. Then a call writes the text."""

import json
import sys

from model import ask

PLAN = {
    "type": "object",
    "properties": {
        "mood": {"type": "string", "enum": ["calm", "busy"]},
        "stops": {"type": "array", "minItems": 2, "items": {"$ref": "#/$defs/stop"}},
    },
    "required": ["mood", "stops"],
    "additionalProperties": False,
    "$defs": {"stop": {
        "type": "object",
        "properties": {"place": {"type": "string", "minLength": 3}, "minutes": {"type": "integer", "minimum": 10}},
        "required": ["place", "minutes"],
        "additionalProperties": False,
    }},
}

text = sys.stdin.read()
plan = json.loads(ask("You plan a walk through a town.", text, response_format={
    "type": "json_schema", "json_schema": {"name": "plan", "strict": True, "schema": PLAN}})["content"])
if len(plan["stops"]) < 2 or min(stop["minutes"] for stop in plan["stops"]) < 10:
    sys.exit("the plan does not fit its schema")
stops = ", ".join(stop["place"] for stop in plan["stops"])
print(ask("You are a guide. The mood is " + plan["mood"] + ".", text + "\nStops: " + stops)["content"])
