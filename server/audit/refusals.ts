import type { Pool } from 'pg'
import type { AuditEntry } from './entry.ts'
import { columnsOf } from './entry.ts'
import { recordAudit } from './record-audit.ts'
import { auditTuning } from './tuning.ts'

export type Refusal = Omit<AuditEntry, 'outcome' | 'times'>

/**
 * The record of refusals. The first refusal has its row before the caller is answered. Equal refusals that follow
 * within the window are counted, and get one row with their number at its end: a page or a program that repeats a
 * forbidden request cannot fill the audit.
 */
export interface Refusals {
  record(pool: Pool, refusal: Refusal): Promise<void>
  /** Writes the counted rest. */
  stop(): Promise<void>
}

interface Window {
  readonly write: (times: number) => Promise<void>
  readonly timer: NodeJS.Timeout
  repeats: number
}

export function createRefusals({
  onError,
  windowMs = auditTuning.refusalWindowMs,
}: {
  readonly onError: (error: unknown) => void
  readonly windowMs?: number
}): Refusals {
  const windows = new Map<string, Window>()

  const close = async (key: string) => {
    const window = windows.get(key)
    if (!window) return
    windows.delete(key)
    clearTimeout(window.timer)
    if (window.repeats > 0) await window.write(window.repeats)
  }

  return {
    async record(pool, refusal) {
      const entry = { ...refusal, outcome: 'refused' } as const
      const { ownerId, actorId, keyId, principalId, action, target, address } = columnsOf(entry)
      const key = JSON.stringify([ownerId, actorId, keyId, principalId, action, target, address])
      const open = windows.get(key)
      if (open) {
        open.repeats += 1
        return
      }
      // A row of which the database knows nothing must not turn a refusal into an internal error.
      const write = (times: number) => recordAudit(pool, { ...entry, times }).catch(onError)
      const [oldest] = windows.keys()
      if (oldest !== undefined && windows.size >= auditTuning.refusalWindows) await close(oldest)
      windows.set(key, { write, timer: setTimeout(() => void close(key), windowMs).unref(), repeats: 0 })
      await write(1)
    },
    async stop() {
      await Promise.all([...windows.keys()].map(close))
    },
  }
}
