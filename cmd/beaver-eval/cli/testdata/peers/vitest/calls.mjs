import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(process.env.BENCH_CALLS, "calls");

// part is a hundred of the conversations, each a test.
export function part(n) {
  const files = readdirSync(folder).sort();
  for (const file of files.slice(100 * n, 100 * (n + 1))) {
    test(file, () => {
      for (const call of JSON.parse(readFileSync(join(folder, file), "utf8"))) {
        expect(call.messages).toMatchSnapshot();
      }
    });
  }
}
