import { beaver } from 'beaver-eval/vitest'
import { expect, test } from 'vitest'
import { routeOf } from '../src/agent'

test.each([
  ['When do you open?', 'chat'],
  ['My chain is broken.', 'repair'],
])('%s is of the lane %s', async (mail, lane) => {
  await beaver.answers({ router: { lane, topics: ['any'] } })
  expect(await routeOf(mail)).toEqual({ lane, topics: ['any'] })
  expect(await beaver.calls()).toHaveLength(1)
})

test('an answer that is no JSON is chat', async () => {
  await beaver.answers({ router: 'I cannot say.' })
  expect((await routeOf('Hm.')).lane).toBe('chat')
})

test('a test without a call is no case', () => expect(routeOf.name).toBe('routeOf'))
