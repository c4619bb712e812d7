import { beaver } from 'beaver-eval/vitest'
import { describe, expect, test } from 'vitest'
import { answer } from '../src/agent'

describe('answer', () => {
  test('looks up a price', async () => {
    await beaver.answers({
      router: { lane: 'repair', topics: ['brakes'] },
      desk: [{ tool_calls: [{ name: 'price', arguments: { article: 'brake pads' } }] }, 'New pads cost 12 euros.'],
    })
    expect(await answer('My brakes squeal. What would new pads cost?')).toContain('12 euros')
    expect(await beaver.prompt('desk')).toContain('It is about: brakes.')
  })

  test('chats if the router forgets a key', async () => {
    await beaver.answers({ router: { lane: 'repair', topics: ['brakes'] } })
    await beaver.fault('missing-key@router')
    expect(await answer('My brakes squeal.')).toBe('We open at nine.')
    expect(await beaver.prompt('desk')).not.toContain('Workshop')
  })
})
