import { arrows } from '#core/run/envelope/arrows.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { PhaseChange } from '#core/run/events/envelope-event.ts'
import { evolve } from '#core/run/evolve.ts'
import { initialState, type RunState } from '#core/run/state.ts'
import type { Phase } from '#core/run/statuses.ts'

/** The time of a run in one phase, over all visits. */
export interface PhaseStay {
  /** Milliseconds of the visits that have ended. */
  readonly spentMs: number
  /** Instant at which the present visit began; absent for a phase that was left. */
  readonly since?: number
  readonly visits: number
}

export interface PassedArrow {
  readonly from: Phase
  readonly to: Phase
  readonly times: number
}

/** The way of a run through the phase diagram, by its events. */
export interface PhaseTrack {
  readonly current: Phase
  readonly stays: { readonly [Name in Phase]?: PhaseStay }
  readonly passed: readonly PassedArrow[]
}

interface Change {
  readonly from: Phase
  readonly to: Phase
  readonly at: number
}

/** Whether a run has a phase diagram: its definition has an envelope, or its end has a verdict on the world. */
export function hasPhaseDiagram({ header, phase }: Pick<RunState, 'header' | 'phase'>): boolean {
  return header?.envelope === true || verdicts.includes(phase)
}

const verdicts: readonly Phase[] = [
  'ERROR',
  'ROLLBACK',
  'FAILED_SAFE',
  'FAILED_SAFE_ACK',
  'FAILED_UNSAFE',
  'FAILED_UNSAFE_ACK',
]

/** The phases of a run up to the last of the events. A phase that was passed within one event has no time. */
export function trackPhases(events: readonly RunEvent[], hasEnvelope: boolean): PhaseTrack {
  const stays: { [Name in Phase]?: PhaseStay } = {}
  const passed = new Map<string, PassedArrow>()
  const enter = (phase: Phase, at: number) => {
    const { spentMs = 0, visits = 0 } = stays[phase] ?? {}
    stays[phase] = { spentMs, visits: visits + 1, since: at }
  }
  const leave = (phase: Phase, at: number) => {
    const { spentMs = 0, visits = 1, since = at } = stays[phase] ?? {}
    stays[phase] = { spentMs: spentMs + Math.max(at - since, 0), visits }
  }
  let current: Phase = 'NEW'
  const [first] = events
  if (first !== undefined) enter('NEW', first.at)
  for (const { from, to, at } of hasEnvelope ? recordedChanges(events) : foldedChanges(events)) {
    let last = from
    for (const next of wayBetween(from, to)) {
      leave(last, at)
      enter(next, at)
      const key = `${last} ${next}`
      passed.set(key, { from: last, to: next, times: (passed.get(key)?.times ?? 0) + 1 })
      last = next
    }
    current = to
  }
  return { current, stays, passed: [...passed.values()] }
}

function recordedChanges(events: readonly RunEvent[]): readonly Change[] {
  return events.flatMap((event) => {
    if (event.type !== 'workflow.phase.changed') return []
    const { from, to }: PhaseChange = event.payload
    return [{ from, to, at: event.at }]
  })
}

/** The changes of a run without an envelope, whose events do not name its phases. */
function foldedChanges(events: readonly RunEvent[]): readonly Change[] {
  const changes: Change[] = []
  let state = initialState()
  for (const event of events) {
    const next = evolve(state, event)
    const from = state.seq === 0 ? 'NEW' : state.phase
    if (next.phase !== from) changes.push({ from, to: next.phase, at: event.at })
    state = next
  }
  return changes
}

/** The phases from one to another along the arrows, without the first: the only one for neighbours. */
function wayBetween(from: Phase, to: Phase): readonly Phase[] {
  const ways: (readonly Phase[])[] = [[from]]
  const seen = new Set<Phase>([from])
  for (const way of ways) {
    for (const arrow of arrows) {
      if (arrow.from !== way.at(-1)) continue
      if (arrow.to === to) return [...way.slice(1), to]
      if (seen.has(arrow.to)) continue
      seen.add(arrow.to)
      ways.push([...way, arrow.to])
    }
  }
  return [to]
}
