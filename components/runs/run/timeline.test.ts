import { describe, expect, it } from 'vitest'
import type { RunEvent } from '#core/run/event.ts'
import { tickLabel, timelineRows, timelineScale } from './timeline.ts'

let seq = 0
const event = (at: number, body: object) => {
  seq += 1
  return { seq, at, iteration: 1, attempt: 1, payload: {}, ...body } as unknown as RunEvent
}
const started = (at: number, step: string, attempt = 1) => event(at, { type: 'workflow.node.started', step, attempt })
const completed = (at: number, step: string) => event(at, { type: 'workflow.node.completed', step })

describe('timelineRows', () => {
  it('draws an attempt from its start to its end in the colour of its end', () => {
    expect(timelineRows([started(10, 'A'), completed(52, 'A'), started(52, 'B')])).toEqual([
      { step: 'A', bars: [{ from: 10, to: 52, tone: 'done', isWait: false, label: 'Running' }] },
      { step: 'B', bars: [{ from: 52, to: null, tone: 'active', isWait: false, label: 'Running' }] },
    ])
  })

  it('shows failed attempts, the pauses between them and the last one', () => {
    const rows = timelineRows([
      started(0, 'A'),
      event(5, { type: 'workflow.node.progress', step: 'A', payload: { will_retry: true } }),
      started(9, 'A', 2),
      event(12, { type: 'workflow.node.failed', step: 'A' }),
    ])
    expect(rows[0]?.bars.map(({ from, to, tone, label }) => [from, to, tone, label])).toEqual([
      [0, 5, 'failed', 'Running'],
      [5, 9, 'async', 'Waiting to try again'],
      [9, 12, 'failed', 'Attempt 2'],
    ])
  })

  it('keeps waits apart from work, and their colour when they end', () => {
    const rows = timelineRows([
      started(0, 'Ask'),
      event(1, { type: 'workflow.human_task.opened', step: 'Ask' }),
      event(100, { type: 'workflow.human_task.decided', step: 'Ask' }),
      started(100, 'Wait'),
      event(100, { type: 'workflow.timer.set', step: 'Wait', payload: { purpose: 'wait' } }),
      event(100, { type: 'workflow.timer.set', step: 'Ask', payload: { purpose: 'timeout' } }),
      completed(150, 'Wait'),
      started(150, 'Below'),
      event(150, { type: 'workflow.child.spawned', step: 'Below', payload: { workflow: 'Child' } }),
      event(180, { type: 'workflow.run.cancelled' }),
    ])
    expect(rows.map(({ step, bars }) => [step, bars.at(-1)?.tone, bars.at(-1)?.isWait, bars.at(-1)?.to])).toEqual([
      ['Ask', 'human', true, 100],
      ['Wait', 'async', true, 150],
      ['Below', 'child', true, 180],
    ])
  })

  it('shows the wait for a signal, and no bars for items and for runs that nobody waits for', () => {
    const rows = timelineRows([
      started(0, 'Paid'),
      event(1, { type: 'workflow.signal.awaited', step: 'Paid', payload: { signal: 'paid' } }),
      completed(9, 'Paid'),
      started(10, 'Each'),
      event(11, { type: 'workflow.child.spawned', step: 'Each', item: 0, payload: { workflow: 'Child' } }),
      event(12, { type: 'workflow.child.ended', step: 'Each', item: 0 }),
      completed(20, 'Each'),
      started(20, 'Tell'),
      event(20, { type: 'workflow.child.spawned', step: 'Tell', payload: { workflow: 'Child', detached: true } }),
      completed(20, 'Tell'),
    ])
    expect(
      rows.map(({ step, bars }) => [step, ...bars.map(({ from, to, label }) => `${from}-${to} ${label}`)]),
    ).toEqual([
      ['Paid', '0-1 Running', '1-9 Waiting for the signal paid'],
      ['Each', '10-20 Running'],
      ['Tell', '20-20 Running'],
    ])
  })

  it('shows compensations', () => {
    const rows = timelineRows([
      started(0, 'A'),
      completed(1, 'A'),
      event(5, { type: 'workflow.compensation.started', step: 'A' }),
      event(8, { type: 'workflow.compensation.completed', step: 'A' }),
    ])
    expect(rows[0]?.bars.map((bar) => bar.tone)).toEqual(['done', 'undone'])
  })
})

describe('timelineScale', () => {
  it('spreads the bars over the whole width and stretches to now while one is open', () => {
    const scale = timelineScale(timelineRows([started(100, 'A')]), 300)
    expect([scale.percent(100), scale.percent(200), scale.percent(300), scale.percent(999)]).toEqual([0, 50, 100, 100])
  })

  it('has a width even when nothing took any time', () => {
    expect(timelineScale([], 5).percent(5)).toBe(0)
  })

  it('labels the ruler so that no two places have the same name', () => {
    expect([37_000, 60_000, 74_200, 3_600_000, 20].map(tickLabel)).toEqual([
      '37 s',
      '1 min',
      '1 min 14 s',
      '1 h',
      '20 ms',
    ])
  })
})
