"""A bicycle shop: a router that answers in JSON, three experts side by side, a main call that streams and uses tools,
and a memory in a file. A process lasts a turn; the user's text is on stdin, the reply on stdout."""

import json
import os
import sys
import urllib.request
from concurrent.futures import ThreadPoolExecutor

ROUTER = """# Role
You route the mails of a bicycle shop.

# Lanes
- chat: small talk, opening hours
- advice: which bicycle, which part
- repair: something is broken
"""

EXPERT = """# Role
You are an expert of {field} in a bicycle shop.

# Rules
Write one note for a colleague. If the message has nothing to do with {field}, write: nothing.
"""

MAIN = """# Role
You are the shop's voice.

# Rules
Answer in one sentence. Never promise a price that no tool has told you.
"""

LANES = ["chat", "advice", "repair"]
FIELDS = ["frames", "gears", "brakes"]

ROUTE = {
    "type": "json_schema",
    "json_schema": {"name": "route", "strict": True, "schema": {
        "type": "object",
        "properties": {
            "lane": {"type": "string", "enum": LANES},
            "topics": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["lane", "topics"],
        "additionalProperties": False,
    }},
}

TOOLS = [
    {"type": "function", "function": {
        "name": "price",
        "description": "The price of an article, in euros.",
        "parameters": {"type": "object", "properties": {"article": {"type": "string"}}, "required": ["article"]},
    }},
    {"type": "function", "function": {
        "name": "free_slot",
        "description": "The next free hour of the workshop.",
        "parameters": {"type": "object", "properties": {}},
    }},
]

PRICES = {"brake pads": "12", "chain": "29"}


def post(**body):
    """Opens the answer to a request for a model."""
    request = urllib.request.Request(
        os.environ["OPENAI_BASE_URL"] + "/chat/completions",
        data=json.dumps({"model": os.environ.get("MODEL", "gpt-4o"), **body}).encode(),
        headers={"Content-Type": "application/json", "Authorization": "Bearer " + os.environ["OPENAI_API_KEY"]},
    )
    return urllib.request.urlopen(request)


def ask(messages, **more):
    """Returns the text of the model's message."""
    with post(messages=messages, **more) as answer:
        return json.load(answer)["choices"][0]["message"]["content"]


def stream(messages):
    """Returns the model's message, put together from the pieces that come."""
    text, calls = "", []
    with post(messages=messages, tools=TOOLS, stream=True) as answer:
        for line in answer:
            data = line.decode().strip().removeprefix("data: ")
            if not data or data == "[DONE]":
                continue
            for choice in json.loads(data)["choices"]:
                text += choice["delta"].get("content") or ""
                for piece in choice["delta"].get("tool_calls") or []:
                    if piece["index"] == len(calls):
                        calls.append({"id": piece["id"], "type": "function", "function": {"name": "", "arguments": ""}})
                    for key, value in piece["function"].items():
                        calls[piece["index"]]["function"][key] += value
    return {"role": "assistant", "content": text or None, **({"tool_calls": calls} if calls else {})}


def use(call):
    """Returns what a tool says."""
    if call["name"] == "free_slot":
        return "Tuesday, 10 o'clock"
    return PRICES.get(json.loads(call["arguments"])["article"], "unknown")


def route(text, memory):
    """Returns the lane and the topics of a message; small talk if the model does not answer in JSON."""
    said = [{"role": "user", "content": "Topics so far: " + (", ".join(memory["topics"]) or "none")},
            {"role": "user", "content": text}]
    try:
        answer = json.loads(ask([{"role": "system", "content": ROUTER}, *said], response_format=ROUTE))
    except ValueError:
        return "chat", []
    return answer["lane"], answer["topics"]


def notes(text):
    """Asks all experts at the same time."""
    def note(field):
        return ask([{"role": "system", "content": EXPERT.format(field=field)}, {"role": "user", "content": text}])
    with ThreadPoolExecutor() as pool:
        found = zip(FIELDS, pool.map(note, FIELDS))
    return [f"{field}: {said}" for field, said in found if said.strip().rstrip(".").lower() != "nothing"]


def answer(text, memory):
    """Asks until the model wants no tool any more."""
    lane, topics = route(text, memory)
    memory["topics"] += [t for t in topics if t not in memory["topics"]]
    prompt = MAIN
    if lane != "chat":
        prompt += "\n# Notes of the experts\n" + "\n".join(notes(text) or ["none"]) + "\n"
    messages = [{"role": "system", "content": prompt}, *memory["said"], {"role": "user", "content": text}]
    while True:
        message = stream(messages)
        messages.append(message)
        if not message.get("tool_calls"):
            memory["said"] = messages[1:]
            return message["content"]
        for call in message["tool_calls"]:
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": use(call["function"])})


path = os.path.join(os.environ.get("STATE_DIR", "."), "memory.json")
memory = json.load(open(path)) if os.path.exists(path) else {"topics": [], "said": []}
print(answer(sys.stdin.read().strip(), memory))
json.dump(memory, open(path, "w"))
