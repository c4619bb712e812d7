"""A weather desk that is called as a function; its tests are in test_desk.py."""

import json
import os
import urllib.request

PROMPT = """# Role
You are the weather desk of a small harbour.

# Rules
Answer in one sentence.
"""


def answer(question):
    """Returns the model's answer to a question."""
    messages = [{"role": "system", "content": PROMPT}, {"role": "user", "content": question}]
    request = urllib.request.Request(
        os.environ["OPENAI_BASE_URL"] + "/chat/completions",
        data=json.dumps({"model": "gpt-4o", "messages": messages}).encode(),
        headers={"Content-Type": "application/json", "Authorization": "Bearer " + os.environ["OPENAI_API_KEY"]},
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response)["choices"][0]["message"]["content"]
