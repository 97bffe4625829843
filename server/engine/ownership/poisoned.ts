import type { AttemptOutcome } from '#core/run/command.ts'
import type { Handled } from '../commit/append.ts'
import type { PendingCommand } from '../commit/decide-batch.ts'

/**
 * The substitute for a command that the database can never store: a result becomes a failure of its attempt, a person's
 * command is refused. An internal message has none: null.
 */
export function withoutPoison(
  pending: PendingCommand,
): { readonly pending: PendingCommand } | { readonly handled: Handled } | null {
  const { command, mail } = pending
  if (command.type === 'attempt_ended' && command.outcome.kind !== 'failed') {
    return { pending: { ...pending, command: { ...command, outcome: notStorable(command.step) } } }
  }
  return mail?.operationId ? { handled: refused(mail.id) } : null
}

/** The answer in place of one that cannot be stored: a refusal. */
export function withoutPoisonedReply({ mailId, reply }: Handled): Handled {
  return reply === null ? { mailId, reply } : refused(mailId)
}

function refused(mailId: number): Handled {
  const message = 'The input contains a value that the database cannot store.'
  return { mailId, reply: { refusal: { code: 'INVALID_INPUT', message } } }
}

function notStorable(step: string): AttemptOutcome {
  const message = `The result of ${step} contains a value that the database cannot store.`
  return { kind: 'failed', error: { code: 'RESULT_UNUSABLE', message, step }, retryable: false }
}
