import { describe, expect, it } from 'vitest'
import type { RunEvent } from '#core/run/event.ts'
import { fold } from '#core/run/evolve.ts'
import { initialState, noHeader } from '#core/run/state.ts'
import { momentOf, timeOf } from './moment.ts'
import { extendIndex, indexRun, stateAt } from './run-index.ts'

/** A step that is visited again and again, and writes how often. */
function history(count: number): RunEvent[] {
  const events: RunEvent[] = [{ seq: 1, at: 0, type: 'workflow.run.created', payload: { ...noHeader, run_id: 'run' } }]
  while (events.length < count) {
    const seq = events.length + 1
    const iteration = Math.ceil((seq - 1) / 2)
    const visit = { seq, at: seq, step: 'Step', iteration, attempt: 1 }
    events.push(
      seq % 2 === 0
        ? { ...visit, type: 'workflow.node.started', payload: { step_type: 'STANDARD' } }
        : { ...visit, type: 'workflow.node.completed', payload: { output: null, changes: [[['n'], iteration]] } },
    )
  }
  return events
}

describe('the index of a history', () => {
  it('knows the state after any event', () => {
    const events = history(1_000)
    const index = indexRun(events)
    for (const seq of [0, 1, 2, 127, 128, 129, 500, 999, 1_000]) {
      expect(stateAt(index, seq)).toEqual(fold(initialState(), events.slice(0, seq)))
    }
  })

  it('is the same whether the events came at once or one by one', () => {
    const events = history(300)
    let index = indexRun(events.slice(0, 1))
    for (const event of events.slice(1)) index = extendIndex(index, [event])
    expect(index).toEqual(indexRun(events))
  })

  it('folds a bounded part of a long history, with a bounded number of snapshots', () => {
    const index = indexRun(history(100_000))
    expect(index.snapshots.length).toBeLessThanOrEqual(257)
    expect(index.distance).toBeLessThanOrEqual(1_024)
    expect(index.snapshots.every(({ seq }, position) => seq === position * index.distance)).toBe(true)
    expect(stateAt(index, 65_537).data).toEqual({ n: 32_768 })
  })

  it('takes what lies outside for its nearest end', () => {
    const index = indexRun(history(5))
    expect(stateAt(index, 9)).toBe(index.state)
    expect(stateAt(index, -1)).toEqual(initialState())
  })
})

describe('a moment', () => {
  const index = indexRun(history(5))

  it('is the run after an event, with what had happened by then', () => {
    const { isLive, seq, state, events } = momentOf(index, 3)
    expect([isLive, seq, state.seq, events.length]).toEqual([false, 3, 3, 3])
  })

  it('is live without an event, and for one that is not there', () => {
    for (const seq of [null, 0, 6, -1, 2.5]) expect(momentOf(index, seq)).toMatchObject({ isLive: true, seq: 5 })
  })

  it('has the time of its last event; live it is never behind the run', () => {
    expect(timeOf(momentOf(index, 3), 99)).toBe(3)
    expect(timeOf(momentOf(index, null), 99)).toBe(99)
    expect(timeOf(momentOf(index, null), 2)).toBe(5)
  })
})
