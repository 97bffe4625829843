import { expect, it } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import type { RunEvent } from '#core/run/event.ts'
import { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { inputOfStep, mentioned, stepValues } from './step-values.ts'
import { createTrialStore, type ShownRun, type TrialStore } from './trial-store.ts'

const read = (...steps: readonly string[]) =>
  parse(`workflow_type: Flow\nsteps:\n${steps.map((step) => `  - ${step}\n`).join('')}`).definition as Definition
const definition = read('{ name: A, function: f.a }', '{ name: B, function: f.b }', '{ name: C, function: f.c }')

function history(): readonly RunEvent[] {
  const run = new ScriptedRun(definition, { input: { n: 1 } })
  run.own()
  run.now += 20
  run.complete('A', { a: 1 })
  run.now += 5
  run.fail('B', 'Broken', false)
  return run.history
}

const shown = (events: readonly RunEvent[], plan: ShownRun['plan'] = { mode: 'whole', pins: {} }): ShownRun => ({
  runId: 'run',
  plan,
  version: -1,
  status: 'FAILED',
  humanWait: null,
  endedAt: null,
  createdAt: '',
  input: { n: 1 },
  events,
  ran: definition,
})

const show = (trial: TrialStore, run: ShownRun) => trial.show(run, stepValues(run.runId, run.ran, run.events))

it('says what each step gave, how long it took, and how it failed', () => {
  const trial = createTrialStore()
  trial.drafted(definition)
  show(trial, shown(history()))
  const { values, marks } = trial.store.getState()
  expect(values.A).toMatchObject({ displayStatus: 'completed', output: { a: 1 }, tookMs: 20, error: null })
  expect(values.B).toMatchObject({ displayStatus: 'failed', tookMs: 5, error: { code: 'Broken' } })
  expect(values.C).toBeUndefined()
  expect(marks).toEqual({
    A: { pinned: false, displayStatus: 'completed', stale: false },
    B: { pinned: false, displayStatus: 'failed', stale: false },
  })
})

it('a step that waits has the look that it has in its run', () => {
  const asking = read('{ name: Ask, type: HUMAN, title: Is it so? }')
  const run = new ScriptedRun(asking)
  run.own()
  expect(stepValues('run', asking, run.history).Ask).toMatchObject({ displayStatus: 'waiting_person', tookMs: null })
})

it('marks what the draft would do otherwise now, and leaves the marks of other steps as they are', () => {
  const trial = createTrialStore()
  trial.drafted(definition)
  show(trial, shown(history()))
  const before = trial.store.getState().marks
  trial.drafted(read('{ name: A, function: f.a }', '{ name: B, function: f.other }', '{ name: C, function: f.c }'))
  const { marks, stale } = trial.store.getState()
  expect([...stale]).toEqual([['B', 'changed']])
  expect(marks.B?.stale).toBe(true)
  expect(marks.A).toBe(before.A)
})

it('of one step alone nothing else is replaced, and what comes after it is out of date', () => {
  const trial = createTrialStore()
  trial.drafted(definition)
  show(trial, shown(history()))
  show(trial, shown(history(), { mode: 'step', step: 'A', given: {} }))
  expect([...trial.store.getState().stale]).toEqual([['B', 'upstream']])
  trial.follow(null)
  expect(trial.store.getState()).toMatchObject({ values: {}, marks: {}, shown: null })
})

it('keeps pins and samples where they are kept, and a pin follows its step to another name', () => {
  const trial = createTrialStore()
  const kept: unknown[] = []
  trial.connect({
    pin: (...what) => kept.push(what),
    keepSample: (...what) => kept.push(what),
    lastRun: async () => null,
  })
  trial.load({ pins: { A: { output: 1 } }, samples: [] })
  trial.renamed({ from: 'A', to: 'A2' })
  trial.renamed({ from: 'B', to: 'B2' })
  trial.keepSample('usual', { n: 1 })
  trial.keepSample('usual', null)
  expect(kept).toEqual([
    ['A', null],
    ['A2', { output: 1 }],
    ['usual', { n: 1 }],
    ['usual', null],
  ])
  expect(trial.store.getState()).toMatchObject({ pins: { A2: { output: 1 } }, samples: [] })
  expect(trial.store.getState().marks).toEqual({ A2: { pinned: true, displayStatus: null, stale: false } })
})

it('shows the last run by itself, but not to somebody who wants to see none, and again when asked to', async () => {
  const trial = createTrialStore()
  expect(await trial.showLast()).toBe(true)
  trial.begin('first')
  expect(trial.store.getState().runId).toBe('first')
  trial.follow(null)
  trial.begin('second')
  expect(trial.store.getState().runId).toBeNull()
  let newest: string | null = null
  trial.connect({ pin: () => undefined, keepSample: () => undefined, lastRun: async () => newest })
  expect(await trial.showLast()).toBe(false)
  newest = 'third'
  expect(await trial.showLast()).toBe(true)
  expect(trial.store.getState().runId).toBe('third')
})

it('what a step found is what had been when it started; of one that never ran, what was at the end', () => {
  const events = history()
  expect(inputOfStep(events, 'B')).toEqual({
    input: { n: 1 },
    given: { state: { n: 1, a: 1 }, steps: { A: { output: { a: 1 } } } },
    written: [1],
  })
  expect(inputOfStep(events, 'A').given).toEqual({ state: { n: 1 }, steps: {} })
  expect(inputOfStep(events, 'C').given.state).toEqual({ n: 1, a: 1 })
})

it('offers the outputs that a step mentions', () => {
  const outputs = { A: { output: 1 }, 'B-1': { output: 2 }, C: { output: 3 } }
  const step = { set: { x: 'steps.A.output', y: 'steps["B-1"].output' } }
  expect(Object.keys(mentioned(step, outputs))).toEqual(['A', 'B-1'])
})
