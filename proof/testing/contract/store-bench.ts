import { afterAll, beforeAll } from 'vitest'
import type { Variables } from '#core/definition/variables.ts'
import type { Command } from '#core/run/command.ts'
import type { NewRun } from '#server/engine/commit/append.ts'
import type { EagerRun } from '#server/engine/commit/eager-run.ts'
import type { ForcedRelease } from '#server/engine/locks/release.ts'
import type { EngineIdentity, LoadedRun, Store } from '#server/engine/ports.ts'
import type { KnownCommand, Sent, SentCommand } from '#server/engine/store/send.ts'
import type { Started } from '#server/engine/store/start.ts'
import type { WorkStore } from '#server/engine/workers/ports.ts'
import { type SomeRun, someAppend, someNewRun } from '../appends.ts'

/** The lease of an engine of the contract in milliseconds: it outlasts the tests on the slowest machine. */
export const LEASE_MS = 3_600_000

/** A store, and what the web process does to the same data. */
export interface StoreUnderTest {
  readonly store: Store
  readonly work: WorkStore
  start(runs: readonly (NewRun & { readonly queueDelayMs: number })[]): Promise<readonly Started[]>
  startEagerly(run: EagerRun): Promise<boolean>
  send(message: SentCommand): Promise<Sent>
  findCommand(operationId: string): Promise<KnownCommand | null>
  findReply(operationId: string): Promise<unknown>
  forceRelease(lock: ForcedRelease): Promise<boolean>
  saveVariables(ownerId: string, variables: Variables): Promise<void>
  /** As if the engine had registered before the store went on without what it had. */
  registeredEarlier(engine: EngineIdentity): Promise<void>
  close(): Promise<void>
}

/** What the tests of one store share: the store as soon as it is open, and an engine that is registered there. */
interface Opened {
  under: StoreUnderTest
  store: Store
  engine: EngineIdentity
}

export type StoreBench = ReturnType<typeof storeBench>

export const pause: Command = { type: 'pause', actor: { id: 'local' } }

/** Opens a store before the tests around it, and closes it after them. */
export function storeBench(open: () => Promise<StoreUnderTest>) {
  const at = {} as Opened
  beforeAll(async () => {
    at.under = await open()
    at.store = at.under.store
    at.engine = await at.store.register('here', 1, LEASE_MS)
  })
  afterAll(() => at.under.close())

  const claimAll = async (by: EngineIdentity = at.engine): Promise<readonly LoadedRun[]> => {
    const loaded: LoadedRun[] = []
    for (;;) {
      const { found } = await at.store.claim(by, { runs: 100 }, async (runs) => {
        loaded.push(...runs)
        return {
          appends: runs.map((run) => someAppend(run.runId, seqAfter(run), { claim: true, currentSteps: [] })),
          leave: [],
        }
      })
      if (found === 0) return loaded
    }
  }
  const startOne = async (changes: SomeRun = {}): Promise<string> => {
    const [started] = await at.under.start([someNewRun(changes)])
    return started?.runId ?? ''
  }
  /** A run that the engine holds; its next event is number 4. */
  const startOwned = async (changes: SomeRun = {}): Promise<string> => {
    const runId = await startOne(changes)
    await claimAll()
    return runId
  }
  const append = (appends: Parameters<Store['append']>[1], by = at.engine, again = false) =>
    at.store.append(by, appends, 0, again)
  const loadAgain = async (runId: string): Promise<LoadedRun | undefined> => {
    await at.store.handBack(at.engine)
    return (await claimAll()).find((run) => run.runId === runId)
  }
  return { at, claimAll, startOne, startOwned, append, loadAgain }
}

export function seqAfter(run: LoadedRun): number {
  const events = (JSON.parse(run.log) as { seq: number }[][]).flat()
  return (events.at(-1)?.seq ?? (run.snapshot as { at: number } | null)?.at ?? 0) + 1
}
