import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import type { Reply } from '../commit/append.ts'
import { findReply, type SentCommand, send } from '../store/send.ts'
import { kindOfStoreError } from '../store-error.ts'
import { wakeEngines } from './pool-wake-up.ts'

export type { Reply } from '../commit/append.ts'

export class NoSuchRun extends Error {}
/** More commands wait for the run than it may have; nobody reads them, or somebody sends too many. */
export class MailboxFull extends Error {}

const FIRST_LOOK_MS = 2
const RAREST_LOOK_MS = 100

/**
 * Sends a command to a run and waits for its reply, `pending` when there is
 * none within two seconds: it will be answered all the same, and the same
 * operation id asks for that answer. A lost answer of the database is asked
 * for again, which is safe for the same reason. Throws `NoSuchRun` and `MailboxFull`.
 */
export async function sendCommand(
  pool: Pool,
  message: SentCommand,
  waitMs: number = limits.command.replyWaitMs,
): Promise<Reply | 'pending'> {
  const sent = await send(pool, message).catch((error: unknown) => {
    if (kindOfStoreError(error) === 'transient') return send(pool, message)
    throw error
  })
  if (sent === 'no_such_run') throw new NoSuchRun(`There is no run ${message.runId}.`)
  if (sent === 'full') throw new MailboxFull(`Too many commands wait for run ${message.runId}.`)
  if (sent === 'sent') wakeEngines(pool)
  const deadline = performance.now() + waitMs
  for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(lookMs * 1.5, RAREST_LOOK_MS)) {
    // The command is in: a database that cannot be asked for the answer just now changes nothing about that.
    const reply = await findReply(pool, message.operationId).catch((error: unknown) => {
      if (kindOfStoreError(error) === 'transient') return null
      throw error
    })
    if (reply) return reply
    if (performance.now() >= deadline) return 'pending'
    await sleep(lookMs)
  }
}
