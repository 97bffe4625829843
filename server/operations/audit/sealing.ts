import type { Pool } from 'pg'
import { messageOf } from '#core/message-of.ts'
import { sealAudit } from '#server/audit/seal.ts'
import { auditTuning } from '#server/audit/tuning.ts'
import { type Repeated, repeat } from '../repeat.ts'

export interface SealingOptions {
  readonly pool: Pool
  readonly log: (line: string) => void
  /** The pause between two looks while rows arrive, and the longest one, in milliseconds. */
  readonly pauses?: { readonly sealEveryMs: number; readonly idleSealMs: number }
  /** Hears after each look how long the pause is. */
  readonly onLook?: (pauseMs: number) => void
}

/**
 * Seals the audit each second while rows arrive. Every look that finds nothing doubles the pause, up to a bound, so
 * that an idle system is asked rarely; the look itself reads an index that contains unsealed rows alone.
 */
export function startSealing({ pool, log, pauses = auditTuning, onLook }: SealingOptions): Repeated {
  const { sealEveryMs, idleSealMs } = pauses
  let pauseMs: number = sealEveryMs
  return repeat({
    pauseMs: () => pauseMs,
    async work() {
      const sealed = await sealAudit(pool)
      pauseMs = sealed > 0 ? sealEveryMs : Math.min(idleSealMs, pauseMs * 2)
      onLook?.(pauseMs)
    },
    onError: (error) => log(`sealing the audit: ${messageOf(error)}`),
  })
}
