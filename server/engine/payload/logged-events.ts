import { limits } from '#core/limits.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { RunState } from '#core/run/state.ts'
import type { Kept } from './kept.ts'
import type { NewPayload } from './known-payloads.ts'
import { takeOut, takeOutKept, Wanted } from './take-out.ts'

interface Logged {
  /** JSON array of the events, in which references stand for large values. */
  readonly text: string
  /** To be stored before them. */
  readonly payloads: readonly NewPayload[]
  /** What is stored for the run then. */
  readonly kept: Kept
}

const none: readonly NewPayload[] = []

/** Events as the log keeps them. Few are long enough for anything to be looked for in them. */
export function loggedEvents(
  events: readonly RunEvent[],
  kept: Kept,
  inlineCharacters: number = limits.run.inlineCharacters,
): Logged {
  const text = JSON.stringify(events)
  if (text.length <= inlineCharacters) return { text, payloads: none, kept }
  const wanted = new Wanted(kept)
  const short = events.map((event) => takeOut(event, inlineCharacters, wanted))
  if (!short.some(({ refs }) => refs !== undefined)) return { text, payloads: none, kept }
  return { text: JSON.stringify(short), payloads: wanted.payloads, kept: wanted.kept }
}

export function snapshotText(
  state: RunState,
  kept: Kept,
  inlineCharacters: number = limits.run.inlineCharacters,
): string {
  return JSON.stringify(takeOutKept(state, inlineCharacters, kept))
}
