import { hostname } from 'node:os'
import { limits } from '#core/limits.ts'
import type { Message } from './append.ts'
import { createDatabaseClock } from './clock.ts'
import { createDefinitions } from './definitions.ts'
import { createFunctionExecutor, type FunctionExecutorOptions, quarantined } from './executor/function-executor.ts'
import { ids } from './ids.ts'
import type { AttemptRequest, EngineIdentity, Store } from './ports.ts'
import { type Session, startSession } from './session.ts'
import { createPostgresStore } from './store/postgres-store.ts'
import { createWakeUp } from './wake-up.ts'

export interface EngineOptions {
  readonly databaseUrl: string
  /** Where step functions are found, in this order. */
  readonly functionsFolders: readonly string[]
  /** False: NOTIFY is neither sent nor heard; polling alone does it. */
  readonly notify?: boolean
  readonly log?: (line: string) => void
  /** How long function threads may be silent; how many there are. */
  readonly executor?: Pick<FunctionExecutorOptions, 'threads' | 'blockedMs'>
  /** How many runs it holds at once. */
  readonly runsInMemory?: number
  /** Stands in for the store on PostgreSQL. */
  readonly store?: Store
}

export interface Engine {
  /** Of the present registration. */
  readonly identity: EngineIdentity
  readonly runs: number
  /** Finishes what is on its way to the database and gives all runs back. */
  stop(): Promise<void>
}

/**
 * Starts an engine in this process. It leases itself: one row, renewed every
 * three seconds by the database's clock. When it could not renew for as long
 * as the lease lasts, it considers its runs somebody else's, drops them, and
 * registers anew.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const log = options.log ?? (() => undefined)
  const store = options.store ?? createPostgresStore(options.databaseUrl)
  const clock = createDatabaseClock()
  const wakeUp = createWakeUp({
    databaseUrl: options.databaseUrl,
    notify: options.notify ?? true,
    onError: (error) => log(`wake-ups: ${error.message}`),
  })
  const executor = createFunctionExecutor(
    {
      ...options.executor,
      functionsFolders: options.functionsFolders,
      monotonic: clock.monotonic,
      log,
      onAlone: (request) => store.setAlone(identity, request && lastWords(request)),
    },
    {
      onOutcome: (id, outcome) => session?.events.onOutcome(id, outcome),
      onProgress: (id, progress) => session?.events.onProgress(id, progress),
    },
  )
  const runsInMemory = options.runsInMemory ?? limits.engine.runsInMemory
  const world = { store, clock, ids, executor, definitions: createDefinitions(store), wakeUp, log, runsInMemory }

  let session: Session | null = null
  let identity: EngineIdentity
  let leasedUntil = 0
  let stopping = false

  const register = async (): Promise<EngineIdentity> => {
    const sentAt = clock.monotonic()
    const registered = await store.register(hostname(), process.pid, limits.engine.leaseMs)
    clock.adjust(registered.now, sentAt, clock.monotonic())
    leasedUntil = sentAt + limits.engine.leaseMs
    const fresh = { id: registered.id, epoch: registered.epoch }
    session = startSession(fresh, world)
    return fresh
  }

  const keepLease = async (): Promise<void> => {
    if (!session) {
      identity = await register()
      return
    }
    const sentAt = clock.monotonic()
    const now = await store.renew(identity, limits.engine.leaseMs)
    if (now === null) {
      loseLease('the lease had run out')
      identity = await register()
      return
    }
    clock.adjust(now, sentAt, clock.monotonic())
    leasedUntil = sentAt + limits.engine.leaseMs
    const recovered = await store.recover()
    if (recovered > 0) {
      log(`took back ${recovered} runs of an engine that is gone`)
      wakeUp.wake('engine')
    }
  }

  const loseLease = (why: string) => {
    log(`${why}: giving up ${session?.runs ?? 0} runs and registering again`)
    session?.abandon()
    session = null
  }

  let renewing: Promise<void> | null = null
  const beat = () => {
    if (session && clock.monotonic() > leasedUntil) loseLease('the lease could not be renewed in time')
    renewing ??= keepLease()
      .catch((error: unknown) => log(`the lease: ${error instanceof Error ? error.message : String(error)}`))
      .finally(() => {
        renewing = null
      })
  }

  identity = await register()
  await store.recover()
  const heart = setInterval(beat, limits.engine.leaseRenewMs)

  return {
    get identity() {
      return identity
    },
    get runs() {
      return session?.runs ?? 0
    },
    async stop() {
      if (stopping) return
      stopping = true
      clearInterval(heart)
      await renewing
      await session?.stop()
      await Promise.all([executor.close(), wakeUp.close()])
      await store.unregister(identity)
      await store.close()
    },
  }
}

/** What the run of a step hears if this engine dies while the step runs alone. */
function lastWords(request: AttemptRequest): Message {
  const { step, iteration, attempt, undo } = request
  const command = { type: 'attempt_ended', step, iteration, attempt, ...(undo && { undo }) } as const
  return { to: request.runId, command: { ...command, outcome: quarantined(request) } }
}
