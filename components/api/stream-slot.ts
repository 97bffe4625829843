/**
 * Number of tabs that may each hold a stream of their own, besides the shared one. HTTP/1.1 gives an origin six
 * connections, and calls need some of them.
 */
const slots = 3

/**
 * Runs `use` as soon as one of the slots is free and holds the slot until `signal` aborts. Where the Web Locks API is
 * missing there is no limit.
 */
export function holdStreamSlot(use: () => void, signal: AbortSignal): void {
  if (!('locks' in navigator)) {
    use()
    return
  }
  const won = new AbortController()
  const waiting = AbortSignal.any([signal, won.signal])
  const untilReleased = () => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  for (let slot = 0; slot < slots; slot += 1) {
    navigator.locks
      .request(`heddle-stream-${slot}`, { signal: waiting }, () => {
        if (signal.aborted || won.signal.aborted) return undefined
        won.abort()
        use()
        return untilReleased()
      })
      .catch(() => undefined)
  }
}
