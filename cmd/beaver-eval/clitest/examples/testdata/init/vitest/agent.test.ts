import { expect, test } from 'vitest'
import { answer } from './agent'

test.each(['When do you open?', 'My chain is broken.'])('%s', async (mail) => {
  const [lane, text] = await answer(mail)
  expect(['chat', 'repair']).toContain(lane)
  expect(text).not.toBe('')
})

test('without a model', () => expect(1 + 1).toBe(2))
