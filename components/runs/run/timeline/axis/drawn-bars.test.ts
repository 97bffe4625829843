import { describe, expect, it } from 'vitest'
import { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { call, decision, definition } from '#core/run/testing/steps.ts'
import { visibleRows } from '../spans/rows.ts'
import { SpanTree } from '../spans/span-tree.ts'
import { foldedAxis, viewOf } from './axis.ts'
import { drawnBars } from './drawn-bars.ts'

/** A step that is visited over and over. */
function visited(times: number) {
  const steps = [call('A', { max_visits: 1_000 }), decision('Again', [['true', 'A'], 'END'], { max_visits: 1_000 })]
  const run = new ScriptedRun(definition(steps))
  run.own()
  for (let visit = 1; visit < times; visit += 1) {
    run.now += 10
    run.complete('A')
  }
  const tree = new SpanTree(run.history)
  const [row] = visibleRows(tree.list, [], new Set(), () => undefined)
  if (row === undefined) throw new Error('There is no row.')
  return { row, from: tree.from, to: run.now }
}

describe('bars', () => {
  it('are as many as a pane has places for, however often a step was visited', () => {
    const { row, from, to } = visited(120)
    const view = viewOf(foldedAxis(from, to, [], new Set()), 60, null)
    const drawn = drawnBars(row, view, to, new Set())
    expect(drawn.length).toBeLessThanOrEqual(15)
    expect(drawn.reduce((sum, { more }) => sum + 1 + more, 0)).toBe(120)
  })

  it('are those in view; one that goes on reaches to now', () => {
    const { row, from, to } = visited(30)
    const axis = foldedAxis(from, to + 40, [], new Set())
    const view = viewOf(axis, 500, { from: to - 10, to: to + 40 })
    const drawn = drawnBars(row, view, to + 40, new Set())
    expect(drawn.map(({ x, width }) => [Math.round(x), Math.round(width)])).toEqual([
      [-100, 100],
      [0, 100],
      [100, 400],
    ])
  })

  it('say which belong to the critical path', () => {
    const { row, from, to } = visited(3)
    const view = viewOf(foldedAxis(from, to, [], new Set()), 500, null)
    const critical = new Set(row.visits.slice(1, 2))
    expect(drawnBars(row, view, to, critical).map(({ isCritical }) => isCritical)).toEqual([false, true, false])
  })
})
