// A small agent: it asks a model what the user asks it. Replace it by your own program.
import { readFileSync } from 'node:fs';

const system = `# Role
You help the customers of a small shop.

# Rules
Be brief.
`;

const base = process.env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1';
const response = await fetch(`${base}/chat/completions`, {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    Authorization: `Bearer ${process.env.OPENAI_API_KEY ?? ''}`,
  },
  body: JSON.stringify({
    model: 'gpt-4o-mini',
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: readFileSync(0, 'utf8') },
    ],
  }),
});
if (!response.ok) {
  throw new Error(`${response.status}: ${await response.text()}`);
}
console.log((await response.json()).choices[0].message.content);
