"""A desk in a package of a repository."""

import sys

from model import ask

print(ask("You are a desk.", sys.stdin.read())["content"])
