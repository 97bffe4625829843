export interface StreamEvents {
  live(): void
  lost(): void
  /** The stream ended and does not reconnect by itself. */
  ended(): void
}

const firstDelayMs = 500
const longestDelayMs = 8_000

/**
 * Keeps a stream open until `signal` aborts. The browser reconnects a broken stream by itself. A stream that the server
 * ended or refused (a restart behind a proxy, an error answer) is reopened here, with back-off.
 */
export function keepOpen(
  open: (on: StreamEvents) => { unsubscribe(): void },
  on: Omit<StreamEvents, 'ended'>,
  signal: AbortSignal,
): void {
  let delayMs = firstDelayMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let stream: { unsubscribe(): void } | undefined
  const connect = () => {
    let hasEnded = false
    stream = open({
      live: () => {
        delayMs = firstDelayMs
        on.live()
      },
      lost: on.lost,
      ended: () => {
        if (hasEnded || signal.aborted) return
        hasEnded = true
        on.lost()
        timer = setTimeout(connect, delayMs)
        delayMs = Math.min(delayMs * 2, longestDelayMs)
      },
    })
  }
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    stream?.unsubscribe()
  })
  connect()
}
