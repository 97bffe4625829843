import type { EnvelopeState } from '../envelope/envelope-state.ts'
import { duration, listed, soon } from './duration.ts'
import { runPart, type SentencePart, say, withFullStop } from './parts.ts'
import type { Telling } from './waiting.ts'

/** What a run waits for before its first step: its conditions, or its locks with their holder and its place. */
export function tellQueueing({ state, now }: Telling): readonly SentencePart[] {
  const envelope = state.envelope as EnvelopeState
  const since = duration(now - envelope.since)
  if (state.phase === 'BLOCKED_WAITING') return tellConditions(envelope, since, now)
  const { resources = [], retryNote, blockedBy = [], position } = envelope
  const [blocker] = blockedBy
  if (retryNote === undefined || blocker === undefined) return say`Waiting for ${listed(resources)} for ${since}.`
  const place = position === undefined || position < 2 ? 'next in the queue' : `number ${position} in the queue`
  return say`Waiting for ${listed(resources)} for ${since}, ${place}. ${withFullStop(capital(retryNote))} See ${runPart('the other run', blocker)}.`
}

function tellConditions({ conditions = [], timers }: EnvelopeState, since: string, now: number) {
  const left = conditions.filter(({ value }) => !value)
  const { error } = left.find((condition) => condition.error !== undefined) ?? {}
  const next = timers.conditions
  const again = next !== undefined && 'dueAt' in next ? ` Checked again ${soon(next.dueAt, now)}.` : ''
  const why = error === undefined ? '' : ` ${withFullStop(error)}`
  return say`Waiting for ${listed(left.map(({ name }) => name))} for ${since}.${why}${again}`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
