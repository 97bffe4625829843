import { setTimeout as sleep } from 'node:timers/promises'
import { databaseUnavailable } from '../../database-unavailable.ts'

const AGAIN_MS = 1_000

/**
 * A stream that survives database trouble: it is reopened after the last item that was read, until `signal` aborts. An
 * error before the first item is thrown, so that it can still be an error response.
 */
export async function* steadyStream<Item extends { readonly id: string }>(
  open: (after: string) => AsyncIterable<Item>,
  after: string,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  let last = after
  for (let begun = false; ; ) {
    try {
      for await (const item of open(last)) {
        begun = true
        last = item.id
        yield item
      }
      return
    } catch (error) {
      if (!begun || !databaseUnavailable(error)) throw error
      await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
    }
  }
}
