"""A small agent: it asks a model what the user asks it. Replace it by your own program."""

import json
import os
import sys
import urllib.request

SYSTEM = """# Role
You help the customers of a small shop.

# Rules
Be brief.
"""


def ask(messages):
    request = urllib.request.Request(
        os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1") + "/chat/completions",
        data=json.dumps({"model": "gpt-4o-mini", "messages": messages}).encode(),
        headers={
            "Content-Type": "application/json",
            "Authorization": "Bearer " + os.environ.get("OPENAI_API_KEY", ""),
        },
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response)["choices"][0]["message"]["content"]


print(ask([
    {"role": "system", "content": SYSTEM},
    {"role": "user", "content": sys.stdin.read()},
]))
