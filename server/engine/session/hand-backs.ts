import { messageOf } from '#core/message-of.ts'
import type { After, EngineIdentity, Store } from '../ports.ts'
import { kindOfStoreError } from '../store-error.ts'

/** Hands runs back that this engine no longer holds: all of one turn in one statement, until the database has them. */
export interface HandBacks {
  add(runId: string): void
  /** Resolves when no run is on its way back. */
  settled(): Promise<void>
  /** Tries no more: the end of the session hands back what is left. */
  stop(): void
}

export interface HandBacksWorld {
  readonly engine: EngineIdentity
  readonly store: Pick<Store, 'handBack'>
  readonly after: After
  /** Runs are in the queue again. */
  onHandedBack(): void
  log(line: string): void
}

const AGAIN_MS = 200

export function createHandBacks({ engine, store, after, onHandedBack, log }: HandBacksWorld): HandBacks {
  let next: string[] = []
  let under = 0
  let stopped = false
  let onSettled: (() => void)[] = []

  const end = () => {
    under -= 1
    if (under > 0) return
    for (const settle of onSettled) settle()
    onSettled = []
  }
  const send = (runIds: readonly string[]): void => {
    store.handBack(engine, runIds).then(
      () => {
        onHandedBack()
        end()
      },
      (error: unknown) => {
        log(`${runIds.length} runs cannot be handed back yet: ${messageOf(error)}`)
        if (stopped || kindOfStoreError(error) !== 'transient') end()
        else after(AGAIN_MS, () => (stopped ? end() : send(runIds)))
      },
    )
  }
  return {
    add(runId) {
      next.push(runId)
      if (next.length > 1) return
      under += 1
      queueMicrotask(() => {
        const runIds = next
        next = []
        send(runIds)
      })
    },
    settled: () => (under === 0 ? Promise.resolve() : new Promise((resolve) => onSettled.push(resolve))),
    stop() {
      stopped = true
    },
  }
}
