import { expect, it } from 'vitest'
import { jsonResult } from './json-result.ts'

const bounds = { bytes: 1_000, depth: 8 }

class Order {
  id = 7
}
class Failure extends Error {
  code = 'X'
}

it.each<[unknown, string]>([
  [
    new Response('{}'),
    'The result is a Response, which JSON cannot represent. Return `await response.json()` instead.',
  ],
  [
    { a: [new Headers()] },
    'The result at a[0] is a Headers, which JSON cannot represent. Return `Object.fromEntries(headers)` instead.',
  ],
  [new URLSearchParams('a=1'), 'The result is a URLSearchParams, which JSON cannot represent.'],
  [new ArrayBuffer(2), 'The result is a ArrayBuffer, which JSON cannot represent.'],
  [/x/, 'The result is a RegExp, which JSON cannot represent.'],
  [new Map(), 'The result is a Map, which JSON cannot represent. Return `Object.fromEntries(map)` instead.'],
  [new Uint8Array(1), 'The result is a Uint8Array, which JSON cannot represent.'],
  [new Failure('no'), 'The result is a Failure, which JSON cannot represent.'],
  [1n, 'The result is a bigint, which JSON cannot represent. Return `String(number)` instead.'],
  [Number.NaN, 'The result is NaN, which JSON cannot represent.'],
])('%o is refused', (result, message) => {
  expect(() => jsonResult(result, bounds)).toThrow(message)
})

it("takes objects of people's own classes, those without a class, dates and addresses", () => {
  const bare = Object.assign(Object.create(null), { n: 1 })
  const url = new URL('https://x.org/')
  expect(jsonResult({ order: new Order(), bare, at: new Date(0), url }, bounds)).toEqual({
    order: { id: 7 },
    bare: { n: 1 },
    at: '1970-01-01T00:00:00.000Z',
    url: 'https://x.org/',
  })
})
