import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
import { askedBy, differingFields, keyReused, refuseOtherRequest, requestIdentity } from './request-identity.ts'

/** Requests with named options, as a client may send them. */
const name = fc.stringMatching(/^[a-z]{1,8}$/)
const option = fc.jsonValue({ maxDepth: 4, noUnicodeString: false }) as fc.Arbitrary<Json>
const request = fc.dictionary(name, option, { maxKeys: 8, noNullPrototype: true })

/** The same value with the keys of every object in another order. */
function reordered(value: Json): Json {
  if (Array.isArray(value)) return value.map(reordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, reordered(inner)]),
  )
}

const sent = (value: unknown) => JSON.parse(JSON.stringify(value)) as Json

describe('the identity of a request', () => {
  it('is the same for equal requests, whatever the order of their keys', () => {
    fc.assert(
      fc.property(request, (fields) => {
        const identity = requestIdentity(fields)
        expect(requestIdentity(structuredClone(fields))).toBe(identity)
        expect(requestIdentity(reordered(fields) as typeof fields)).toBe(identity)
        expect(differingFields(identity, requestIdentity(sent(fields) as typeof fields))).toEqual([])
      }),
    )
  })

  it('differs in exactly the option that another request has otherwise', () => {
    fc.assert(
      fc.property(request, name, option, (fields, changed, value) => {
        fc.pre(JSON.stringify(reordered(sent(fields[changed] ?? null))) !== JSON.stringify(reordered(sent(value))))
        const other = requestIdentity({ ...fields, [changed]: value })
        expect(differingFields(requestIdentity(fields), other)).toEqual([changed])
      }),
      { examples: [[{ input: { n: 1 } }, 'input', { n: 2 }]] },
    )
  })

  it('takes a zero for a zero, and an option that is not given for none', () => {
    expect(requestIdentity({ input: { a: -0 } })).toBe(requestIdentity({ input: { a: 0 } }))
    expect(requestIdentity({ input: {}, tags: undefined })).toBe(requestIdentity({ input: {} }))
    expect(requestIdentity({ input: {}, state: null })).not.toBe(requestIdentity({ input: {} }))
  })

  it('tells texts apart that look alike, and names that the language knows', () => {
    const differ = (one: Json, other: Json) =>
      differingFields(requestIdentity({ input: one }), requestIdentity({ input: other }))
    expect(differ('1', 1)).toEqual(['input'])
    expect(differ({ a: { b: 1 } }, { 'a.b': 1 })).toEqual(['input'])
    expect(differ(JSON.parse('{"__proto__":1}'), {})).toEqual(['input'])
    expect(differ(['a,b'], ['a', 'b'])).toEqual(['input'])
  })

  it('holds no value of the request', () => {
    const identity = requestIdentity({ input: { card: 'the number of a card' }, failFast: true })
    expect(identity).not.toContain('card')
    expect(Object.keys(JSON.parse(identity))).toEqual(['fail_fast', 'input'])
  })

  it('is each person’s own', () => {
    const by = (id: string, ownerId: string) => requestIdentity({ ...askedBy({ id, ownerId }), input: {} })
    expect(by('ana', 'one')).toBe(by('ana', 'one'))
    expect(new Set([by('ana', 'one'), by('ben', 'one'), by('ana', 'two')]).size).toBe(3)
  })
})

describe('a key that comes again', () => {
  it('is accepted with the same request', () => {
    expect(() => refuseOtherRequest(requestIdentity({ a: 1 }), requestIdentity({ a: 1 }), 'operationId')).not.toThrow()
  })

  it('is refused with another one, with the names of what differs', () => {
    const first = requestIdentity({ input: { n: 1 }, tags: ['a'], saga: true })
    const refuse = () => refuseOtherRequest(first, requestIdentity({ input: { n: 2 }, saga: true }), 'Idempotency-Key')
    expect(refuse).toThrow(keyReused('Idempotency-Key', ['input', 'tags']))
    expect(keyReused('Idempotency-Key', ['input', 'tags'])).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
      field: 'Idempotency-Key',
      message:
        'This Idempotency-Key was already used for a different request. The requests differ in: input, tags. Use a new one, or send the first request unchanged.',
      errors: [{ path: 'input' }, { path: 'tags' }],
    })
  })
})
