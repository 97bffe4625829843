import { expect, test } from 'vitest'
import { inputOfCall } from './input-of-call.ts'

const call = { body: { id: 7 }, headers: { 'x-shop': 'a' }, query: { page: '2' }, receivedAt: '2026-01-01T00:00:00Z' }

test('the input of a call is its body, or what the trigger makes of it', () => {
  expect(inputOfCall(undefined, call)).toEqual({ ok: true, input: { id: 7 } })
  const template = { id: '{{ body.id }}', shop: '{{ headers["x-shop"] }}', page: '{{ query.page }}' }
  expect(inputOfCall(template, call)).toEqual({ ok: true, input: { id: 7, shop: 'a', page: '2' } })
})

test('a body that is no object, and an input that cannot be computed, are none', () => {
  expect(inputOfCall(undefined, { ...call, body: [1] })).toEqual({ ok: false, message: null })
  expect(inputOfCall({ region: '{{ vars.REGION }}' }, call, { REGION: 'eu' })).toEqual({
    ok: true,
    input: { region: 'eu' },
  })
  expect(inputOfCall({ id: '{{ body.none.x }}' }, call)).toEqual({ ok: false, message: expect.any(String) })
})
