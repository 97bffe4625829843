import type { FromHost } from '../threads/messages.ts'
import { redactOutcome } from './redact-outcome.ts'
import type { Redactor } from './redactor.ts'

/** A message of a function thread, without secrets. */
export function redactMessage(message: FromHost, redactor: Redactor): FromHost {
  if (redactor.isEmpty || 'alive' in message) return message
  if ('outcome' in message) return { ...message, outcome: redactOutcome(message.outcome, redactor) }
  if ('log' in message) return { ...message, log: redactor.text(message.log) }
  const { note } = message.progress
  return note === undefined ? message : { ...message, progress: { ...message.progress, note: redactor.text(note) } }
}
