"""Five workers side by side, on threads; each asks twice. Then one text is made of what they say."""

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

CITIES = ["Oslo", "Bergen", "Bodø", "Tromsø", "Alta"]


def ask(messages):
    """Returns the model's text."""
    request = urllib.request.Request(
        os.environ["OPENAI_BASE_URL"] + "/chat/completions",
        data=json.dumps({"model": "gpt-4o", "messages": messages}).encode(),
        headers={"Content-Type": "application/json", "Authorization": "Bearer " + os.environ["OPENAI_API_KEY"]},
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["choices"][0]["message"]["content"]


def forecast(city):
    """Asks for a forecast, and has it checked."""
    messages = [{"role": "system", "content": WORKER.format(city=city)}, {"role": "user", "content": task}]
    messages += [{"role": "assistant", "content": ask(messages)}, {"role": "user", "content": "Check that."}]
    return ask(messages)


task = sys.stdin.read()
with ThreadPoolExecutor(len(CITIES)) as workers:
    forecasts = list(workers.map(forecast, CITIES))
print(ask([{"role": "system", "content": EDITOR}, {"role": "user", "content": "\n".join(forecasts)}]))
