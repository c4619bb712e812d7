"""A desk on the command line: python3 main.py QUESTION."""

import sys

from model import ask

if len(sys.argv) != 2:
    sys.exit("usage: main.py QUESTION")
print(ask("You are a desk.", sys.argv[1])["content"])
