import { calls } from "./calls.mjs";

export default ({ vars }) => calls(vars.file)[vars.n].messages;
