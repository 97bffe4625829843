import type { FromHost } from '../threads/messages.ts'
import { redactOutcome } from './redact-outcome.ts'
import type { Redactor } from './redactor.ts'

/** A message of a function thread, without the secrets that functions may read. */
export function redactMessage(message: FromHost, redactor: Redactor): FromHost {
  if (redactor.isEmpty || 'alive' in message) return message
  if ('outcome' in message) return { ...message, outcome: redactOutcome(message.outcome, redactor) }
  if ('log' in message) return { ...message, log: redactor.text(message.log) }
  const { note } = message.progress
  return note === undefined ? message : { ...message, progress: { ...message.progress, note: redactor.text(note) } }
}

/** Removes secrets from the output of this thread, which goes to the output of the process. */
export function redactOutput(redactor: Redactor): void {
  if (redactor.isEmpty) return
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (chunk: string | Uint8Array, ...more: unknown[]) => boolean
    stream.write = (chunk: string | Uint8Array, ...more: unknown[]): boolean =>
      write(redactor.text(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()), ...more)
  }
}
