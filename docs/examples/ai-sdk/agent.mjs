// A weather desk on `ai` with `@ai-sdk/openai`. A process lasts a case: each line of stdin is a turn.
import { createInterface } from 'node:readline'
import { openai } from '@ai-sdk/openai'
import { generateText, isStepCount, streamText, tool } from 'ai'
import { z } from 'zod'

const PROMPT = `# Role
You are the weather desk of a small harbour.

# Rules
Answer in one sentence.
`

const table = { Oslo: 'sunny, 21 degrees', Bergen: 'rain, 14 degrees' }

const weather = tool({
  description: 'The weather of a city.',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => table[city] ?? 'unknown',
})

// The Responses API is the default of this provider; CHAT=1 asks chat completions.
const name = process.env.MODEL ?? 'gpt-4o'
const model = process.env.CHAT ? openai.chat(name) : openai(name)
const messages = []

async function answer(stream) {
  const options = { model, instructions: PROMPT, messages, tools: { get_weather: weather }, stopWhen: isStepCount(5) }
  const result = stream ? streamText(options) : await generateText(options)
  const text = await result.text
  messages.push(...(await result.responseMessages))
  return text
}

for await (const line of createInterface({ input: process.stdin })) {
  const { turn, text } = JSON.parse(line)
  messages.push({ role: 'user', content: text })
  console.log(JSON.stringify({ reply: await answer(turn > 1) }))
}
