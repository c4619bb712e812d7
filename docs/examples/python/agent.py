"""A weather desk on Python's standard library alone. A process lasts a case: each line of stdin is a turn."""

import json
import os
import sys
import urllib.request

PROMPT = """# Role
You are the weather desk of a small harbour.

# Rules
Answer in one sentence.
"""

TOOLS = [{
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "The weather of a city.",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    },
}]

MODEL = os.environ.get("MODEL", "gpt-4o")

WEATHER = {"Oslo": "sunny, 21 degrees", "Bergen": "rain, 14 degrees"}


def post(body):
    """Opens the answer to a request for a model."""
    request = urllib.request.Request(
        os.environ["OPENAI_BASE_URL"] + "/chat/completions",
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json", "Authorization": "Bearer " + os.environ["OPENAI_API_KEY"]},
    )
    return urllib.request.urlopen(request)


def ask(messages):
    """Returns the model's message."""
    with post({"model": MODEL, "messages": messages, "tools": TOOLS}) as answer:
        return json.load(answer)["choices"][0]["message"]


def ask_streaming(messages):
    """Returns the model's message, put together from the pieces that come."""
    text, calls = "", []
    with post({"model": MODEL, "messages": messages, "tools": TOOLS, "stream": True}) as answer:
        for line in answer:
            data = line.decode().strip().removeprefix("data: ")
            if not data or data == "[DONE]":
                continue
            for choice in json.loads(data)["choices"]:
                delta = choice["delta"]
                text += delta.get("content") or ""
                for piece in delta.get("tool_calls") or []:
                    if piece["index"] == len(calls):
                        calls.append({"id": piece["id"], "type": "function", "function": {"name": "", "arguments": ""}})
                    for key, value in piece["function"].items():
                        calls[piece["index"]]["function"][key] += value
    return {"role": "assistant", "content": text or None, "tool_calls": calls} if calls else {
        "role": "assistant", "content": text}


def answer(messages, ask):
    """Asks until the model wants no tool any more."""
    while True:
        message = ask(messages)
        messages.append(message)
        if not message.get("tool_calls"):
            return message["content"]
        for call in message["tool_calls"]:
            city = json.loads(call["function"]["arguments"])["city"]
            result = WEATHER.get(city, "unknown")
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": result})


messages = [{"role": "system", "content": PROMPT}]
for line in sys.stdin:
    turn = json.loads(line)
    messages.append({"role": "user", "content": turn["text"]})
    reply = answer(messages, ask if turn["turn"] == 1 else ask_streaming)
    print(json.dumps({"reply": reply}), flush=True)
