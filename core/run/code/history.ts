import type { RunEvent } from '../event.ts'
import type { RunError } from '../words.ts'
import type { CodeFailure, CommandShape, News } from './code-state.ts'
import { numberOf } from './command-names.ts'

/** A run's history as a replay reads it. */
export interface CodeHistory {
  /** Recorded commands; the n-th is at index n - 1. */
  readonly commands: readonly CommandShape[]
  readonly news: readonly News[]
  /** Recorded marks of `patched`. */
  readonly patches: readonly string[]
  /** Number of the last event whose consequences are recorded: news up to it is a replay, later news is new. */
  readonly seen: number
}

/**
 * The history of a run of code, made of its events. The failures of commands that a retry of the run has started again
 * are left out: the body sees their later results in their place.
 */
export function historyOf(events: Iterable<RunEvent>): CodeHistory {
  const commands: CommandShape[] = []
  const news: News[] = []
  const patches: string[] = []
  let seen = 0
  let seenBefore = 0
  for (const event of events) {
    const one = newsOf(event)
    if (one !== null) news.push(one)
    if (event.type === 'workflow.code.delivered') {
      seenBefore = seen
      seen = event.payload.up_to_seq
    }
    // The last delivery is repeated: corrected code may ask for other commands at this point.
    if (event.type === 'workflow.run.retried') seen = seenBefore
    if (event.type === 'workflow.code.patched') patches.push(event.payload.id)
    if (event.type === 'workflow.node.milestone' || event.type === 'workflow.compensation.registered') {
      commands.push(event.payload.command)
    }
    const command = event.type === 'workflow.node.started' ? event.payload.command : undefined
    if (command !== undefined && command.n > commands.length) commands.push(command)
    if (event.type === 'workflow.run.reopened') {
      const forgotten = new Set(event.payload.steps.map(({ step }) => numberOf(step)))
      const kept = news.filter((each) => each.kind !== 'rejected' || !forgotten.has(each.n))
      news.splice(0, news.length, ...kept)
    }
  }
  return { commands, news, patches, seen }
}

/**
 * The history for a delivery: all that is recorded, with the news up to an event. News that arrived while the body ran
 * has a lower number than the commands of that delivery, which are recorded all the same.
 */
export function historyUpTo(events: Iterable<RunEvent>, upToSeq: number): CodeHistory {
  const history = historyOf(events)
  return { ...history, news: history.news.filter(({ seq }) => seq <= upToSeq) }
}

const ends: ReadonlySet<RunEvent['type']> = new Set([
  'workflow.run.completed',
  'workflow.run.failed',
  'workflow.run.cancelled',
  'workflow.run.rolling_back',
])

/**
 * Number of an event: the last one of the second-last delivery, for a body that has ended; undefined for a body that
 * goes on. A body may end before it has read all news of its last delivery, so a replay need not read them either.
 */
export function endsAfter(events: Iterable<RunEvent>): number | undefined {
  let seen = 0
  let before = 0
  let hasEnded = false
  for (const event of events) {
    if (event.type === 'workflow.code.delivered') {
      before = seen
      seen = event.payload.up_to_seq
    }
    if (ends.has(event.type)) hasEnded = true
    if (event.type === 'workflow.run.retried') hasEnded = false
  }
  return hasEnded ? before : undefined
}

/** The news that an event is for a body; null when it is none. Only for events of runs of code. */
export function newsOf(event: RunEvent): News | null {
  const { seq, at } = event
  switch (event.type) {
    case 'workflow.run.started':
      return { seq, at, kind: 'started' }
    case 'workflow.node.completed':
      return { seq, at, kind: 'resolved', n: numberOf(event.step), value: event.payload.output }
    case 'workflow.node.failed':
      return { seq, at, kind: 'rejected', n: numberOf(event.step), failure: failureOf(event.payload.error) }
    case 'workflow.signal.received':
      return { seq, at, kind: 'signal', name: event.payload.signal, data: event.payload.data }
    case 'workflow.update.requested':
      return { seq, at, kind: 'update', ...event.payload }
    case 'workflow.run.cancel_requested': {
      const { reason } = event.payload
      return { seq, at, kind: 'cancel', ...(reason !== undefined && { reason }) }
    }
    default:
      return null
  }
}

export function failureOf({ code, message, stack }: RunError): CodeFailure {
  return { type: code, message, ...(stack !== undefined && { stack }) }
}
