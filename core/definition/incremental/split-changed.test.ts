import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applySplices, type Splice } from '../text/splice.ts'
import { changedLines } from './changed-lines.ts'
import { type Section, splitBlocks } from './split-blocks.ts'
import { type ChangedParts, splitChanged } from './split-changed.ts'

const text = [
  '# An order',
  'workflow_type: Order',
  'description: |',
  '  Words',
  '  and more',
  'steps:',
  '  # the first',
  '  - name: A',
  '    function: a.b',
  '',
  '  - name: B',
  '  # about C',
  '  - name: C',
  '    with:',
  '      - 1',
  'layout:',
  '  A: [0, 0]',
  '  B: [0, 10]',
  '  C: [0, 20]',
  '',
].join('\n')

const before = splitBlocks(text) as readonly Section[]
const splice = (from: string, to: string): Splice => ({
  start: text.indexOf(from),
  end: text.indexOf(from) + from.length,
  text: to,
})

function again(splices: readonly Splice[], whole = text, sections = before) {
  const after = applySplices(whole, splices)
  const changes = changedLines(whole, after, splices)
  return { after, changed: changes && splitChanged(after, sections, changes) }
}

/** The sections with what has changed put in place. */
function put(sections: readonly Section[], changed: readonly (readonly ChangedParts[])[]): readonly Section[] {
  let by = 0
  return sections.map((section, index) => {
    const parts: { start: number; end: number }[] = []
    const all = section.list === undefined ? [section] : section.parts
    const start = by
    let done = 0
    const keep = (to: number) => {
      for (const part of all.slice(done, to)) parts.push({ start: part.start + by, end: part.end + by })
    }
    for (const { from, to, pieces } of changed[index] ?? []) {
      keep(from)
      parts.push(...pieces)
      by = (pieces.at(-1)?.end ?? 0) - (all[to - 1]?.end ?? 0)
      done = to
    }
    keep(all.length)
    const { key, list } = section
    const at = { key: key + start, start: section.start + start, end: section.end + by }
    return list === undefined ? { ...at, parts: [] } : { ...at, list, parts }
  })
}

function expectSame(splices: readonly Splice[], whole = text): readonly (readonly ChangedParts[])[] {
  const sections = splitBlocks(whole) as readonly Section[]
  const { after, changed } = again(splices, whole, sections)
  expect(changed).not.toBeNull()
  expect(put(sections, changed ?? [])).toEqual(splitBlocks(after))
  return changed ?? []
}

describe('a text that is cut again', () => {
  it.each([
    ['a word in a step', [splice('a.b', 'a.bc')], 1],
    ['a line in a step', [splice('    with:', '    tags: [x]\n    with:')], 1],
    ['the first line of a step', [splice('name: B', 'name: BB')], 2],
    ['a step before another', [splice('  - name: C', '  - name: X\n  - name: C')], 3],
    [
      'a step at the end',
      [splice('layout:', '  - name: X\nlayout:').start].map((at) => ({ start: at, end: at, text: '  - name: X\n' })),
      2,
    ],
    ['a step that goes', [splice('  - name: B\n', '')], 1],
    ['the last step', [splice('  - name: C\n    with:\n      - 1\n', '')], 1],
    ['words of a text', [splice('Words', 'Other words')], 1],
    ['the last place', [splice('0, 20', '8, 20')], 2],
    ['places in several lines', [splice('0, 10', '8, 10'), splice('0, 20', '8, 200')], 3],
    ['two places in a line', [splice('  B: [0', '  B: [44'), splice('10]', '120]')], 2],
    ['a step and its place', [splice('name: B', 'name: BBB'), splice('  B: [', '  BBB: [')], 4],
    ['two lines of one step', [splice('- name: C', '- name: CC'), splice('- 1', '- 12')], 2],
    ['a line break that goes', [splice('\n    with:\n', '\n')], 2],
  ] as const)('is cut around what changed only: %s', (_, splices, pieces) => {
    const changed = expectSame(splices)
    expect(changed.flat().flatMap((parts) => parts.pieces)).toHaveLength(pieces)
  })

  it.each([
    ['the name of a section', [splice('description', 'describe')]],
    ['the first place', [splice('A: [0', 'A: [4')]],
    ['what is before the first section', [splice('An order', 'Order')]],
    ['a line that begins a section', [splice('  Words', 'Words: 1')]],
    ['a line that leaves the list', [splice('  # about C', 'other: 1')]],
    ['a line that is no item', [splice('  # about C', '  other: 1')]],
    ['a line further to the left', [splice('  # about C', ' other: 1')]],
    ['lines of two sections', [splice('      - 1\nlayout:', '      - 2\nlayout:  ')]],
    ['more places than are worth it', Array.from({ length: 41 }, (_, at) => ({ start: at, end: at, text: ' ' }))],
  ] as const)('is left to be cut as a whole after a change of %s', (_, splices) => {
    expect(again(splices).changed).toBeNull()
  })

  it('may end without a line break', () => {
    const open = text.slice(0, -1)
    expectSame([{ start: open.length, end: open.length, text: '\n  D: [0, 30]' }], open)
    expectSame([{ start: open.length - 1, end: open.length, text: ']\n' }], open)
  })

  it('has the pieces that it has when it is cut as a whole, whatever has changed', () => {
    const piece = fc.constantFrom(
      '',
      '\n',
      '  - name: X\n',
      '    more: 1\n',
      '  X: [1, 2]\n',
      'x',
      ' ',
      '#',
      '-',
      '\n\n',
    )
    const change = fc.tuple(fc.nat(text.length), fc.nat(40), piece)
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (wanted) => {
        const splices: Splice[] = []
        for (const [at, length, put] of wanted.toSorted(([a], [b]) => a - b)) {
          const start = Math.max(at, splices.at(-1)?.end ?? 0)
          if (start <= text.length) splices.push({ start, end: Math.min(start + length, text.length), text: put })
        }
        const { after, changed } = again(splices)
        if (changed !== null) expect(put(before, changed)).toEqual(splitBlocks(after))
      }),
      { numRuns: 2_000 },
    )
  })
})
