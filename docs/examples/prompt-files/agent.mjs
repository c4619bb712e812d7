// An information desk whose prompts are Markdown files; {{name}} in one of them stands for another file. Its answer is
// translated by a second call. A process lasts a turn: the user's text is on stdin, the reply on stdout.
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'

const prompt = name =>
  readFileSync(new URL(`prompts/${name}.md`, import.meta.url), 'utf8')
    .replace(/{{(\w+)}}\n?/g, (_, other) => prompt(other))

async function ask(name, user) {
  const answer = await fetch(`${process.env.OPENAI_BASE_URL}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${process.env.OPENAI_API_KEY}` },
    body: JSON.stringify({
      model: process.env.MODEL ?? 'gpt-4o',
      messages: [{ role: 'system', content: prompt(name) }, { role: 'user', content: user }],
    }),
  })
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  return (await answer.json()).choices[0].message.content
}

const question = (await text(process.stdin)).trim()
const said = await ask('desk', question)
console.log(await ask('translator', `Question: ${question}\nAnswer: ${said}`))
