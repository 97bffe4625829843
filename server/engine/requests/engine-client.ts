import type { Pool } from 'pg'
import { perGeneration } from '../../db/per-generation.ts'
import type { OwnerQuota } from '../../limits/owner-quota.ts'
import type { Reply } from '../commit/append.ts'
import type { Definitions } from '../definitions.ts'
import { createPoolDefinitions } from '../store/definitions.ts'
import type { SentCommand } from '../store/send.ts'
import { CodeClient } from './code-client.ts'
import { createHints, type Hints } from './hints.ts'
import { sendCommand } from './send-command.ts'
import { RunStarter } from './start-run.ts'

/**
 * The client of the engines: whatever a process that is no engine asks of them, through the database. A process makes one
 * client for its pool and passes it down; the client owns the batches of starts, the clock, the positions in the queue, the
 * hints and the cache of definitions.
 */
export interface EngineClient {
  readonly starter: RunStarter
  /** See `sendCommand`. */
  sendCommand(message: SentCommand, waitMs?: number): Promise<Reply | 'pending'>
  /** The published versions, each read once in a generation of the database. */
  readonly definitions: Definitions
  /** What code declares and answers, without an engine. */
  readonly code: CodeClient
  readonly hints: Hints
  wakeEngines(): void
  wakeLocks(): void
  wakeFollowers(): void
  /** Settles when no start is under way. The pool stays open. */
  close(): Promise<void>
}

/** `poolOf` is the pool for what belongs to one owner, where it is another one than that of the starts. */
export function createEngineClient(
  pool: Pool,
  poolOf: (ownerId: string) => Pool = () => pool,
  quota?: OwnerQuota,
  hints: Hints = createHints(pool),
): EngineClient {
  const definitions = perGeneration(pool, () => createPoolDefinitions(poolOf))
  const starter = new RunStarter({ pool, poolOf, definitions, quota, hints })
  const code = new CodeClient(() => definitions.current())
  return {
    starter,
    code,
    sendCommand: (message, waitMs) => sendCommand({ pool, hints }, message, waitMs),
    hints,
    wakeEngines: hints.wakeEngines,
    wakeLocks: hints.wakeLocks,
    get definitions() {
      return definitions.current()
    },
    wakeFollowers: hints.wakeFollowers,
    async close() {
      await Promise.all([starter.close(), code.close()])
      definitions.close()
      hints.close()
    },
  }
}

/** The client for the commands of one owner: they go through the pool of the owner, which knows no other's runs. */
export function boundEngineClient(client: EngineClient, pool: Pool): EngineClient {
  const { hints } = client
  return Object.create(client, {
    sendCommand: {
      value: (message: SentCommand, waitMs?: number) => sendCommand({ pool, hints }, message, waitMs),
    },
  }) as EngineClient
}
