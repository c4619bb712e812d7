// Each conversation is asked at AIMock, with fixtures of its own; what arrived there is compared with the golden.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { LLMock } from "@copilotkit/aimock";

const folder = process.env.BENCH_CALLS;
const read = (kind, file) => JSON.parse(readFileSync(join(folder, kind, file), "utf8"));
const question = (messages) => messages.findLast((m) => m.role === "user").content;

// With a transformation, AIMock compares whole texts: a question is also a part of later prompts.
const mock = new LLMock({ port: 0, logLevel: "silent", requestTransform: (request) => request });
await mock.start();
for (const file of readdirSync(join(folder, "calls")).sort()) {
  const calls = read("calls", file);
  const golden = read("goldens", file);
  mock.reset();
  mock.addFixtures(calls.map(({ messages, answer }) => ({
    match: { userMessage: question(messages) },
    response: { content: answer },
  })));
  for (const [n, { messages, answer }] of calls.entries()) {
    const reply = await fetch(`${mock.url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer none" },
      body: JSON.stringify({ model: "bench", messages }),
    });
    const got = (await reply.json()).choices?.[0].message.content;
    if (got !== answer || !isDeepStrictEqual(mock.getLastRequest().body.messages, golden[n])) {
      console.error(`${file}: call ${n + 1} differs`);
      process.exitCode = 1;
    }
  }
}
await mock.stop();
