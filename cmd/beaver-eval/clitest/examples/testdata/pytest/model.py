"""A client that is made when the module is loaded. DESK stands for an edit of the prompt."""

import json
import os
import urllib.request

URL = os.environ.get("OPENAI_BASE_URL", "")
SYSTEM = os.environ.get("DESK", "You are the desk of a small harbour.")


def ask(text, url=URL):
    messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": text}]
    data = json.dumps({"model": "m", "messages": messages}).encode()
    with urllib.request.urlopen(urllib.request.Request(url + "/chat/completions", data)) as answer:
        return json.load(answer)["choices"][0]["message"]["content"]
