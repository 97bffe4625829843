import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spliceBetween } from '#core/definition/text/splice.ts'
import { lineSplices } from '../merge/lines.ts'
import { mergeDrafts } from '../merge/merge-drafts.ts'
import { emptyHistory, type History, record, undo } from './history.ts'
import { rebaseHistory } from './rebase-history.ts'

/** A history of whole texts, one after the other. */
function historyOf(...texts: readonly string[]): History {
  return texts.slice(1).reduce((history, text, index) => {
    const before = texts[index] as string
    return record(history, { label: `to ${text}`, at: index * 10_000, before, splices: spliceBetween(before, text) })
  }, emptyHistory)
}

function undoAll(history: History, text: string): string[] {
  const moved = undo(history, text)
  return moved === null ? [] : [moved.text, ...undoAll(moved.history, moved.text)]
}

describe('the history after a merge', () => {
  it('undoes what was done here and leaves what came from elsewhere', () => {
    const history = historyOf('a\nb\nc\nd\n', 'a1\nb\nc\nd\n', 'a1\nb\nc\nd1\n', 'a1\nb\nc2\nd1\n')
    const merged = 'theirs\na1\nb\nc2\nd1\nmore\n'
    const rebased = rebaseHistory(history, 'a1\nb\nc2\nd1\n', lineSplices('a1\nb\nc2\nd1\n', merged))
    expect(undoAll(rebased, merged)).toEqual([
      'theirs\na1\nb\nc\nd1\nmore\n',
      'theirs\na1\nb\nc\nd\nmore\n',
      'theirs\na\nb\nc\nd\nmore\n',
    ])
  })

  it('ends where both changed the same place, and forgets what had been undone', () => {
    const history = { ...historyOf('a\nb\n', 'a1\nb\n', 'a1\nb1\n'), future: historyOf('x', 'y').past }
    const merged = 'a2\nb1\n'
    const rebased = rebaseHistory(history, 'a1\nb1\n', spliceBetween('a1\nb1\n', merged))
    expect(undoAll(rebased, merged)).toEqual(['a2\nb\n'])
    expect(rebased.future).toEqual([])
  })

  it('whatever was typed and merged: every undo fits, and leaves the other side its lines', () => {
    const line = fc.constantFrom('a\n', 'b\n', 'c\n', '')
    const texts = fc.array(
      fc.array(line, { minLength: 3, maxLength: 8 }).map((lines) => lines.join('')),
      { minLength: 2, maxLength: 5 },
    )
    fc.assert(
      fc.property(texts, fc.nat(8), (mine, at) => {
        const base = mine[0] as string
        const lines = base.split(/(?<=\n)/)
        const theirs = [...lines.slice(0, at), 'THEIRS\n', ...lines.slice(at)].join('')
        const own = mine.at(-1) as string
        const { text, conflicts } = mergeDrafts({ base, mine: own, theirs })
        if (conflicts.length > 0) return
        const rebased = rebaseHistory(historyOf(...mine), own, lineSplices(own, text))
        const undone = undoAll(rebased, text)
        expect(undone).toHaveLength(rebased.past.length)
        for (const before of undone) expect(before).toContain('THEIRS\n')
      }),
      { numRuns: 500 },
    )
  })
})
