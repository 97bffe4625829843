import { formatClock, formatDuration } from '#components/ui/text/format-time.ts'
import type { RunEvent } from '#core/run/event.ts'
import { describeEvent } from '#core/run/sentence/describe-event.ts'
import { runTexts } from '../../texts/run.ts'

const longest = 160

/** The last event of an instant, its time, and the time since the creation of the run. */
export interface InstantWords {
  readonly which: string
  readonly when: string
  readonly what: string
}

export function instantWords(events: readonly RunEvent[], seq: number): InstantWords {
  const event = events[seq - 1]
  const first = events[0]
  const which = runTexts.eventOf(seq, events.length)
  if (event === undefined || first === undefined) return { which, when: '', what: '' }
  const since = event.at === first.at ? '' : ` (+${formatDuration(event.at - first.at)})`
  return { which, when: `${formatClock(event.at)}${since}`, what: shortened(describeEvent(event)) }
}

/** A shortened error; errors may be pages long. */
function shortened(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`
}
