"""Five workers side by side, on threads; each looks the weather up. Then one text is made of what they say."""

import json
import os
import sys
import urllib.request
from concurrent.futures import ThreadPoolExecutor

WORKER = """# Role
You are a forecaster. Your city is {city}.

# Rules
Answer in one sentence.
"""

EDITOR = """# Role
You are the editor of a weather page.

# Rules
Write one paragraph.
"""

TOOLS = [{
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "The weather of a city.",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    },
}]

CITIES = ["Oslo", "Bergen", "Bodø", "Tromsø", "Alta"]
WEATHER = {"Oslo": "sunny", "Bergen": "rain"}


def ask(messages, **more):
    """Returns the model's message, put together from the pieces that come."""
    body = {"model": os.environ.get("MODEL", "gpt-4o"), "messages": messages, "stream": True, **more}
    request = urllib.request.Request(
        os.environ["OPENAI_BASE_URL"] + "/chat/completions",
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json", "Authorization": "Bearer " + os.environ["OPENAI_API_KEY"]},
    )
    text, calls = "", []
    with urllib.request.urlopen(request) as answer:
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
    return {"role": "assistant", "content": text, **({"tool_calls": calls} if calls else {})}


def forecast(city):
    """Returns a forecast, for which the model may look up the weather."""
    messages = [{"role": "system", "content": WORKER.format(city=city)}, {"role": "user", "content": task}]
    while True:
        message = ask(messages, tools=TOOLS)
        messages.append(message)
        if not message.get("tool_calls"):
            return message["content"]
        for call in message["tool_calls"]:
            result = WEATHER.get(json.loads(call["function"]["arguments"])["city"], "snow")
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": result})


task = sys.stdin.read()
with ThreadPoolExecutor(len(CITIES)) as workers:
    forecasts = list(workers.map(forecast, CITIES))
print(ask([{"role": "system", "content": EDITOR}, {"role": "user", "content": "\n".join(forecasts)}])["content"])
