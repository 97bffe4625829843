import { isSlotName, resourceWords } from '#core/definition/concurrency.ts'
import type { EnvelopeState } from '../envelope/envelope-state.ts'
import type { EnvelopeTimer } from '../words.ts'
import { duration, listed, soon } from './duration.ts'
import { runPart, type SentencePart, say, withFullStop } from './parts.ts'
import type { LockWait, Telling } from './waiting.ts'

/**
 * What a run waits for before its first step: its conditions, the function that discovers its resources, or its locks
 * with their holder and its place in the queue; and when it gives up.
 */
export function tellQueueing({ state, now, lockWait }: Telling): readonly SentencePart[] {
  const envelope = state.envelope as EnvelopeState
  const since = duration(now - envelope.since)
  if (state.phase === 'BLOCKED_WAITING') return tellConditions(envelope, since, now)
  if (state.phase === 'RESOURCE_DISCOVERY') {
    return say`Discovering its resources for ${since}.${deadline(envelope, 'discovery_timeout', now)}`
  }
  const wait = lockWait ?? lockWaitInLog(envelope)
  const end = deadline(envelope, 'lock_timeout', now)
  // The queue comes after the discovery.
  const resources = envelope.resources as readonly string[]
  const place = resources.every(isSlotName) ? beforeWords(wait.position) : placeWords(wait.position)
  const head = `Waiting for ${listed(resources.map(resourceWords))} for ${since}${place}`
  const reason = reasonOf(wait)
  return reason === null ? say`${head}.${end}` : say`${head}: ${reason}${end}`
}

/** The lock that is in the way, with its holder; where no lock is, the run that comes first. */
function reasonOf({ holders, blockedBy, retryNote }: LockWait): readonly SentencePart[] | null {
  const [holder, ...others] = holders ?? []
  if (holder !== undefined) {
    const { resource, runId, quarantined } = holder
    const how = quarantined ? 'is kept by the unsafe run' : 'is held by run'
    const left = new Set(others.map((other) => other.resource).filter((other) => other !== resource)).size
    const more = left === 0 ? '' : `, and ${left} more ${left === 1 ? 'is' : 'are'} held`
    return withLink(`${resourceWords(resource)} ${how} ${runId}${more}.`, runId)
  }
  const [blocker] = blockedBy
  // A note about a lock that is free by now is out of date.
  if (retryNote === null || blocker === undefined || (holders !== undefined && !retryNote.startsWith('run ')))
    return null
  return withLink(withFullStop(retryNote), blocker)
}

const lockWaitInLog = ({ position, blockedBy = [], retryNote }: EnvelopeState): LockWait => ({
  position: position ?? null,
  blockedBy,
  retryNote: retryNote ?? null,
})

/** The words for the number of runs that get a slot first, beside the holders of the slots. */
function beforeWords(position: number | null): string {
  if (position === null) return ''
  return position < 2 ? ', next in the queue' : `, ${position - 1} before it in the queue`
}

function placeWords(position: number | null): string {
  if (position === null) return ''
  return position < 2 ? ', next in the queue' : `, number ${position} in the queue`
}

/** The note with its holder as a link; a note that does not name the first blocker gets the link behind it. */
function withLink(note: string, blocker: string): readonly SentencePart[] {
  const start = note.search(new RegExp(`[Rr]un ${blocker}`))
  if (start === -1) return say`${note} See ${runPart('the other run', blocker)}.`
  const end = start + 'run '.length + blocker.length
  const short = blocker.length > 14 ? `${blocker.slice(0, 8)}…${blocker.slice(-4)}` : blocker
  return say`${note.slice(0, start)}${runPart(`${note.slice(start, start + 4)}${short}`, blocker)}${note.slice(end)}`
}

function tellConditions(envelope: EnvelopeState, since: string, now: number) {
  const { conditions = [], timers } = envelope
  const left = conditions.filter(({ value }) => !value)
  const { error } = left.find((condition) => condition.error !== undefined) ?? {}
  const next = timers.conditions
  const again = next !== undefined && 'dueAt' in next ? ` Checked again ${soon(next.dueAt, now)}.` : ''
  const why = error === undefined ? '' : ` ${withFullStop(error)}`
  const end = deadline(envelope, 'conditions_timeout', now)
  return say`Waiting for ${listed(left.map(({ name }) => name))} for ${since}.${why}${again}${end}`
}

/** When the run gives up; empty without a time limit. */
function deadline({ timers }: EnvelopeState, purpose: EnvelopeTimer, now: number): string {
  const timer = timers[purpose]
  return timer !== undefined && 'dueAt' in timer ? ` Gives up ${soon(timer.dueAt, now)}.` : ''
}
