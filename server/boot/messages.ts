/** What children tell the supervisor over their IPC channel. */
export type ChildMessage =
  | { readonly type: 'ready'; readonly databaseUrl?: string; readonly note?: string }
  /** It can never start as things are; the sentence says what to do. */
  | { readonly type: 'refused'; readonly sentence: string }

export function tellSupervisor(message: ChildMessage): void {
  process.send?.(message)
}

/**
 * Ties a child process to the supervisor: `stop` runs once, on SIGTERM or when
 * the IPC channel closes because the supervisor is gone, however it went.
 * SIGINT is left to the supervisor, which stops its children in order.
 */
export function stopWithSupervisor(stop: () => Promise<void>): void {
  let stopping = false
  const end = () => {
    if (stopping) return
    stopping = true
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', () => undefined)
  process.on('disconnect', end)
}
