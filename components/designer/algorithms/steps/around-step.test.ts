import { describe, expect, test } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { applyEdit } from '#core/graph/apply-edit.ts'
import { decompile } from '#core/graph/decompile.ts'
import type { Edit } from '#core/graph/edit.ts'
import { joinedAfter, joinedBefore, reordered, takeWaysOf } from './around-step.ts'
import { outlineRows } from './outline-rows.ts'

function graphOf(text: string) {
  const { definition, layout } = parse(text)
  if (definition === null) throw new Error('The text cannot be read')
  return decompile(definition, layout)
}
function applied(text: string, edits: readonly Edit[]): string {
  let next = text
  for (const edit of edits) {
    const done = applyEdit(next, edit)
    if (!done.ok) throw new Error(done.message)
    next = done.text
  }
  return next
}
const outline = (text: string) =>
  outlineRows(graphOf(text)).map(({ node, level }) => `${'  '.repeat(level - 1)}${node.id}`)
const workflow = (steps: string, layout = '') => `workflow_type: W\nsteps:\n${steps}${layout}`
const step = (name: string, more = '') => `  - name: ${name}\n    function: f.f\n${more}`
const chain = workflow(step('A') + step('B') + step('C'))
const gate = `  - name: Gate
    type: DECISION
    routes:
      - condition: state.x > 5
        target: Review
      - condition: state.x > 1
        target: Check
      - default: Pay
`
const branches = workflow(gate + step('Review', '    next: Pay\n') + step('Check', '    next: Pay\n') + step('Pay'))

test('a step added after one goes into its only way on, and becomes one more where there are several or none', () => {
  expect(joinedAfter(graphOf(chain), 'A')).toEqual({ onEdge: { from: 'A', to: 'B', kind: 'normal' } })
  expect(joinedAfter(graphOf(chain), 'C')).toEqual({ connect: { from: 'C', kind: 'normal' } })
  expect(joinedAfter(graphOf(branches), 'Gate')).toEqual({ connect: { from: 'Gate', kind: 'route' } })
})

test('a step added before one goes into the only way to it, else it takes all of them', () => {
  expect(joinedBefore(graphOf(branches), 'Review')).toEqual({ onEdge: { from: 'Gate', to: 'Review', kind: 'route' } })
  expect(joinedBefore(graphOf(chain), 'A')).toEqual({ before: 'A' })
  expect(joinedBefore(graphOf(branches), 'Pay')).toEqual({ before: 'Pay' })
})

test.each([
  ['Pay', ['Gate', '  Review', '  Check', 'New', 'Pay']],
  ['Gate', ['New', 'Gate', '  Review', '  Check', 'Pay']],
] as const)('what takes the ways of %s stands right before it', (target, rows) => {
  const added = applied(branches, [{ type: 'add_step', step: { type: 'STANDARD', name: 'New' } }])
  const edits = takeWaysOf(graphOf(branches), target, { name: 'New', decides: false })
  expect(outline(applied(added, edits))).toEqual(rows)
})

describe('a step changes places', () => {
  const moved = (text: string, name: string, direction: 'up' | 'down') => {
    const reordering = reordered(graphOf(text), name, direction)
    return reordering.ok ? outline(applied(text, reordering.edits)) : reordering.why
  }

  test('with the one before it or behind it', () => {
    expect(moved(chain, 'C', 'up')).toEqual(['A', 'C', 'B'])
    expect(moved(chain, 'B', 'up')).toEqual(['B', 'A', 'C'])
    expect(moved(chain, 'A', 'down')).toEqual(['B', 'A', 'C'])
  })

  test('and back again, which leads to the same steps in the same order', () => {
    const there = reordered(graphOf(chain), 'B', 'up')
    if (!there.ok) throw new Error(there.why)
    const text = applied(chain, there.edits)
    const back = reordered(graphOf(text), 'B', 'down')
    if (!back.ok) throw new Error(back.why)
    expect(outline(applied(text, back.edits))).toEqual(['A', 'B', 'C'])
  })

  test('on the canvas as well, where both have a place', () => {
    const placed = `${chain}layout:\n  A: [0, 0]\n  B: [0, 100]\n  C: [0, 200]\n`
    const reordering = reordered(graphOf(placed), 'C', 'up')
    if (!reordering.ok) throw new Error(reordering.why)
    const nodes = graphOf(applied(placed, reordering.edits)).nodes
    expect(Object.fromEntries(nodes.map(({ id, position }) => [id, position.y]))).toEqual({ A: 0, B: 200, C: 100 })
  })

  test('among the branches of a decision, in the order in which they are tried', () => {
    expect(moved(branches, 'Check', 'up')).toEqual(['Gate', '  Check', '  Review', 'Pay'])
    expect(moved(branches, 'Review', 'up')).toBe('Review is the first branch of Gate.')
  })

  test('only where neither joins nor leaves others', () => {
    for (const [name, direction] of [
      ['Pay', 'up'],
      ['Gate', 'down'],
      ['Gate', 'up'],
      ['Pay', 'down'],
    ] as const) {
      expect(moved(branches, name, direction)).toContain('can only swap with')
    }
  })
})
