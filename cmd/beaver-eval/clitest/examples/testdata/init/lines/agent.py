"""A process for each conversation: a line of JSON in and one out for each turn."""

import json
import sys

from model import ask

for line in sys.stdin:
    print(json.dumps({"reply": ask("You are a desk.", json.loads(line)["text"])["content"]}), flush=True)
