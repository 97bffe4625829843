import type { RunEvent } from '#core/run/event.ts'

/** A range of a history, by the sequence numbers of its first and last event. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** The rounds of a loop within a range, by their events; the last round lasts to the end of the range. */
export function roundsOf(events: readonly RunEvent[], loop: string, { from, to }: Stretch): readonly Stretch[] {
  const starts: number[] = []
  for (let index = from - 1; index < Math.min(to, events.length); index += 1) {
    const event = events[index]
    if (event === undefined || !('step' in event) || event.step !== loop) continue
    if (event.type === 'workflow.loop.round_started') starts.push(event.seq)
    // Another visit restarts the count of rounds; a retry continues it.
    else if (event.type === 'workflow.node.started' && event.payload.body !== undefined) starts.length = 0
  }
  return starts.map((start, index) => ({ from: start, to: (starts[index + 1] ?? to + 1) - 1 }))
}
