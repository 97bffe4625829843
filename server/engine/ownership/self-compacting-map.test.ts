import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSelfCompactingMap } from './self-compacting-map.ts'

const change = fc.record({ key: fc.nat(40), kind: fc.constantFrom('set', 'set', 'delete', 'delete', 'clear') })

test('it holds what a Map holds, in the same order, however much comes and goes', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 500, maxLength: 2_000, size: 'max' }), (changes) => {
      const churned = createSelfCompactingMap<number, number>()
      const plain = new Map<number, number>()
      for (const [index, { key, kind }] of changes.entries()) {
        if (kind === 'set') {
          churned.set(key, index)
          plain.set(key, index)
        } else if (kind === 'delete') {
          expect(churned.delete(key)).toBe(plain.delete(key))
        } else if (index % 100 === 0) {
          churned.clear()
          plain.clear()
        }
        expect(churned.size).toBe(plain.size)
        expect(churned.get(key)).toBe(plain.get(key))
        expect(churned.has(key)).toBe(plain.has(key))
      }
      expect([...churned.entries()]).toEqual([...plain.entries()])
      expect([...churned.keys()]).toEqual([...plain.keys()])
      expect([...churned.values()]).toEqual([...plain.values()])
    }),
    { numRuns: 20 },
  )
})
