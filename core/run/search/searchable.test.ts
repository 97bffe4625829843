import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { searchable } from './searchable.ts'

const numbers = (many: number) => Array.from({ length: many }, (_, index) => index)

describe('what can be searched of a value', () => {
  it('is all of an ordinary one, in its places', () => {
    const order = { id: 'A-17', amount: 12.5, paid: false, note: null, items: [{ sku: 'LOOM' }, { sku: 'REED' }] }
    expect(searchable(order)).toEqual(order)
  })

  it('leaves out long texts, and texts and keys that the database cannot hold', () => {
    const long = 'x'.repeat(limits.search.textCharacters + 1)
    expect(searchable({ kept: 1, long, nul: 'a\0', half: '\ud800', [long]: 1, list: [long] })).toEqual({ kept: 1 })
  })

  it("leaves out references to what is kept apart, which take nobody's place", () => {
    const ref = { payload_ref: { sha256: 'a0'.repeat(32), bytes: 300_000 } }
    expect(searchable({ rows: ref, found: { text: ref }, n: 1 })).toEqual({ n: 1 })
    expect(searchable(ref)).toBeNull()
    expect(searchable({ ...ref, written: 1 })).toEqual({ written: 1 })
    const list = numbers(limits.search.leaves)
    expect(searchable({ a: { ref }, list })).toEqual({ list })
    expect(searchable({ payload_ref: { sha256: 'mine', bytes: 1 } })).toEqual({
      payload_ref: { sha256: 'mine', bytes: 1 },
    })
  })

  it('leaves out what lies too deep', () => {
    let deep: Json = 'leaf'
    for (let level = 0; level <= limits.search.depth; level += 1) deep = { deep }
    expect(searchable({ deep, flat: 1 })).toEqual({ flat: 1 })
  })

  it('is null when nothing is left', () => {
    expect(searchable({})).toBeNull()
    expect(searchable([[], {}])).toBeNull()
    expect(searchable(null)).toBeNull()
  })

  it('is what lies near the top first, whatever stands before it, and of one level what comes first', () => {
    const { leaves } = limits.search
    const items = numbers(leaves).map((n) => ({ n }))
    expect(searchable({ items, order: 'A-17', customer: { name: 'Ada' } })).toEqual({
      items: items.slice(0, leaves - 2),
      order: 'A-17',
      customer: { name: 'Ada' },
    })
    expect(searchable({ items, totals: numbers(leaves - 1), paid: true })).toEqual({
      totals: numbers(leaves - 1),
      paid: true,
    })
  })

  it('has at most as many leaves as the budget allows, whatever the value', () => {
    const leaves = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? Object.values(value).reduce((sum: number, member) => sum + leaves(member), 0)
        : 1
    const wide = fc.array(fc.jsonValue(), { minLength: 0, maxLength: 400 })
    fc.assert(
      fc.property(wide, (value) => {
        const kept = searchable(value as Json)
        expect(leaves(kept)).toBeLessThanOrEqual(limits.search.leaves)
      }),
    )
    expect(leaves(searchable(numbers(limits.search.leaves + 1)))).toBe(limits.search.leaves)
  })
})
