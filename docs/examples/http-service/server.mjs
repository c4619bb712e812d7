// A weather desk as an HTTP service, on Node alone: POST /chat {"message": …, "session": …} gives {"answer": …}.
import { createServer } from 'node:http'

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

const model = process.env.MODEL ?? 'gpt-4o'
const sessions = new Map()

async function ask(messages) {
  const response = await fetch(`${process.env.OPENAI_BASE_URL}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${process.env.OPENAI_API_KEY}` },
    body: JSON.stringify({ model, messages, tools, stream: true }),
  })
  if (!response.ok) throw new Error(await response.text())
  const whole = { role: 'assistant', content: '' }
  for (const line of (await response.text()).split('\n')) {
    const data = line.replace(/^data: /, '')
    if (!data || data === '[DONE]') continue
    const delta = JSON.parse(data).choices[0]?.delta
    whole.content += delta?.content ?? ''
    for (const piece of delta?.tool_calls ?? []) {
      whole.tool_calls ??= []
      const call = (whole.tool_calls[piece.index] ??=
        { id: piece.id, type: 'function', function: { name: '', arguments: '' } })
      call.function.name += piece.function.name ?? ''
      call.function.arguments += piece.function.arguments ?? ''
    }
  }
  return whole
}

async function answer(messages) {
  for (;;) {
    const message = await ask(messages)
    messages.push(message)
    if (!message.tool_calls) return message.content
    for (const call of message.tool_calls) {
      const { city } = JSON.parse(call.function.arguments)
      messages.push({ role: 'tool', tool_call_id: call.id, content: weather[city] ?? 'unknown' })
    }
  }
}

async function chat({ message, session }) {
  if (!sessions.has(session)) sessions.set(session, [{ role: 'system', content: PROMPT }])
  const messages = sessions.get(session)
  messages.push({ role: 'user', content: message })
  return { answer: await answer(messages) }
}

createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  try {
    const result = await chat(JSON.parse(body))
    response.setHeader('content-type', 'application/json').end(JSON.stringify(result))
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}).listen(process.env.PORT, '127.0.0.1')
