// A weather desk on the client `openai`, chat completions. A process lasts a case: each line of stdin is a turn.
import { createInterface } from 'node:readline'
import OpenAI from 'openai'

const PROMPT = `# Role
You are the weather desk of a small harbour.

# Rules
Answer in one sentence.
`

const tools = [{
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'The weather of a city.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}]

const weather = { Oslo: 'sunny, 21 degrees', Bergen: 'rain, 14 degrees' }

const client = new OpenAI()
const model = process.env.MODEL ?? 'gpt-4o'
const messages = [{ role: 'system', content: PROMPT }]

async function ask(stream) {
  const body = { model, messages, tools }
  if (!stream) return (await client.chat.completions.create(body)).choices[0].message
  return client.chat.completions.stream({ ...body, stream_options: { include_usage: true } }).finalMessage()
}

async function answer(stream) {
  for (;;) {
    const message = await ask(stream)
    messages.push(message)
    if (!message.tool_calls?.length) return message.content
    for (const call of message.tool_calls) {
      const { city } = JSON.parse(call.function.arguments)
      messages.push({ role: 'tool', tool_call_id: call.id, content: weather[city] ?? 'unknown' })
    }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { turn, text } = JSON.parse(line)
  messages.push({ role: 'user', content: text })
  console.log(JSON.stringify({ reply: await answer(turn > 1) }))
}
