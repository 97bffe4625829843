import { describeEvent } from '#core/run/sentence/describe-event.ts'
import type { EventObject } from '../models.ts'
import { paint } from '../output/paint.ts'
import { printable } from '../output/printable.ts'
import { asRunEvent } from '../run-history.ts'
import type { Session } from '../session.ts'

/** Prints one event as one line: a sentence, or its JSON. */
export function tellEvent({ terminal, json }: Session, event: EventObject): void {
  if (json) {
    terminal.out(`${JSON.stringify(event)}\n`)
    return
  }
  const time = paint(terminal, 'dim', event.at)
  const number = paint(terminal, 'dim', String(event.seq).padStart(5))
  terminal.out(`${time} ${number}  ${printable(describeEvent(asRunEvent(event)))}\n`)
}
