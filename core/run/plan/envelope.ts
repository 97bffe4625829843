import { acknowledgementOf, type Envelope, type EnvelopeDiscovery } from '#core/definition/envelope.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { discoveryName } from '#core/definition/names.ts'
import { limits } from '#core/limits.ts'
import type { Effect } from '../effect.ts'
import { resourcesToRead } from '../envelope/evaluate-conditions.ts'
import { runFactsOf } from '../envelope/run-facts.ts'
import type { RunState } from '../state.ts'

/** The effects that the stages of an envelope are owed: timers, states of resources, the call that discovers. */
export function owedToEnvelope(executable: ExecutableDefinition, state: RunState): readonly Effect[] {
  const { envelope, phase, hold } = state
  if (envelope === undefined) return []
  const effects: Effect[] = Object.entries(envelope.timers).flatMap(([purpose, timer]): readonly Effect[] =>
    'timerId' in timer
      ? [{ kind: 'timer', id: timer.timerId, dueAt: timer.dueAt, purpose: purpose as keyof typeof envelope.timers }]
      : [],
  )
  if (hold !== null || state.rollback !== null) return effects
  if ((phase === 'VALID' || phase === 'BLOCKED_WAITING') && envelope.due !== undefined) {
    const resources = resourcesToRead(executable, state, runFactsOf(state))
    effects.push({ kind: 'conditions', id: `conditions:check:${envelope.due}`, due: envelope.due, resources })
  }
  if (phase === 'RESOURCE_DISCOVERY') effects.push(...discovery(executable, state))
  return effects
}

type DiscoveryFunction = EnvelopeDiscovery & { readonly function: string }

/** Only a function is awaited: expressions discover within one decision. */
function discovery({ definition }: ExecutableDefinition, state: RunState): readonly Effect[] {
  const { function: named, queue, timeout_seconds } = (definition.envelope as Envelope).discover as DiscoveryFunction
  const iteration = state.runAttempt
  const args = state.envelope?.discovering?.with ?? null
  const key = `${state.header.run_id}/${discoveryName}/${iteration}/do`
  const call = { function: named, with: args, input: state.header.input, state: state.data, key }
  const at = { step: discoveryName, iteration, attempt: 1 }
  if (queue !== undefined) {
    return [{ kind: 'worker_task', id: `work:${discoveryName}:${iteration}:1`, ...at, queue, idempotent: true, call }]
  }
  const timeoutMs = (timeout_seconds ?? limits.envelope.discoverySeconds) * 1_000
  return [{ kind: 'attempt', id: `attempt:${discoveryName}:${iteration}:1`, ...at, undo: false, ...call, timeoutMs }]
}

type Timer = Extract<Effect, { kind: 'timer' }>

/** The automatic acknowledgement that an ended run with an envelope is owed. */
export function acknowledgementOwed({ definition }: ExecutableDefinition, state: RunState): Timer | null {
  const { outcome, phase, acknowledged, header, runAttempt } = state
  const { envelope } = definition
  if (!header.envelope || outcome === null || acknowledged) return null
  if (acknowledgementOf(envelope, phase) === 'manual') return null
  const afterMs = Math.round((envelope?.acknowledge?.after_seconds ?? 0) * 1_000)
  const id = `acknowledge:${runAttempt}:${phase}`
  return { kind: 'timer', id, dueAt: outcome.at + afterMs, purpose: 'acknowledge' }
}
