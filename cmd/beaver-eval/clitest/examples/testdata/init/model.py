"""What the agents of this folder have in common: a request for a model."""

import json
import os
import urllib.request


def ask(system, user, **more):
    """Returns the model's message."""
    messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
    request = urllib.request.Request(
        os.environ["OPENAI_BASE_URL"] + "/chat/completions",
        data=json.dumps({"model": "gpt-4o", "messages": messages, **more}).encode(),
        headers={"Content-Type": "application/json", "Authorization": "Bearer " + os.environ["OPENAI_API_KEY"]},
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["choices"][0]["message"]
