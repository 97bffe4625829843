import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { executable } from '#core/definition/executable.ts'
import { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { call, definition, loop, parallel } from '#core/run/testing/steps.ts'
import { arbitraryHistory } from '../testing/arbitrary-history.ts'
import { criticalPath } from './critical-path.ts'
import { SpanTree } from './span-tree.ts'
import type { SpanList, Visit } from './spans.ts'

const labels = (path: ReadonlySet<Visit>) => [...path].map(({ span }) => span.label)

describe('the critical path', () => {
  it('goes through the slower of two ways, though the quicker one ended nearer', () => {
    const steps = [
      call('Start', { next: ['Slow', 'Quick'] }),
      call('Slow', { next: ['Join'] }),
      call('Quick', { next: ['Other'] }),
      call('Other', { next: ['END'] }),
      call('Join', { dependencies: ['Slow'] }),
    ]
    const run = new ScriptedRun(definition(steps))
    run.own()
    for (const [step, ms] of [
      ['Start', 10],
      ['Quick', 10],
      ['Slow', 90],
      ['Other', 0],
      ['Join', 50],
    ] as const) {
      run.now += ms
      run.complete(step)
    }
    const { flow } = executable(definition(steps))
    const leadingTo = (step: string) => flow.incoming(step).map(({ from }) => from)
    const { list } = new SpanTree(run.history)
    expect(labels(criticalPath(list, leadingTo))).toEqual(['Join', 'Slow', 'Start'])
  })

  it('goes on within a step: through the rounds of a loop and the item that kept the others waiting', () => {
    const fan = parallel('Fan', { iterate_over: 'input.items', task_function: 'test.f', batch_size: 2 })
    const run = new ScriptedRun(definition([loop('Loop', [call('A')], { iterate_over: 'input.items' }), fan]), {
      input: { items: ['a', 'b', 'c'] },
    })
    run.own()
    for (let round = 0; round < 3; round += 1) {
      run.now += 10
      run.complete('A')
    }
    for (const [item, ms] of [
      [1, 10],
      [0, 60],
      [2, 10],
    ] as const) {
      run.now += ms
      run.completeItem('Fan', item)
    }
    const { list } = new SpanTree(run.history)
    expect(labels(criticalPath(list, () => []))).toEqual([
      'Fan',
      'Item 2',
      'Item 1',
      'Loop',
      'Round 3',
      'A',
      'Round 2',
      'A',
      'Round 1',
      'A',
    ])
  })

  it('holds for every history: the last to end is on it, none overlaps the next, nothing ends between two of them', () => {
    fc.assert(
      fc.property(arbitraryHistory, (history) => {
        const { list } = new SpanTree(history)
        const path = criticalPath(list, () => [])
        const check = (visits: readonly Visit[], all: SpanList) => {
          const last = all.open.size > 0 ? null : all.ended.at(-1)
          if (last !== null && last !== undefined) expect(visits).toContain(last)
          const inOrder = visits.toSorted((a, b) => a.fromSeq - b.fromSeq)
          for (const [index, visit] of inOrder.entries()) {
            const before = inOrder[index - 1]
            const between = all.ended.filter(
              ({ toSeq }) => toSeq !== null && toSeq < visit.fromSeq && toSeq > (before?.toSeq ?? 0),
            )
            expect(between).toEqual([])
            if (before !== undefined) expect(before.toSeq).toBeLessThan(visit.fromSeq)
          }
        }
        check(
          [...path].filter(({ span }) => list.spans.includes(span)),
          list,
        )
      }),
      { numRuns: 150 },
    )
  })
})
