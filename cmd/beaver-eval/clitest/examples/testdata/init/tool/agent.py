"""Makes the model call a tool, and takes its arguments for the answer."""

import json
import sys

from model import ask

TICKET = {"type": "function", "function": {"name": "ticket", "parameters": {
    "type": "object",
    "properties": {"priority": {"type": "string", "enum": ["low", "high"]}, "due": {"type": "string", "format": "date"}},
    "required": ["priority", "due"],
}}}

text = sys.stdin.read()
call = ask("You file tickets.", text, tools=[TICKET],
           tool_choice={"type": "function", "function": {"name": "ticket"}})["tool_calls"][0]["function"]
ticket = json.loads(call["arguments"])
print(ask("You confirm what was done.", f"{text}\n{ticket['priority']} until {ticket['due']}")["content"])
