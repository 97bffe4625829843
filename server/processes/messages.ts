import { createLog } from '../process-log.ts'

/** Messages of children to the supervisor over their IPC channel. */
export type ChildMessage =
  /** The standby is loaded, and waits for its order to begin. */
  | { readonly type: 'standsBy' }
  | {
      readonly type: 'ready'
      readonly databaseUrl?: string
      readonly note?: string
      /** A sentence for the terminal alone: it contains a secret, so it is no log statement. */
      readonly forTerminal?: string | undefined
    }
  /** The process cannot start in this environment; the sentence says what to do. */
  | { readonly type: 'refused'; readonly sentence: string }

/** The argument of a standby process. */
export const STANDBY = 'standby'

/** The order to a standby to begin: its settings may have changed since it was loaded. */
export interface BeginMessage {
  readonly begin: Readonly<Record<string, string>>
}

/**
 * Resolves when this process may begin. A standby first runs `prepare`, whose signal aborts as soon as the order to
 * begin arrives, and then waits for that order. The process ends with its supervisor.
 */
export async function mayBegin(prepare: (signal: AbortSignal) => Promise<void>): Promise<void> {
  if (!process.argv.includes(STANDBY)) return
  const end = () => process.exit(0)
  if (!process.connected) end()
  process.once('disconnect', end)
  const told = new Promise<BeginMessage>((resolve) => process.once('message', resolve))
  const noTime = new AbortController()
  told.then(() => noTime.abort())
  await prepare(noTime.signal)
  tellSupervisor({ type: 'standsBy' })
  const { begin } = await told
  process.off('disconnect', end)
  Object.assign(process.env, begin)
}

export function tellSupervisor(message: ChildMessage): void {
  process.send?.(message)
}

/** Whether a supervisor has started this process, and prepared what it needs. */
export const isSupervised = (): boolean => process.send !== undefined

/**
 * Ties a process to its supervisor: `stop` runs once, on SIGTERM or when the IPC channel closes because the supervisor is
 * gone, however it went. SIGINT is left to the supervisor, which stops its children in order; without one, it stops the
 * process, too.
 */
export function stopWithSupervisor(stop: () => Promise<void>): void {
  let stopping = false
  const end = () => {
    if (stopping) return
    stopping = true
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        createLog('heddle').error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', isSupervised() ? () => undefined : end)
  process.on('disconnect', end)
  // The supervisor may have ended while this process started.
  if (process.send && !process.connected) end()
}
