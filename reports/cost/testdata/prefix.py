"""Recomputes from exported rows what each prompt shares with earlier ones of its stage and case.

Usage: prefix.py CALLS.jsonl TEXTS.jsonl. Prints {suite: {stage: share}}; each row that says otherwise goes to standard
error, and the exit code is then 1. It compares every pair of calls, without regard to speed, and shares no code with
the program.
"""
import functools
import json
import os
import sys
import unicodedata


def lines(name):
    with open(name, encoding="utf-8") as f:
        return [json.loads(line) for line in f]


@functools.cache
def is_wide(c):
    name = unicodedata.name(c, "")
    return (0x3000 <= ord(c) < 0x3040 or 0xFF00 <= ord(c) < 0xFFF0
            or name.startswith(("CJK UNIFIED", "CJK COMPAT", "CJK RADICAL", "KANGXI", "HIRAGANA", "KATAKANA", "HANGUL",
                                "HALFWIDTH KATAKANA", "HALFWIDTH HANGUL")))


@functools.cache
def tokens(text):
    ascii_bytes = sum(ord(c) < 128 for c in text)
    wide = sum(ord(c) >= 128 and is_wide(c) for c in text)
    other = len(text) - ascii_bytes - wide
    return (ascii_bytes + 3) // 4 + wide + (other + 1) // 2


def parts(call, text):
    """Returns (head, texts, divisible): what must be equal, the texts in order, and whether part of them may be shared."""
    for t in call["tools"]:
        yield None, [t["name"], text[t["description_digest"]], text[t["schema_digest"]]], False
    for m in call["messages"]:
        yield (m["role"], m["name"], m["tool_call_id"]), [text[s["text_digest"]] for s in m["sections"]], True
        for c in m["tool_calls"]:
            yield ("call", c["id"]), [c["name"], text[c["arguments_digest"]]], False


def shared(a, b):
    """Returns the bytes and tokens of a's beginning that b has too."""
    count = total = 0
    for (head, texts, divisible), (other, before, _) in zip(a, b):
        same = head == other and (texts == before if not divisible else "".join(texts) == "".join(before))
        common = "".join(texts)
        if not same:
            if not divisible or head != other:
                break
            common = os.path.commonprefix([common, "".join(before)])
        count += len(common.encode())
        left = common
        for part in texts:
            total += tokens(left[:len(part)])
            left = left[len(part):]
        if not same:
            break
    return count, total


def main(calls, texts):
    text = {t["digest"]: t["text"] for t in lines(texts)}
    earlier, sums, wrong = {}, {}, 0
    for call in lines(calls):
        if call["prompt_bytes"] is None:  # a judge's
            continue
        mine = list(parts(call, text))
        stage = earlier.setdefault((call["suite"], call["case_id"], call["stage"]), [])
        key = (call["gen_ai.request.model"], call["format_digest"])
        best = max((shared(mine, other) for before, other in stage if before == key), default=(0, 0))
        got = call["prefix_bytes"], call["prefix_tokens"]
        if best != got or (call["prefix_of"] is None) != (not stage):
            wrong += 1
            print(call["suite"], call["case_id"], call["path"], "says", got, "but it is", best, file=sys.stderr)
        if stage:
            kept = sums.setdefault(call["suite"], {}).setdefault(call["stage"], [0, 0])
            kept[0] += best[1]
            kept[1] += call["estimate_prompt"]
        stage.append((key, mine))
    json.dump({suite: {stage: kept / of for stage, (kept, of) in stages.items()} for suite, stages in sums.items()},
              sys.stdout)
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
