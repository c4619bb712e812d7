"""The desks of a small harbour: a router sends each question to one of them. Its tests are in test_desk.py."""

import asyncio
import json
import os
import urllib.request

ROUTER = """You are the router of a small harbour. Say which desk a question is for.
"""

PROMPTS = {
    "weather": """# Role
You are the weather desk of a small harbour.

# Rules
Answer in one sentence.
""",
    "berths": """# Role
You keep the list of berths of a small harbour.

# Rules
Name the ship and its berth.
""",
}

ROUTE = {"type": "json_schema", "json_schema": {"name": "route", "strict": True, "schema": {
    "type": "object",
    "properties": {"desk": {"type": "string", "enum": list(PROMPTS)}},
    "required": ["desk"],
    "additionalProperties": False,
}}}


class Client:
    """A client of OpenAI's chat completions, which reads the environment when it is made, as theirs does."""

    def __init__(self):
        self.url = os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1") + "/chat/completions"
        self.key = os.environ["OPENAI_API_KEY"]

    def ask(self, system, question, **parameters):
        """Returns the model's answer to a question."""
        messages = [{"role": "system", "content": system}, {"role": "user", "content": question}]
        request = urllib.request.Request(
            self.url,
            data=json.dumps({"model": "gpt-4o", "messages": messages, **parameters}).encode(),
            headers={"Content-Type": "application/json", "Authorization": "Bearer " + self.key},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["choices"][0]["message"]["content"]


client = Client()  # once, when the module is loaded


def route(question):
    """Returns the desk for a question; weather, of which most ask, if the model's answer cannot be used."""
    try:
        desk = json.loads(client.ask(ROUTER, question, response_format=ROUTE, temperature=0))["desk"]
    except (ValueError, LookupError, TypeError):
        return "weather"
    return desk if desk in PROMPTS else "weather"


def answer(question):
    """Answers a question."""
    return client.ask(PROMPTS[route(question)], question)


async def answer_all(questions):
    """Answers questions side by side, in their order."""
    return await asyncio.gather(*(asyncio.to_thread(answer, question) for question in questions))
