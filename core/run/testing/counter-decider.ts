import type { Json } from '#core/json.ts'
import type { Command, Refusal } from '../command.ts'
import type { Decider } from '../decider/decider.ts'
import type { Effect } from '../effect.ts'
import type { RunEvent, RunEventBody } from '../event.ts'
import { evolve } from '../evolve.ts'
import type { RunState } from '../state.ts'

/**
 * A second, tiny decider for tests: a run calls one function after the other, and completes after `most` outcomes,
 * whatever they are. It has a state of its own beside that of steps, which only its own `evolve` knows.
 */
export function counterDecider(most: number): Decider {
  return {
    decide(state, command, { now }) {
      const bodies = bodiesFor(state as CounterState, command, most)
      if ('code' in bodies) return { ok: false, refusal: bodies }
      const at = Math.max(now, state.at)
      const events = bodies.map((body, index): RunEvent => ({ seq: state.seq + 1 + index, at, ...body }))
      return { ok: true, events, state: counted(state, events) }
    },
    evolve: counted,
    plan: (state) => owedTo(state as CounterState),
    locks: () => ({ request: null, holds: 'none', watches: [] }),
    views: {
      of: ({ outcome, phase, startedAt }) =>
        outcome === null
          ? startedAt === null
            ? { status: 'ACTIVE', phase, publicStatus: 'pending', taskState: 'queued' }
            : { status: 'ACTIVE', phase, publicStatus: 'running', taskState: 'leased' }
          : { status: 'COMPLETED', phase, publicStatus: 'completed', taskState: 'succeeded' },
      currentSteps: (state) => owedTo(state as CounterState).flatMap(({ step }) => (step === undefined ? [] : [step])),
      humanWaits: () => ({ count: 0 }),
      error: () => null,
      areSame: (before, after) => before.startedAt === after.startedAt && before.outcome === after.outcome,
    },
  }
}

interface CounterState extends RunState {
  /** Calls that have ended; absent before the first one has started. */
  readonly counted?: number
}

function bodiesFor(state: CounterState, command: Command, most: number): readonly RunEventBody[] | Refusal {
  if (command.type === 'own') {
    const { engine_id, epoch } = command
    if (state.startedAt !== null) return [{ type: 'workflow.run.owned', payload: { engine_id, epoch } }]
    return [
      { type: 'workflow.run.promoted', payload: { engine_id, epoch } },
      { type: 'workflow.run.started', payload: {} },
      callOf(1),
    ]
  }
  if (command.type !== 'attempt_ended') return { code: 'INVALID_TRANSITION', message: 'A counter only counts.' }
  const call = (state.counted ?? 0) + 1
  const isAwaited = state.outcome === null && state.startedAt !== null && command.step === nameOf(call)
  if (!isAwaited) return { code: 'STALE', message: 'This call has been counted.' }
  const { outcome } = command
  const output: Json = outcome.kind === 'completed' ? outcome.output : null
  return [
    { type: 'workflow.node.completed', step: nameOf(call), iteration: 1, attempt: 1, payload: { output } },
    call === most ? { type: 'workflow.run.completed', payload: { output: call } } : callOf(call + 1),
  ]
}

function callOf(call: number): RunEventBody {
  const payload = { step_type: 'COUNT', key: nameOf(call) }
  return { type: 'workflow.node.started', step: nameOf(call), iteration: 1, attempt: 1, payload }
}

function counted(state: RunState, events: Iterable<RunEvent>): RunState {
  let now: CounterState = state
  for (const event of events) {
    if (event.type === 'workflow.node.started')
      now = { ...now, seq: event.seq, at: event.at, counted: now.counted ?? 0 }
    else if (event.type === 'workflow.node.completed')
      now = { ...now, seq: event.seq, at: event.at, counted: (now.counted ?? 0) + 1 }
    else now = evolve(now, event)
  }
  return now
}

function owedTo({ counted, outcome, header }: CounterState): readonly Effect[] {
  if (counted === undefined || outcome !== null) return []
  const step = nameOf(counted + 1)
  return [
    {
      kind: 'attempt',
      id: step,
      step,
      iteration: 1,
      attempt: 1,
      undo: false,
      function: 'count',
      with: {},
      input: header.input,
      state: {},
      key: step,
    },
  ]
}

function nameOf(call: number): string {
  return `count#${call}`
}
