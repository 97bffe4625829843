import { describe, expect, it } from 'vitest'
import { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { call, definition, loop } from '#core/run/testing/steps.ts'
import { seqAt } from '../../instant/seq-at.ts'
import { leadsTo } from './moves.ts'
import { visibleRows } from './rows.ts'
import { SpanTree } from './span-tree.ts'

const run = new ScriptedRun(definition([loop('Loop', [call('A')], { iterate_over: 'input.items' }), call('Last')]), {
  input: { items: [1, 2] },
})
run.own()
run.now += 100
run.complete('A')
const { list } = new SpanTree(run.history)
const rows = visibleRows(list, ['Loop', 'Last'], new Set(['Loop', 'Loop/1']), () => undefined)

describe('the keys of the tree', () => {
  it('walk over all rows, and no further', () => {
    expect(rows.map(({ label }) => label)).toEqual(['Loop', 'Round 1', 'A', 'Round 2', 'Last'])
    const moves = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'].map((key) => leadsTo(key, rows, 1, 9))
    expect(moves).toEqual([2, 0, 4, 0, 0, 4])
  })

  it('open and close a row, and lead to the one around it', () => {
    const right = rows.map((_, index) => leadsTo('ArrowRight', rows, index, 9))
    expect(right).toEqual([1, 2, 2, 'toggle', 4])
    const left = rows.map((_, index) => leadsTo('ArrowLeft', rows, index, 9))
    expect(left).toEqual(['toggle', 'toggle', 1, 0, 4])
  })

  it('are no others', () => {
    expect(leadsTo('x', rows, 0, 9)).toBeNull()
  })
})

describe('the event of an instant', () => {
  it('is the last that had happened by then', () => {
    const { at } = run.history[0] ?? { at: 0 }
    const before = run.history.filter((event) => event.at === at).length
    expect([seqAt(run.history, at - 1), seqAt(run.history, at), seqAt(run.history, at + 99)]).toEqual([
      1,
      before,
      before,
    ])
    expect(seqAt(run.history, at + 100)).toBeNull()
  })
})
