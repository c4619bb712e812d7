"""Sells bicycles, and asks two experts at the same time."""

import sys
from concurrent.futures import ThreadPoolExecutor

from model import ask


def main():
    text = sys.stdin.read()
    with ThreadPoolExecutor() as pool:
        notes = list(pool.map(
            lambda field: ask(f"You are an expert of {field}.", text)["content"], ["frames", "brakes"]))
    print(ask("You sell bicycles.\nNotes: " + " ".join(notes), text)["content"])


if __name__ == "__main__":
    main()
