"""A weather desk that is used as a library; its tests are in test_desk.py."""

import json
import os
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

WEATHER = {"Oslo": "sunny, 21 degrees", "Bergen": "rain, 14 degrees"}


def post(body):
    """Opens the answer to a request for a model."""
    request = urllib.request.Request(
        os.environ["OPENAI_BASE_URL"] + "/chat/completions",
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json", "Authorization": "Bearer " + os.environ["OPENAI_API_KEY"]},
    )
    return urllib.request.urlopen(request)


class Desk:
    """A conversation."""

    def __init__(self):
        self.messages = [{"role": "system", "content": PROMPT}]

    def answer(self, question):
        """Returns the model's answer; it may look up the weather before."""
        self.messages.append({"role": "user", "content": question})
        while True:
            with post({"model": "gpt-4o", "messages": self.messages, "tools": TOOLS}) as answer:
                message = json.load(answer)["choices"][0]["message"]
            self.messages.append(message)
            if not message.get("tool_calls"):
                return message["content"]
            for call in message["tool_calls"]:
                city = json.loads(call["function"]["arguments"])["city"]
                result = WEATHER.get(city, "unknown")
                self.messages.append({"role": "tool", "tool_call_id": call["id"], "content": result})

    def stream(self, question):
        """Yields the pieces of the model's answer, which is a text."""
        self.messages.append({"role": "user", "content": question})
        whole = ""
        with post({"model": "gpt-4o", "messages": self.messages, "stream": True}) as answer:
            for line in answer:
                data = line.decode().strip().removeprefix("data: ")
                if data and data != "[DONE]":
                    for choice in json.loads(data)["choices"]:
                        piece = choice["delta"].get("content") or ""
                        whole += piece
                        yield piece
        self.messages.append({"role": "assistant", "content": whole})
