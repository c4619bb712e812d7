// A weather desk on `@langchain/langgraph`, a graph that remembers. A process lasts a case: a line of stdin is a turn.
import { createInterface } from 'node:readline'
import { tool } from '@langchain/core/tools'
import { MemorySaver } from '@langchain/langgraph'
import { createReactAgent } from '@langchain/langgraph/prebuilt'
import { ChatOpenAI } from '@langchain/openai'
import { z } from 'zod'

const PROMPT = `# Role
You are the weather desk of a small harbour.

# Rules
Answer in one sentence.
`

const table = { Oslo: 'sunny, 21 degrees', Bergen: 'rain, 14 degrees' }

const weather = tool(async ({ city }) => table[city] ?? 'unknown', {
  name: 'get_weather',
  description: 'The weather of a city.',
  schema: z.object({ city: z.string() }),
})

const graph = createReactAgent({
  llm: new ChatOpenAI({ model: process.env.MODEL ?? 'gpt-4o', temperature: 0 }),
  tools: [weather],
  prompt: PROMPT,
  checkpointer: new MemorySaver(),
})
const thread = { configurable: { thread_id: '1' } }

async function answer(text, stream) {
  const input = { messages: [{ role: 'user', content: text }] }
  if (!stream) return (await graph.invoke(input, thread)).messages.at(-1).text
  let reply = ''
  for await (const [piece] of await graph.stream(input, { ...thread, streamMode: 'messages' })) {
    if (piece.getType() === 'ai') reply += piece.text
  }
  return reply
}

for await (const line of createInterface({ input: process.stdin })) {
  const { turn, text } = JSON.parse(line)
  console.log(JSON.stringify({ reply: await answer(text, turn > 1) }))
}
