import { createExecutor } from '#server/engine/executor/create-executor.ts'
import { createFunctionExecutor } from '#server/engine/executor/function-executor.ts'
import type { Executor, Store } from '#server/engine/ports.ts'
import { type Engine, runEngine } from '#server/engine/run-engine.ts'
import { createPostgresStore } from '#server/engine/store/postgres-store.ts'
import { createDatabaseClock } from '#server/engine/world/clock.ts'
import { ids } from '#server/engine/world/ids.ts'
import { localClock } from '#server/engine/world/local-clock.ts'
import { createWakeUp } from '#server/engine/world/wake-up.ts'

/** The moments of an engine's work for one run, in order. */
export type Moment =
  | 'heard'
  | 'claim_sent'
  | 'picked'
  | 'decided'
  | 'acknowledged'
  | 'called'
  | 'returned'
  | 'append_sent'

/** An engine in this process, unchanged except for the observer. */
export function startTracedEngine(options: {
  readonly databaseUrl: string
  readonly functionsFolder: string
  onMoment(moment: Moment): void
  onEnd(): void
}): Promise<Engine> {
  const { onMoment } = options
  const log = (line: string) => console.error(line)
  const wakeUp = createWakeUp({ databaseUrl: options.databaseUrl, notify: true })
  return runEngine({
    store: traced(createPostgresStore(options.databaseUrl), options),
    clock: createDatabaseClock(localClock),
    ids,
    wakeUp: {
      ...wakeUp,
      listenForEagerStarts: (listener) =>
        wakeUp.listenForEagerStarts((hint) => {
          onMoment('heard')
          listener(hint)
        }),
    },
    createExecutor: (events) =>
      createExecutor(
        {
          ...events,
          onOutcome(id, outcome) {
            onMoment('returned')
            events.onOutcome(id, outcome)
          },
        },
        (counted) => {
          const functions = createFunctionExecutor(
            {
              functionsFolders: [options.functionsFolder],
              monotonic: localClock.monotonic,
              log,
            },
            counted,
          )
          const start: typeof functions.start = (request) => {
            onMoment('called')
            functions.start(request)
          }
          return { functions: { ...functions, start }, requests: noExecutor, services: noExecutor, scripts: noExecutor }
        },
      ),
    host: 'bench',
    pid: process.pid,
    runsInMemory: 5_000,
    log,
  })
}

const noExecutor: Executor = { start: () => undefined, cancel: () => undefined, close: () => Promise.resolve() }

function traced(
  store: Store,
  { onMoment, onEnd }: { onMoment(moment: Moment): void; readonly onEnd: () => void },
): Store {
  return {
    ...store,
    async append(engine, appends, lane, again) {
      onMoment('append_sent')
      const answers = await store.append(engine, appends, lane, again)
      onMoment('acknowledged')
      for (const { projection } of appends) if (typeof projection?.endedAt === 'number') onEnd()
      return answers
    },
    async claim(engine, limit, take, ended) {
      onMoment('claim_sent')
      const claimed = await store.claim(
        engine,
        limit,
        async (runs) => {
          onMoment('picked')
          const taken = await take(runs)
          onMoment('decided')
          return taken
        },
        ended,
      )
      if (claimed.found > 0) onMoment('acknowledged')
      return claimed
    },
  }
}
