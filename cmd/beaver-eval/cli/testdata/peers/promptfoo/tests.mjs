import { calls, files } from "./calls.mjs";

export default () => files().flatMap((file) => calls(file).map((_, n) => ({ vars: { file, n } })));
