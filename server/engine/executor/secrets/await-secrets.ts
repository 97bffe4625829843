import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnerSecrets, SecretSource } from '../../../secrets.ts'
import { tuning } from '../tuning.ts'

/**
 * The secrets of an owner as of now. A database that does not answer is asked again until the signal: nothing has been
 * sent yet, and an attempt that failed for it would end a run whose step has no retry policy. Rejects with the last
 * error once the signal is aborted.
 */
export async function awaitSecrets(
  source: SecretSource,
  ownerId: string,
  signal: AbortSignal,
  pauseMs: number = tuning.secretsRetryMs,
): Promise<OwnerSecrets> {
  for (;;) {
    try {
      return await source.fresh(ownerId)
    } catch (error) {
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) throw error
    }
  }
}
