import type { ServerResponse } from 'node:http'

/**
 * Cuts off readers that do not read. A stream without any progress during a whole interval is destroyed; its client
 * reconnects with its last event id and misses nothing.
 */
export function cutOffStalledResponses(intervalMs: number): {
  watch(outgoing: ServerResponse): void
  stop(): void
} {
  const watched = new Map<ServerResponse, number>()
  const timer = setInterval(() => {
    for (const [outgoing, before] of watched) {
      const waiting = outgoing.writableLength
      const written = outgoing.socket?.bytesWritten ?? 0
      const stalled = waiting > 0 && written - (outgoing.socket?.writableLength ?? 0) === before
      if (stalled) outgoing.destroy()
      else watched.set(outgoing, written - (outgoing.socket?.writableLength ?? 0))
    }
  }, intervalMs)
  timer.unref()
  return {
    watch(outgoing) {
      watched.set(outgoing, -1)
      outgoing.once('close', () => watched.delete(outgoing))
    },
    stop: () => clearInterval(timer),
  }
}
