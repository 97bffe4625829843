import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spliceBetween } from '#core/definition/text/splice.ts'
import { limits } from '#core/limits.ts'
import { type Change, emptyHistory, type History, record, redo, undo } from './history.ts'

function changed(history: History, before: string, after: string, more: Partial<Change> = {}): History {
  return record(history, { label: 'edit', at: 0, ...more, before, splices: spliceBetween(before, after) })
}

describe('undo and redo', () => {
  it('walk back and forth through the texts, also after a reload', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 8 }), { minLength: 2, maxLength: 8 }), (versions) => {
        const texts = versions.filter((text, index) => text !== versions[index - 1])
        let history = emptyHistory
        texts.slice(1).forEach((text, index) => {
          history = changed(history, texts[index] as string, text, { label: `to ${index + 1}` })
        })
        history = JSON.parse(JSON.stringify(history)) as History
        let text = texts.at(-1) as string
        for (const [index, expected] of [...texts.slice(0, -1).entries()].reverse()) {
          const back = undo(history, text)
          expect(back?.text).toBe(expected)
          expect(back?.label).toBe(`to ${index + 1}`)
          ;[history, text] = [back?.history ?? emptyHistory, expected]
        }
        expect(undo(history, text)).toBeNull()
        for (const expected of texts.slice(1)) {
          const forth = redo(history, text)
          expect(forth?.text).toBe(expected)
          ;[history, text] = [forth?.history ?? emptyHistory, expected]
        }
        expect(redo(history, text)).toBeNull()
      }),
    )
  })

  it('refuse a text that the history does not end in', () => {
    const history = changed(emptyHistory, 'abc', 'axc')
    expect(undo(history, 'ayc')).toBeNull()
    expect(undo(history, 'axc!')).toBeNull()
    const back = undo(history, 'axc')
    expect(redo(back?.history ?? emptyHistory, 'azc')).toBeNull()
  })

  it('forget what was undone when something else is done', () => {
    const back = undo(changed(emptyHistory, 'a', 'b'), 'b')
    const history = changed(back?.history ?? emptyHistory, 'a', 'c', { mergeKey: 'k' })
    expect(history.future).toEqual([])
    expect(redo(history, 'c')).toBeNull()
  })

  it('say which step got its old name back, and which its new one', () => {
    const renamed = { from: 'A', to: 'B' }
    const back = undo(changed(emptyHistory, 'A', 'B', { renamed }), 'B')
    expect(back?.renamed).toEqual({ from: 'B', to: 'A' })
    expect(redo(back?.history ?? emptyHistory, 'A')?.renamed).toEqual(renamed)
  })

  it('an edit that changes nothing is no step', () => {
    expect(changed(emptyHistory, 'a', 'a')).toBe(emptyHistory)
  })
})

describe('bursts', () => {
  const burst = (keys: readonly (string | undefined)[], times: readonly number[]) => {
    let history = emptyHistory
    keys.forEach((mergeKey, index) => {
      const more = mergeKey === undefined ? {} : { mergeKey }
      history = changed(history, 'x'.repeat(index), 'x'.repeat(index + 1), { ...more, at: times[index] ?? 0 })
    })
    return history
  }

  it('of the same key, each soon after the last, are one step', () => {
    const history = burst(['k', 'k', 'k'], [0, limits.history.mergeWindowMs, 2 * limits.history.mergeWindowMs])
    expect(history.past).toHaveLength(1)
    expect(undo(history, 'xxx')?.text).toBe('')
  })
  it('end with a pause, another key or none', () => {
    expect(burst(['k', 'k'], [0, limits.history.mergeWindowMs + 1]).past).toHaveLength(2)
    expect(burst(['k', 'l'], [0, 1]).past).toHaveLength(2)
    expect(burst([undefined, undefined], [0, 1]).past).toHaveLength(2)
  })
  it('do not go on behind something undone, or on another text', () => {
    const two = changed(changed(emptyHistory, 'a', 'b', { mergeKey: 'k' }), 'b', 'c', { mergeKey: 'l' })
    const back = undo(two, 'c')?.history ?? emptyHistory
    expect(changed(back, 'b', 'd', { mergeKey: 'k' }).past).toHaveLength(2)
    expect(changed(changed(emptyHistory, 'a', 'b', { mergeKey: 'k' }), 'q', 'r', { mergeKey: 'k' }).past).toHaveLength(
      2,
    )
  })
  it('that lead back to where they began leave nothing', () => {
    const history = changed(changed(emptyHistory, 'a', 'b', { mergeKey: 'k' }), 'b', 'a', { mergeKey: 'k' })
    expect(history).toEqual(emptyHistory)
  })
})

describe('bounds', () => {
  it('the oldest steps are forgotten', () => {
    let history = emptyHistory
    for (let index = 0; index < limits.history.entries + 5; index += 1)
      history = changed(history, `${index}`, `${index + 1}`)
    expect(history.past).toHaveLength(limits.history.entries)
  })
  it('so are large ones, but never the newest', () => {
    const large = 'x'.repeat(limits.history.characters)
    const history = changed(changed(emptyHistory, '', 'a'), 'a', `a${large}!`)
    expect(history.past).toHaveLength(1)
    expect(undo(history, `a${large}!`)?.text).toBe('a')
  })
})
