// A router that answers in JSON, and the desk of a bicycle shop. The client is made when the module is loaded.

import OpenAI from 'openai'

const client = new OpenAI({ maxRetries: 0 })
const model = 'gpt-4o'

const route: OpenAI.ResponseFormatJSONSchema = {
  type: 'json_schema',
  json_schema: {
    name: 'route',
    strict: true,
    schema: {
      type: 'object',
      properties: { lane: { type: 'string', enum: ['chat', 'repair'] } },
      required: ['lane'],
      additionalProperties: false,
    },
  },
}

async function ask(system: string, mail: string, format?: OpenAI.ResponseFormatJSONSchema): Promise<string> {
  const answer = await client.chat.completions.create({
    model,
    messages: [{ role: 'system', content: system }, { role: 'user', content: mail }],
    response_format: format,
  })
  return answer.choices[0].message.content ?? ''
}

export async function answer(mail: string): Promise<[string, string]> {
  const { lane } = JSON.parse(await ask('You route the mails of a bicycle shop.', mail, route))
  return [lane, await ask('You are the desk of a bicycle shop.', mail)]
}
