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
  const { position, blockedBy, retryNote } = lockWait ?? lockWaitInLog(envelope)
  const [blocker] = blockedBy
  const end = deadline(envelope, 'lock_timeout', now)
  const head = `Waiting for ${listed(envelope.resources ?? [])} for ${since}${placeWords(position)}`
  if (retryNote === null || blocker === undefined) return say`${head}.${end}`
  return say`${head}: ${withLink(withFullStop(retryNote), blocker)}${end}`
}

const lockWaitInLog = ({ position = null, blockedBy = [], retryNote = null }: EnvelopeState): LockWait => ({
  position,
  blockedBy,
  retryNote,
})

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
