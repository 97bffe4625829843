import { describe, expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
import { type Diff, diffJson } from './json-diff.ts'

/** `+ a.b`, `- a.b`, `~ a.b`: what the tree shows. */
function lines(diff: Diff | null, path: readonly string[] = []): readonly string[] {
  if (diff === null) return []
  if (diff.kind === 'inside') return diff.entries.flatMap(({ name, diff: entry }) => lines(entry, [...path, name]))
  return [`${{ added: '+', removed: '-', changed: '~' }[diff.kind]} ${path.join('.')}`]
}
const between = (before: Json, after: Json) => lines(diffJson(before, after))

describe('the difference between two states', () => {
  it('says what was added, changed and removed, and where', () => {
    const before = { order: { id: 'A', total: 10, note: 'x' }, untouched: { deep: [1, 2] } }
    const after = { order: { id: 'A', total: 12 }, untouched: { deep: [1, 2] }, flight: { seat: '4C' } }
    expect(between(before, after)).toEqual(['~ order.total', '- order.note', '+ flight'])
    expect(diffJson(before, after)).toMatchObject({ kind: 'inside', same: 1, more: 0 })
  })

  it('is none between values that say the same', () => {
    expect(diffJson({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBeNull()
    expect(diffJson('x', 'x')).toBeNull()
  })

  it('finds what was put into the middle of a list, or taken out of it', () => {
    expect(between([1, 2, 3, 4], [1, 2, 9, 3, 4])).toEqual(['+ 2'])
    expect(between([1, 2, 3, 4], [1, 4])).toEqual(['- 1', '- 2'])
    expect(between([{ a: 1 }, 2, 3], [{ a: 2 }, 2, 4])).toEqual(['~ 0.a', '~ 2'])
    expect(between([1, 2, 3, 4], [5, 2, 3, 6, 7])).toEqual(['~ 0', '~ 3', '+ 4'])
  })

  it('tells one kind of value from another, and keys that every object has from its own', () => {
    expect(between({ a: [] }, { a: {} })).toEqual(['~ a'])
    expect(between({ a: null }, { a: 0 })).toEqual(['~ a'])
    expect(between({}, { toString: 1 })).toEqual(['+ toString'])
  })

  it('tells so many entries of a large change, and counts the others', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => index)
    expect(diffJson([], many)).toMatchObject({ kind: 'inside', more: 800 })
  })
})
