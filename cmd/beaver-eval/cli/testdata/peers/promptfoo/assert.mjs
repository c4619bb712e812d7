import { isDeepStrictEqual } from "node:util";
import { calls, golden } from "./calls.mjs";

export default (output, { prompt, vars: { file, n } }) =>
  output === calls(file)[n].answer && isDeepStrictEqual(JSON.parse(prompt), golden(file)[n]);
