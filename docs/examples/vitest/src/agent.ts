// A bicycle shop's agent: a router that answers in JSON, and a desk with a tool, which streams. Its client is made when
// the module is loaded.

import OpenAI from 'openai'

const ROUTER = `# Role
You route the mails of a bicycle shop.

# Lanes
- chat: small talk, opening hours
- repair: something is broken
`

const DESK = `# Role
You are the desk of a bicycle shop.

# Rules
Answer in one sentence.
`

const WORKSHOP = `
# Workshop
The next free hour is on Tuesday at ten.
`

const route: OpenAI.ResponseFormatJSONSchema = {
  type: 'json_schema',
  json_schema: {
    name: 'route',
    strict: true,
    schema: {
      type: 'object',
      properties: {
        lane: { type: 'string', enum: ['chat', 'repair'] },
        topics: { type: 'array', items: { type: 'string' } },
      },
      required: ['lane', 'topics'],
      additionalProperties: false,
    },
  },
}

const tools: OpenAI.ChatCompletionFunctionTool[] = [{
  type: 'function',
  function: {
    name: 'price',
    description: 'The price of an article, in euros.',
    parameters: { type: 'object', properties: { article: { type: 'string' } }, required: ['article'] },
  },
}]

const prices: Record<string, string> = { 'brake pads': '12', 'tube': '7' }
const client = new OpenAI({ maxRetries: 0 })
const model = 'gpt-4o'

interface Route { lane: string, topics: string[] }

/** Returns the lane of a mail; chat, if the model's answer is not of use. */
export async function routeOf(mail: string): Promise<Route> {
  const messages = [{ role: 'system' as const, content: ROUTER }, { role: 'user' as const, content: mail }]
  const answer = await client.chat.completions.create({ model, messages, response_format: route })
  try {
    const { lane, topics } = JSON.parse(answer.choices[0].message.content ?? '')
    if (Array.isArray(topics)) return { lane, topics }
  } catch { /* not JSON */ }
  return { lane: 'chat', topics: [] }
}

/** Answers a mail. */
export async function answer(mail: string): Promise<string> {
  const { lane, topics } = await routeOf(mail)
  const system = lane === 'repair' ? `${DESK}${WORKSHOP}It is about: ${topics.join(', ')}.\n` : DESK
  const messages: OpenAI.ChatCompletionMessageParam[] =
    [{ role: 'system', content: system }, { role: 'user', content: mail }]
  for (;;) {
    const message = await client.chat.completions.stream({ model, messages, tools }).finalMessage()
    messages.push(message)
    if (!message.tool_calls?.length) return message.content ?? ''
    for (const call of message.tool_calls) {
      if (call.type !== 'function') continue
      const { article } = JSON.parse(call.function.arguments)
      messages.push({ role: 'tool', tool_call_id: call.id, content: prices[article] ?? 'unknown' })
    }
  }
}
