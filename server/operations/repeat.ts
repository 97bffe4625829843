/** A function that runs repeatedly, with a pause after each time, until it is stopped. */
export interface Repeated {
  /** Waits for the running call. */
  stop(): Promise<void>
}

export interface RepeatOptions {
  /** A function is asked after each call. */
  readonly pauseMs: number | (() => number)
  /** The delay before the first call; none when absent. */
  readonly firstAfterMs?: number
  /** The signal aborts when the function should end. */
  work(signal: AbortSignal): Promise<void>
  onError(error: unknown): void
}

export function repeat({ pauseMs, firstAfterMs = 0, work, onError }: RepeatOptions): Repeated {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let working: Promise<void> = Promise.resolve()
  const round = () => {
    working = work(stopping.signal)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) onError(error)
      })
      .then(() => {
        if (!stopping.signal.aborted) timer = setTimeout(round, typeof pauseMs === 'number' ? pauseMs : pauseMs())
      })
  }
  if (firstAfterMs > 0) timer = setTimeout(round, firstAfterMs)
  else round()
  return {
    async stop() {
      stopping.abort()
      if (timer) clearTimeout(timer)
      await working
    },
  }
}
