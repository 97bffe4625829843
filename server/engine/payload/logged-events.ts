import { fileIdsIn } from '#core/definition/files/file-value.ts'
import { limits } from '#core/limits.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { RunState } from '#core/run/state.ts'
import type { NewPayload } from './known-payloads.ts'
import { offload, offloadState, PendingPayloads } from './offload.ts'
import type { OffloadedPayloads } from './offloaded-payloads.ts'

interface Logged {
  /** JSON array of the events, in which references stand for large values. */
  readonly text: string
  /** Payloads to store before the events. */
  readonly payloads: readonly NewPayload[]
  /** Payloads of the run after that. */
  readonly offloaded: OffloadedPayloads
}

const none: readonly NewPayload[] = []

/**
 * Events as they are logged. Most are too short to hold a large value, and are not searched for one. Files to which they
 * refer are among the payloads, so that a file stays as long as a run that refers to it.
 */
export function loggedEvents(
  events: readonly RunEvent[],
  offloaded: OffloadedPayloads,
  inlineCharacters: number = limits.run.inlineCharacters,
): Logged {
  const text = JSON.stringify(events)
  const files = fileIdsIn(text).map((sha256) => ({ sha256, bytes: 0, text: null }))
  if (text.length <= inlineCharacters) return { text, payloads: files.length === 0 ? none : files, offloaded }
  const wanted = new PendingPayloads(offloaded)
  const short = events.map((event) => offload(event, inlineCharacters, wanted))
  if (!short.some(({ refs }) => refs !== undefined)) return { text, payloads: files, offloaded }
  return { text: JSON.stringify(short), payloads: [...files, ...wanted.payloads], offloaded: wanted.offloaded }
}

export function snapshotText(
  state: RunState,
  offloaded: OffloadedPayloads,
  inlineCharacters: number = limits.run.inlineCharacters,
): string {
  return JSON.stringify(offloadState(state, inlineCharacters, offloaded))
}
