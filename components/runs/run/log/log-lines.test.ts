import { expect, it } from 'vitest'
import { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { call, definition } from '#core/run/testing/steps.ts'
import { filterLog, type LogLine, logLines } from './log-lines.ts'

const line = (seq: number, step: string, level: LogLine['level'], text: string): LogLine => ({
  seq,
  at: seq,
  step,
  attempt: 1,
  level,
  text,
  fraction: null,
})

it('has the notes and failures of all steps, in the order of the history', () => {
  const run = new ScriptedRun(definition([call('A'), call('B')]))
  run.own()
  const base = { iteration: 1, attempt: 1, at: run.now } as const
  const progress = (seq: number, payload: object) =>
    ({ ...base, seq, step: 'A', type: 'workflow.node.progress', payload }) as (typeof run.history)[number]
  const events = [
    ...run.history,
    progress(90, { note: 'WARN: low on ink' }),
    progress(91, { fraction: 0.5 }),
    progress(92, { note: 'debug - x', error: { code: 'E', message: 'no' }, will_retry: true }),
    progress(93, { note: 'plain' }),
  ]
  expect(logLines(events).map(({ seq, level, text, fraction }) => [seq, level, text, fraction])).toEqual([
    [90, 'warning', 'WARN: low on ink', null],
    [91, 'progress', '', 0.5],
    [92, 'debug', 'debug - x', null],
    [92, 'error', 'E: no', null],
    [93, 'info', 'plain', null],
  ])
})

it('is narrowed by step, by level and by text in any case', () => {
  const lines = [
    line(1, 'Pay', 'info', 'Charging'),
    line(2, 'Ship', 'error', 'No parcel'),
    line(3, 'Pay', 'error', 'Declined'),
  ]
  const seqs = (filter: Partial<Parameters<typeof filterLog>[1]>) =>
    filterLog(lines, { step: null, levels: [], text: '', ...filter }).map(({ seq }) => seq)
  expect(seqs({})).toEqual([1, 2, 3])
  expect(seqs({ step: 'Pay' })).toEqual([1, 3])
  expect(seqs({ levels: ['error'] })).toEqual([2, 3])
  expect(seqs({ text: ' PARCEL ' })).toEqual([2])
  expect(seqs({ text: 'ship' })).toEqual([2])
  expect(seqs({ step: 'Pay', levels: ['error'], text: 'charging' })).toEqual([])
})
