import type { After } from './ports.ts'

/**
 * A loop that does its work when it is poked and otherwise looks by itself:
 * soon after there was something to do, more and more rarely when there is not.
 * A poke that comes while it works makes it work once more.
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

  const run = () => {
    callOff?.()
    callOff = null
    poked = false
    working = work()
      .then(
        (found) => {
          if (typeof found === 'number') return Math.min(Math.max(found, 0), idleMs)
          waitMs = found ? busyMs : Math.min(waitMs * 2, idleMs)
          return found ? 0 : waitMs
        },
        (error: unknown) => {
          if (!stopped) onError(error)
          waitMs = Math.min(waitMs * 2, idleMs)
          return waitMs
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
