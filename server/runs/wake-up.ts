import pg from 'pg'

const RECONNECT_MS = 1_000

/**
 * Calls `wake` when the engines say that the log grew. A hint only: whoever
 * listens polls as well, so a lost connection costs latency, never a change.
 */
export function listenForWakeUps(databaseUrl: string, wake: () => void): { readonly stop: () => Promise<void> } {
  let client: pg.Client | undefined
  let stopped = false
  let retry: NodeJS.Timeout | undefined

  const reconnect = () => {
    if (!stopped && retry === undefined) retry = setTimeout(connect, RECONNECT_MS)
  }
  const connect = async () => {
    retry = undefined
    const connecting = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      application_name: 'heddle web wake-up',
    })
    client = connecting
    connecting.on('notification', wake)
    connecting.on('error', reconnect)
    connecting.on('end', reconnect)
    try {
      await connecting.connect()
      await connecting.query('listen heddle_log')
      wake()
    } catch {
      await connecting.end().catch(() => undefined)
      reconnect()
    }
  }
  void connect()

  return {
    async stop() {
      stopped = true
      clearTimeout(retry)
      await client?.end().catch(() => undefined)
    },
  }
}
