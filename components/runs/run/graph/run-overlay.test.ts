import { describe, expect, it } from 'vitest'
import { formatInstant } from '#components/ui/text/format-time.ts'
import type { Graph, GraphEdge } from '#core/graph/graph.ts'
import type { Json } from '#core/json.ts'
import { initialState, type RunState } from '#core/run/state.ts'
import type { StepState } from '#core/run/step-state.ts'
import { stepView } from '../step/step-view.ts'
import type { FanCounts } from './fan-counts.ts'
import { reuseUnchanged, runOverlay } from './run-overlay.ts'

const base = { iteration: 1, visits: 1, attempt: 1, attemptsBefore: 0 }
const done = (more: object = {}) => ({ ...base, status: 'completed', startedAt: 0, at: 42, ...more }) as StepState
const running = (more: object = {}) =>
  ({ ...base, status: 'running', startedAt: 0, attemptStartedAt: 0, ...more }) as StepState
const failed = (handled: boolean) =>
  ({ ...base, status: 'failed', at: 1, error: { code: 'E', message: 'broken' }, handled }) as StepState
const skipped = (reason: string) => ({ ...base, status: 'skipped', at: 1, reason }) as StepState

const stateWith = (steps: Record<string, StepState>, more: Partial<RunState> = {}): RunState => ({
  ...initialState(),
  steps,
  ...more,
})
const edge = (source: string, target: string, more: Partial<GraphEdge> = {}): GraphEdge => ({
  id: `${source}-${target}`,
  source,
  target,
  kind: 'normal',
  back: false,
  ...more,
})
const graphOf = (names: string[], edges: GraphEdge[], type = 'STANDARD') =>
  ({
    nodes: names.map((id) => ({ id, step: { name: id, type }, position: { x: 0, y: 0 } })),
    edges,
  }) as unknown as Graph

describe('runOverlay', () => {
  it('colours what ran, dims what did not, and draws the way that was taken', () => {
    const graph = graphOf(['A', 'B', 'C'], [edge('A', 'B'), edge('B', 'C')])
    const overlay = runOverlay(graph, stateWith({ A: done(), B: running() }))
    expect(overlay.nodes).toEqual({
      A: { tone: 'done', note: '42 ms', word: 'Completed' },
      B: { tone: 'active', note: `running · since ${formatInstant(0, 0)}`, word: 'Running' },
      C: { dim: true, word: 'Not run yet' },
    })
    expect(overlay.edges).toEqual({ 'A-B': 'live' })
  })

  it('calls a step that asks a person like its task', () => {
    const titleOf = () => 'Loan of 24000'
    const overlay = (type: string) =>
      runOverlay(graphOf(['A'], [], type), stateWith({ A: done() }), undefined, [], undefined, titleOf)
    expect(overlay('HUMAN').nodes.A?.title).toBe('Loan of 24000')
    expect(overlay('STANDARD').nodes.A).not.toHaveProperty('title')
  })

  it('says how many items and rounds there were, and how many failed', () => {
    const noteOf = (type: string, output: Json) =>
      runOverlay(graphOf(['A'], [], type), stateWith({ A: done() }, { outputs: { A: { output } } })).nodes.A?.note
    expect(noteOf('PARALLEL', { results: [1, null, 3], errors: [null, 'broken', null] })).toBe('×3, 1 failed · 42 ms')
    expect(noteOf('PARALLEL', { results: [1], errors: [null] })).toBe('×1 · 42 ms')
    expect(noteOf('LOOP', { iterations: 12 })).toBe('12 rounds · 42 ms')
    expect(noteOf('STANDARD', { iterations: 12 })).toBe('42 ms')
  })

  it('says so of large lists, which are kept apart', () => {
    const ref = { payload_ref: { sha256: 'a0'.repeat(32), bytes: 300_000 } }
    const noteOf = (output: Json, counts: FanCounts | null = null) => {
      const state = stateWith({ A: done() }, { outputs: { A: { output } } })
      return runOverlay(graphOf(['A'], [], 'PARALLEL'), state, undefined, [], () => counts).nodes.A?.note
    }
    expect(noteOf({ results: ref, errors: [null, 'broken', null] })).toBe('×3, 1 failed · 42 ms')
    expect(noteOf({ results: [1, null], errors: ref }, { count: 2, failed: 1 })).toBe('×2, 1 failed · 42 ms')
    expect(noteOf({ results: ref, errors: ref }, { count: 40_000, failed: 0 })).toBe('×40000 · 42 ms')
    expect(noteOf({ results: ref, errors: ref })).toBe('42 ms')
    expect(noteOf({ print: 1, errors: [] }, { count: 1, failed: 0 })).toBe('42 ms')
  })

  it('says of what failed how long it took, and of a PARALLEL step how many items it had', () => {
    const noteOf = (step: StepState, type: string, startedAt: number | null) =>
      runOverlay(graphOf(['A'], [], type), stateWith({ A: step }), () => startedAt).nodes.A?.note
    const fan = { ...(failed(false) as object), fan: { count: 128, completed: 120, failed: 3 } } as unknown as StepState
    expect(noteOf(fan, 'PARALLEL', -1_499)).toBe('×128, 3 failed · 1.5 s · E')
    expect(noteOf(failed(true), 'STANDARD', 0)).toBe('1 ms · E')
    expect(noteOf(failed(true), 'STANDARD', null)).toBe('E')
  })

  it('tells the chosen route from the others', () => {
    const graph = graphOf(
      ['Gate', 'Yes', 'No'],
      [edge('Gate', 'Yes', { kind: 'route', routes: [0] }), edge('Gate', 'No', { kind: 'route', routes: [1] })],
    )
    const overlay = runOverlay(graph, stateWith({ Gate: done({ route: 0 }), Yes: running(), No: skipped('dead') }))
    expect(overlay.edges).toEqual({ 'Gate-Yes': 'live', 'Gate-No': 'dead' })
    expect(overlay.nodes.No).toEqual({ dim: true, note: 'route not taken', word: 'Skipped' })
  })

  it('follows the failure edge only when a failure was handled', () => {
    const graph = graphOf(['A', 'B', 'C'], [edge('A', 'B'), edge('A', 'C', { kind: 'failure' })])
    expect(runOverlay(graph, stateWith({ A: failed(true), C: running() })).edges).toEqual({
      'A-B': 'dead',
      'A-C': 'live',
    })
    expect(runOverlay(graph, stateWith({ A: done(), B: running() })).edges).toEqual({ 'A-B': 'live', 'A-C': 'dead' })
  })

  it('calls the ways dead that an ended run did not go', () => {
    const graph = graphOf(['A', 'B', 'C'], [edge('A', 'B'), edge('B', 'C')])
    const outcome = { status: 'CANCELLED', at: 9 } as const
    expect(runOverlay(graph, stateWith({ A: done() }, { outcome })).edges).toEqual({ 'A-B': 'dead', 'B-C': 'dead' })
  })

  it('follows a jump, and a step that its condition skipped', () => {
    const graph = graphOf(['A', 'B', 'C'], [edge('A', 'B'), edge('A', 'C'), edge('C', 'B')])
    const overlay = runOverlay(graph, stateWith({ A: done({ jump: 'C' }), C: skipped('when'), B: running() }))
    expect(overlay.edges).toEqual({ 'A-B': 'dead', 'C-B': 'live' })
  })
})

it('keeps the entries that say the same, so that only changed nodes are drawn again', () => {
  const before = { nodes: { A: { tone: 'done', note: '1 ms' }, B: { dim: true } }, edges: {} } as const
  const after = { nodes: { A: { tone: 'done', note: '1 ms' }, B: { tone: 'active' } }, edges: {} } as const
  const kept = reuseUnchanged(before, after)
  expect(kept.nodes.A).toBe(before.nodes.A)
  expect(kept.nodes.B).toBe(after.nodes.B)
})

describe('stepView', () => {
  const view = (step: StepState, more: Partial<RunState> = {}) => stepView(stateWith({ S: step }, more), 'S')
  const waiting = { ...base, startedAt: 0, since: 0 }

  it('says how a step stands', () => {
    expect(stepView(stateWith({}), 'toString').word).toBe('Not run yet')
    expect(view({ ...base, status: 'again' }).note).toBe('to run again')
    expect(view({ ...base, status: 'again', visits: 0 }).word).toBe('Not run yet')
    expect(view(done({ attempt: 3 })).note).toBe('42 ms · 3 attempts')
    expect(view(running({ fraction: 0.25 })).note).toBe('25 %')
    expect(view(running({ note: '3 of 9' })).note).toBe('3 of 9')
    expect(view(running({ attempt: 2 })).note).toBe('running, attempt 2')
    expect(view({ ...waiting, status: 'backing_off', attempt: 2 } as unknown as StepState).tone).toBe('async')
    expect(view({ ...waiting, status: 'waiting_person' } as unknown as StepState).tone).toBe('human')
    expect(view({ ...waiting, status: 'waiting_time' } as unknown as StepState).tone).toBe('async')
    expect(view(failed(false)).note).toBe('E')
    expect(view(failed(true)).word).toBe('Failed, handled')
    expect(view(skipped('run_ended')).tone).toBeNull()
    expect(view(skipped('when')).tone).toBe('idle')
    expect(view(done({ visits: 3 })).note).toBe('42 ms · ×3')
    expect(view(done({ ignoredError: { code: 'E', message: 'm' } })).word).toBe('Failed, ignored')
  })

  it('names the round of a loop, of how many where its list is there', () => {
    const looping = (items: unknown) => {
      const rounds = { body: ['A'], round: 2, ...(items === undefined ? {} : { items }) }
      return view({ ...waiting, status: 'looping', rounds } as unknown as StepState).note
    }
    expect(looping([1, 2, 3, 4])).toBe('round 3 of 4')
    expect(looping({ payload_ref: { sha256: 'a0'.repeat(32), bytes: 300_000 } })).toBe('round 3')
    expect(looping(undefined)).toBe('round 3')
  })

  it('tells what waits in a queue from what a worker runs', () => {
    const sent = (more: object, work: Parameters<typeof stepView>[2] = []) =>
      stepView(stateWith({ S: running({ queue: 'gpu', ...more }) }), 'S', work)
    const at = (workers: number, claimedAt: string | null = null) => [{ step: 'S', workers, claimedAt }]
    expect(sent({}).note).toBe('in queue gpu or running')
    expect(sent({}, at(1))).toEqual({ tone: 'async', word: 'Waiting for a worker', note: 'in queue gpu' })
    expect(sent({ attempt: 2 }, at(0)).note).toBe('no worker for gpu, attempt 2')
    expect(sent({}, at(1, '2026-01-01T00:00:00Z'))).toMatchObject({ word: 'Running', note: 'running' })
    expect(sent({ fraction: 0.5 }).word).toBe('Running')
  })

  it('says that somebody is awaited below', () => {
    const step = { ...waiting, status: 'waiting_child', childRunId: 'c' } as unknown as StepState
    const child = (count: number, task_id?: string) => {
      const oldest = task_id && { task_id, run_id: 'c', step: 'Below', workflow: 'Child', since: 0 }
      const waits = { count, ...(oldest && { oldest }) }
      return { c: { step: 'S', iteration: 1, workflow: 'Child', waits } } as unknown as RunState['children']
    }
    expect(view(step, { children: child(1, 't') }).note).toBe('needs a person in Child')
    expect(view(step, { children: child(1, 'signal:Payment:1') })).toMatchObject({
      word: 'Waiting for a signal in a sub-workflow',
      note: 'needs a signal in Child',
    })
    expect(view(step, { children: child(1) }).note).toBe('needs a person or a signal in Child')
    expect(view(step, { children: child(0) }).note).toBe('Child')
    expect(view(step).note).toBe('sub-workflow')
  })
})

it('says of a step that was compensated that it was undone', () => {
  const broken = { ...(failed(false) as object), undone: true } as StepState
  const state = stateWith({ A: done({ undone: true }), B: broken })
  expect(stepView(state, 'A')).toEqual({ tone: 'undone', word: 'Undone', note: 'undone' })
  expect(stepView(state, 'B')).toMatchObject({ tone: 'undone', note: 'failed, undone · E' })
})
