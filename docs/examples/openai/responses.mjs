// The same desk on the Responses API: the server keeps the conversation, and a request names the answer before it.
import { createInterface } from 'node:readline'
import OpenAI from 'openai'

const PROMPT = `# Role
You are the weather desk of a small harbour.

# Rules
Answer in one sentence.
`

const tools = [{
  type: 'function',
  name: 'get_weather',
  description: 'The weather of a city.',
  strict: false,
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}]

const weather = { Oslo: 'sunny, 21 degrees', Bergen: 'rain, 14 degrees' }

const client = new OpenAI()
const model = process.env.MODEL ?? 'gpt-4o'
let last // the id of the answer before

async function ask(input, stream) {
  const body = { model, instructions: PROMPT, input, tools, previous_response_id: last }
  const response = stream
    ? await client.responses.stream(body).finalResponse()
    : await client.responses.create(body)
  last = response.id
  return response
}

async function answer(text, stream) {
  let response = await ask([{ role: 'user', content: text }], stream)
  for (;;) {
    const calls = response.output.filter((item) => item.type === 'function_call')
    if (!calls.length) return response.output_text ?? response.output[0].content[0].text
    const results = calls.map((call) => ({
      type: 'function_call_output',
      call_id: call.call_id,
      output: weather[JSON.parse(call.arguments).city] ?? 'unknown',
    }))
    response = await ask(results, stream)
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { turn, text } = JSON.parse(line)
  console.log(JSON.stringify({ reply: await answer(text, turn > 1) }))
}
