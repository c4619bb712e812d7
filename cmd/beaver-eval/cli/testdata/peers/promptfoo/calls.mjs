import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.env.BENCH_CALLS;
const read = new Map();

function parsed(kind, file) {
  const path = join(folder, kind, file);
  if (!read.has(path)) read.set(path, JSON.parse(readFileSync(path, "utf8")));
  return read.get(path);
}

export const files = () => readdirSync(join(folder, "calls")).sort();
export const calls = (file) => parsed("calls", file);
export const golden = (file) => parsed("goldens", file);
