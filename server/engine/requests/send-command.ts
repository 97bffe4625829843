import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import type { Reply } from '../commit/append.ts'
import { findReply, type SentCommand, send } from '../store/send.ts'
import { kindOfStoreError } from '../store-error.ts'
import type { Hints } from './hints.ts'

export type { Reply } from '../commit/append.ts'

export class NoSuchRun extends Error {}
/** The run has reached its bound of pending commands: no engine reads them, or a sender sends too many. */
export class MailboxFull extends Error {}

const FIRST_LOOK_MS = 2
const RAREST_LOOK_MS = 100

/**
 * Sends a command to a run and waits for its reply. The result is `pending` when there is no reply within two seconds:
 * the command will be answered later, and another call with the operation id gets that answer. When an answer of the
 * database is lost, the command is sent again, which is safe because of its operation id. Throws `NoSuchRun` and
 * `MailboxFull`.
 */
export async function sendCommand(
  { pool, hints }: { readonly pool: Pool; readonly hints: Pick<Hints, 'wakeEngineOf'> },
  message: SentCommand,
  waitMs: number = limits.command.replyWaitMs,
): Promise<Reply | 'pending'> {
  const sent = await send(pool, message, hints.wakeEngineOf).catch((error: unknown) => {
    if (kindOfStoreError(error) === 'transient') return send(pool, message, hints.wakeEngineOf)
    throw error
  })
  if (sent === 'no_such_run') throw new NoSuchRun(`There is no run ${message.runId}.`)
  if (sent === 'full') throw new MailboxFull(`Too many commands wait for run ${message.runId}.`)
  const deadline = performance.now() + waitMs
  for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(lookMs * 1.5, RAREST_LOOK_MS)) {
    // The command is committed: a transient error while reading the reply changes nothing about that.
    const reply = await findReply(pool, message.operationId).catch((error: unknown) => {
      if (kindOfStoreError(error) === 'transient') return null
      throw error
    })
    if (reply) return reply
    if (performance.now() >= deadline) return 'pending'
    await sleep(lookMs)
  }
}
