// A weather desk on the client `ollama`. A process lasts a case: each line of stdin is a turn.
import { createInterface } from 'node:readline'
import { Ollama } from 'ollama'

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

const client = new Ollama({ host: process.env.OLLAMA_HOST }) // the client's default is the port 11434
const model = process.env.MODEL ?? 'llama3.2'
const messages = [{ role: 'system', content: PROMPT }]

async function ask(stream) {
  const body = { model, messages, tools, options: { temperature: 0 } }
  if (!stream) return (await client.chat(body)).message
  const whole = { role: 'assistant', content: '' }
  for await (const { message } of await client.chat({ ...body, stream: true })) {
    whole.content += message.content ?? ''
    if (message.tool_calls) whole.tool_calls = [...(whole.tool_calls ?? []), ...message.tool_calls]
  }
  return whole
}

async function answer(stream) {
  for (;;) {
    const message = await ask(stream)
    messages.push(message)
    if (!message.tool_calls?.length) return message.content
    for (const call of message.tool_calls) {
      const content = weather[call.function.arguments.city] ?? 'unknown'
      messages.push({ role: 'tool', tool_name: call.function.name, content })
    }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { turn, text } = JSON.parse(line)
  messages.push({ role: 'user', content: text })
  console.log(JSON.stringify({ reply: await answer(turn > 1) }))
}
