import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import { ana, ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { call, definition, human, loop, parallel, signal, subWorkflow, wait, work } from '#core/run/testing/steps.ts'
import { arbitraryHistory } from '../testing/arbitrary-history.ts'
import { SpanTree } from './span-tree.ts'
import type { Span, SpanList } from './spans.ts'

function started(steps: readonly Step[], more = {}): ScriptedRun {
  const run = new ScriptedRun(definition(steps, more), { input: { items: ['a', 'b', 'c'] } })
  run.own()
  return run
}

/** The clock of a scripted run begins here. */
const start = 1_000_000

/** Runs something a while later. */
function later(run: ScriptedRun, ms: number, what: () => void): void {
  run.now += ms
  what()
}

const barsOf = (span: Span | undefined) =>
  span?.visits.flatMap(({ bars }) =>
    bars.map(({ from, to, tone, label }) => `${from - start}-${to === null ? '' : to - start} ${tone} ${label}`),
  )

const treeOf = (list: SpanList): readonly unknown[] =>
  list.spans.map(({ label, children }) => (children ? [label, treeOf(children)] : label))

describe('the spans of a history', () => {
  it('are attempts, the pauses between them, and how each ended', () => {
    const run = started([call('A', { retry: { max_attempts: 2, initial_interval_seconds: 2 } }), call('B')])
    later(run, 50, () => run.fail('A'))
    run.fire('retry')
    later(run, 30, () => run.complete('A'))
    const { list } = new SpanTree(run.history)
    expect(barsOf(list.find('A'))).toEqual([
      '0-50 failed Running',
      '50-2050 async Waiting to retry',
      '2050-2080 done Attempt 2',
    ])
    expect(barsOf(list.find('B'))).toEqual(['2080- active Running'])
  })

  it('say of what workers do that it was sent to them: when it was taken no history knows', () => {
    const run = started([work('Render', { queue: 'gpu', retry: { max_attempts: 2, initial_interval_seconds: 1 } })])
    expect(barsOf(new SpanTree(run.history).list.find('Render'))).toEqual(['0- async Sent to the workers of gpu'])
    const outcome = { kind: 'failed', error: { code: 'Error', message: 'broke' }, retryable: true } as const
    later(run, 50, () => run.send({ type: 'attempt_ended', step: 'Render', iteration: 1, attempt: 1, outcome }))
    run.fire('retry')
    expect(barsOf(new SpanTree(run.history).list.find('Render'))).toEqual([
      '0-50 failed Sent to the workers of gpu',
      '50-1050 async Waiting to retry',
      '1050- async Attempt 2, sent to the workers of gpu',
    ])
  })

  it('keep waits apart from work: a step that only waits does not run first', () => {
    const run = started([human('Ask'), wait('Sleep', { duration_seconds: 1 }), signal('Paid', 'paid')])
    later(run, 10, () => run.resume({}))
    run.fire('wait')
    const { list } = new SpanTree(run.history)
    expect(list.spans.map(barsOf)).toEqual([
      ['0-10 human Waiting for a person'],
      ['10-1010 async Waiting for its time'],
      ['1010- human Waiting for signal paid'],
    ])
  })

  it('show of a sub-workflow how it ended, as the graph does, and of what was cut short that it was', () => {
    const ended = (status: 'COMPLETED' | 'FAILED_ROLLED_BACK') => {
      const run = started([subWorkflow('Below', 'Child')])
      later(run, 10, () => run.childEnded('Below', status))
      return barsOf(new SpanTree(run.history).list.find('Below'))
    }
    expect(ended('COMPLETED')).toEqual(['0-0 active Running', '0-10 done Child'])
    expect(ended('FAILED_ROLLED_BACK')).toEqual(['0-0 active Running', '0-10 failed Child'])
    const run = started([call('A')])
    later(run, 10, () => run.send({ type: 'cancel', actor: ana }))
    expect(barsOf(new SpanTree(run.history).list.find('A'))).toEqual(['0-10 idle Running'])
  })

  it('have the items of a PARALLEL step below it, with the runs that they started', () => {
    const tasks = [
      { name: 'Print', function: 'test.print' },
      { name: 'Ship', sub_workflow_type: 'Shipping' },
    ]
    const run = started([parallel('Fan', { tasks })])
    later(run, 5, () => run.completeItem('Fan', 0))
    const { list } = new SpanTree(run.history)
    expect(treeOf(list)).toEqual([['Fan', ['Print', 'Ship']]])
    const [print, ship] = list.find('Fan')?.children?.spans ?? []
    expect(barsOf(print)).toEqual(['0-5 done Running'])
    expect(ship?.childRuns.map(({ workflow }) => workflow)).toEqual(['Shipping'])
  })

  it('have the rounds of a LOOP below it, and within each what it did; also of a loop in a loop', () => {
    const inner = loop('Inner', [call('A')], { iterate_over: "['x', 'y']" })
    const run = started([loop('Outer', [inner, call('B')], { iterate_over: 'input.items' }), call('After')])
    for (let round = 0; round < 2; round += 1)
      for (const step of ['A', 'A', 'B']) later(run, 10, () => run.complete(step))
    const { list } = new SpanTree(run.history)
    const twoRounds = [
      ['Round 1', ['A']],
      ['Round 2', ['A']],
    ]
    expect(treeOf(list)).toEqual([
      [
        'Outer',
        [
          ['Round 1', [['Inner', twoRounds], 'B']],
          ['Round 2', [['Inner', twoRounds], 'B']],
          ['Round 3', [['Inner', [['Round 1', ['A']]]]]],
        ],
      ],
    ])
  })

  it('have a visit for each time that a step is compensated, in the round that it belongs to', () => {
    const body = [call('A', { compensate_function: 'test.undo' })]
    const run = started([loop('Loop', body, { iterate_over: 'input.items' }), call('Last')], { saga_enabled: true })
    for (let round = 0; round < 3; round += 1) later(run, 10, () => run.complete('A'))
    later(run, 10, () => run.fail('Last', 'Broke', false))
    for (let round = 0; round < 3; round += 1) later(run, 10, () => run.complete('A'))
    const rounds = new SpanTree(run.history).list.find('Loop')?.children?.spans ?? []
    expect(rounds.map(({ children }) => barsOf(children?.spans[0]))).toEqual([
      ['0-10 done Running', '60-70 undone Undoing'],
      ['10-20 done Running', '50-60 undone Undoing'],
      ['20-30 done Running', '40-50 undone Undoing'],
    ])
  })

  it('say when nothing ran: not while a child is at work, but while it waits for a person', () => {
    const run = started([call('A'), subWorkflow('Below', 'Child')])
    later(run, 10, () => run.complete('A'))
    const child_run_id = run.lastChild
    const oldest = { run_id: child_run_id, task_id: 't', step: 'Ask', workflow: 'Child', since: 1 }
    later(run, 90, () => run.send({ type: 'child_waits', child_run_id, waits: { count: 1, oldest } }))
    const bar = () => new SpanTree(run.history).list.find('Below')?.visits.at(-1)?.bars.at(-1)?.label
    expect(bar()).toBe('Waiting for a person in a sub-workflow')
    const signal = { ...oldest, task_id: 'signal:Payment:1' }
    later(run, 0, () => run.send({ type: 'child_waits', child_run_id, waits: { count: 1, oldest: signal } }))
    expect(bar()).toBe('Waiting for a signal in a sub-workflow')
    later(run, 5_000, () => run.send({ type: 'child_waits', child_run_id, waits: { count: 0 } }))
    later(run, 100, () => run.childEnded('Below', 'COMPLETED'))
    const tree = new SpanTree(run.history)
    expect(tree.idles).toEqual([{ from: start + 100, to: start + 5_100 }])
    expect(tree.idleSince).toBe(start + 5_200)
  })

  it('lie one after the other on their line, within what is around them, each with a key of its own', () => {
    fc.assert(
      fc.property(arbitraryHistory, (history) => {
        const tree = new SpanTree(history)
        const keys: string[] = []
        const check = (list: SpanList, from: number) => {
          for (const span of list.spans) {
            keys.push(span.key)
            let at = from
            for (const visit of span.visits) {
              expect(visit.from).toBeGreaterThanOrEqual(at)
              for (const bar of visit.bars) {
                expect(bar.from).toBeGreaterThanOrEqual(at)
                at = bar.to ?? Infinity
              }
              expect(visit.to ?? Infinity).toBeGreaterThanOrEqual(at)
            }
            const [first] = span.visits
            if (span.children && first) check(span.children, first.from)
          }
          expect(list.ended.length + list.open.size).toBe(list.spans.flatMap(({ visits }) => visits).length)
        }
        check(tree.list, tree.from)
        expect(new Set(keys).size).toBe(keys.length)
        for (const [index, idle] of tree.idles.entries()) {
          expect(idle.to).toBeGreaterThan(idle.from)
          expect(idle.from).toBeGreaterThanOrEqual(tree.idles[index - 1]?.to ?? 0)
        }
      }),
      { numRuns: 150 },
    )
  })
})
