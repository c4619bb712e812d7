// A weather desk on `@openai/agents`: a triage hands over to it. A process lasts a case: each line of stdin is a turn.
import { createInterface } from 'node:readline'
import { Agent, run, tool } from '@openai/agents'
import { z } from 'zod'

const PROMPT = `# Role
You are the weather desk of a small harbour.

# Rules
Answer in one sentence.
`

const TRIAGE = `# Role
You are the reception of a small harbour.

# Rules
Hand questions about the weather to the weather desk.
`

const table = { Oslo: 'sunny, 21 degrees', Bergen: 'rain, 14 degrees' }

const weather = tool({
  name: 'get_weather',
  description: 'The weather of a city.',
  parameters: z.object({ city: z.string() }),
  execute: async ({ city }) => table[city] ?? 'unknown',
})

const model = process.env.MODEL ?? 'gpt-4o'
const desk = new Agent({ name: 'Weather desk', instructions: PROMPT, model, tools: [weather] })
const triage = Agent.create({ name: 'Reception', instructions: TRIAGE, model, handoffs: [desk] })

let agent = triage
let history = []

async function answer(text, stream) {
  const input = [...history, { role: 'user', content: text }]
  const result = stream ? await run(agent, input, { stream: true }) : await run(agent, input)
  if (stream) await result.completed
  history = result.history
  agent = result.lastAgent ?? agent
  return result.finalOutput
}

for await (const line of createInterface({ input: process.stdin })) {
  const { turn, text } = JSON.parse(line)
  console.log(JSON.stringify({ reply: await answer(text, turn > 1) }))
}
