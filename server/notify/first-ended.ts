/**
 * The end of the first of these works, or of the process. The listener goes with the wait: the signal lives as long as the
 * process and would keep it.
 */
export async function firstEnded(works: Iterable<Promise<void>>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const { promise: aborted, resolve } = Promise.withResolvers<void>()
  const stop = () => resolve()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await Promise.race([...works, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
