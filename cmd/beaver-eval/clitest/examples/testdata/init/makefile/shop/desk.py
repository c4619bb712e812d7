"""A desk that `make run` starts."""

import sys

from model import ask

print(ask("You are a desk.", sys.stdin.read())["content"])
