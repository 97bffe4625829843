import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#core/json.ts'
import { act, connect, convert, node, start } from '../testing/flows.ts'

const one = (kind: string, parameters: JsonObject = {}, edges: Json = connect('Start>Do')) => {
  const { step, notes } = convert([start, act('A'), act('B'), node('Do', kind, parameters)], edges)
  return { done: step('Do'), fates: notes.filter(({ part }) => part === 'Do').map(({ fate }) => fate) }
}

describe('a Respond to Webhook node of n8n', () => {
  it.each<[JsonObject, string]>([
    [{}, 'input'],
    [{ respondWith: 'allIncomingItems' }, 'input'],
    [{ respondWith: 'noData' }, 'null'],
    [{ respondWith: 'text', responseBody: '=Hi {{ $json.a }}' }, '"Hi " + string(input.a)'],
    [{ respondWith: 'json', responseBody: '={ "a": {{ $json.a }} }' }, '{"a": input.a}'],
    [{ respondWith: 'json', responseBody: '={{ $json.a }}' }, 'input.a'],
  ])('with %j answers %s', (parameters, response) => {
    expect(one('respondToWebhook', parameters)).toEqual({
      done: expect.objectContaining({ type: 'TRANSFORM', set: { response } }),
      fates: ['changed'],
    })
  })

  it('that does not know what it got answers with the state, and says what it cannot answer', () => {
    const joined = connect('Start>A', 'Start>B', 'A>Do', 'B>Do')
    expect(one('respondToWebhook', {}, joined).done.set).toEqual({ response: 'state' })
    expect(one('respondToWebhook', { respondWith: 'binary' }).fates).toEqual(['lost', 'changed'])
  })
})

it('a Stop and Error node of n8n says what else than a message it fails with', () => {
  expect(one('stopAndError', { errorType: 'errorMessage', errorMessage: 'No' }).fates).toEqual(['understood'])
  expect(one('stopAndError', { errorType: 'errorObject', errorObject: '{}' }).fates).toEqual(['understood', 'lost'])
})
