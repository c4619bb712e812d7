// A weather desk on the client `@anthropic-ai/sdk`. A process lasts a case: each line of stdin is a turn.
import { createInterface } from 'node:readline'
import Anthropic from '@anthropic-ai/sdk'

const PROMPT = `# Role
You are the weather desk of a small harbour.

# Rules
Answer in one sentence.
`

const tools = [{
  name: 'get_weather',
  description: 'The weather of a city.',
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}]

const weather = { Oslo: 'sunny, 21 degrees', Bergen: 'rain, 14 degrees' }

const client = new Anthropic()
const model = process.env.MODEL ?? 'claude-haiku-4-5'
const messages = []

function ask(stream) {
  const body = {
    model,
    max_tokens: 500,
    system: [{ type: 'text', text: PROMPT, cache_control: { type: 'ephemeral' } }],
    messages,
    tools,
  }
  return stream ? client.messages.stream(body).finalMessage() : client.messages.create(body)
}

async function answer(stream) {
  for (;;) {
    const message = await ask(stream)
    messages.push({ role: 'assistant', content: message.content })
    const calls = message.content.filter((block) => block.type === 'tool_use')
    if (!calls.length) return message.content.map((block) => block.text ?? '').join('')
    messages.push({
      role: 'user',
      content: calls.map((call) => ({
        type: 'tool_result',
        tool_use_id: call.id,
        content: weather[call.input.city] ?? 'unknown',
      })),
    })
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { turn, text } = JSON.parse(line)
  messages.push({ role: 'user', content: text })
  console.log(JSON.stringify({ reply: await answer(turn > 1) }))
}
