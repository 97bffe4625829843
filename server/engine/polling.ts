import type { After } from './ports.ts'

/**
 * A polling loop does its work when it is poked, and otherwise at intervals: short ones after there was something to do,
 * growing ones while there is nothing to do or the work fails. A poke during the work makes the loop work once more.
 */
export interface PollingLoop {
  poke(): void
  stop(): Promise<void>
}

export interface PollingOptions {
  readonly after: After
  readonly busyMs: number
  readonly idleMs: number
  /** True: there was something to do. A number: milliseconds until the next look, at most `idleMs`. */
  work(): Promise<boolean | number>
  onError(error: unknown): void
}

export function startPolling({ after, busyMs, idleMs, work, onError }: PollingOptions): PollingLoop {
  let callOff: (() => void) | null = null
  let working: Promise<void> | null = null
  let poked = false
  let stopped = false
  let waitMs = busyMs
  let failures = 0

  const run = () => {
    callOff?.()
    callOff = null
    poked = false
    working = work()
      .then(
        (found) => {
          failures = 0
          if (typeof found === 'number') return Math.min(Math.max(found, 0), idleMs)
          waitMs = found ? busyMs : Math.min(waitMs * 2, idleMs)
          return found ? 0 : waitMs
        },
        (error: unknown) => {
          if (!stopped) onError(error)
          failures += 1
          return Math.min(busyMs * 2 ** failures, idleMs)
        },
      )
      .then((ms) => {
        working = null
        if (stopped) return
        if (poked) run()
        else callOff = after(ms, run)
      })
  }
  run()

  return {
    poke() {
      if (stopped) return
      poked = true
      if (!working) run()
    },
    async stop() {
      stopped = true
      callOff?.()
      await working
    },
  }
}
