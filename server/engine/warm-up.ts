import type { Definition } from '#core/definition/definition.ts'
import { viewsOf } from '#core/run/views/view-table.ts'
import { newRun } from './commit/new-run.ts'
import type { AttemptRequest, Executor, ExecutorEvents, WakeUp } from './ports.ts'
import { runEngine } from './run-engine.ts'
import { createMemoryStore, publish, startRuns } from './store/memory/memory-store.ts'
import { createTables } from './store/memory/tables.ts'
import { createDatabaseClock } from './world/clock.ts'
import { ids } from './world/ids.ts'
import { localClock } from './world/local-clock.ts'

/** Time after which the warm-up ends, whether its runs have ended or not. */
const AT_MOST_MS = 30_000
/** More runs make the next engine hardly faster; two hundred take a third of a second of a processor. */
const RUNS = 200
const STEPS = 10

const actor = { id: 'engine' }
const output = { result: 'x'.repeat(100) }
const definition: Definition = {
  workflow_type: 'WarmUp',
  saga_enabled: false,
  fail_fast: true,
  timeout_includes_waits: false,
  steps: Array.from({ length: STEPS }, (_, place) => ({
    name: `step_${place}`,
    type: 'STANDARD',
    function: 'warm_up.step',
  })),
}

/**
 * Warms a standby engine up: it advances made-up runs in memory, so that the code that decides and commits is compiled
 * before it is needed. An engine that takes over has all runs of the dead engine at once, and a fresh process is much
 * slower. The signal ends the warm-up early. Resolves with the number of runs that have completed.
 */
export async function warmUp(signal: AbortSignal): Promise<number> {
  const tables = createTables()
  publish(tables, actor.id, { version: 1, hash: '', definition })
  startRuns(tables, Date.now(), Array.from({ length: RUNS }, someRun))
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  let rested = 0
  let completed = 0
  const engine = await runEngine({
    store: createMemoryStore(tables, Date.now, ids.uuid),
    clock: createDatabaseClock(localClock),
    ids,
    wakeUp: noHints,
    createExecutor: atOnce,
    host: '',
    pid: process.pid,
    runsInMemory: RUNS,
    onSettled(state) {
      if (viewsOf(state).status === 'COMPLETED') completed += 1
      rested += 1
      if (rested === RUNS) end()
    },
    log: () => undefined,
  })
  const noTime = AbortSignal.any([signal, AbortSignal.timeout(AT_MOST_MS)])
  noTime.addEventListener('abort', () => end())
  if (noTime.aborted) end()
  await over
  await engine.stop()
  return completed
}

function someRun() {
  const runId = ids.runId('local')
  const request = {
    run_id: runId,
    root_run_id: runId,
    workflow: definition.workflow_type,
    version: 1,
    hash: '',
    input: {},
    drive: 'auto',
    saga: false,
    fail_fast: true,
    tags: [],
    priority: 0,
    owner_id: actor.id,
    data_region: '',
    depth: 0,
    actor,
  } as const
  return { ...newRun(request, { now: Date.now(), appendId: ids.uuid(), idempotencyKey: null }), queueDelayMs: 0 }
}

/** An executor that calls no function, since functions have threads of their own, and answers in the next turn. */
function atOnce({ onOutcome }: ExecutorEvents): Executor {
  return {
    start: ({ id }: AttemptRequest) => void setImmediate(() => onOutcome(id, { kind: 'completed', output })),
    cancel: () => undefined,
    close: () => Promise.resolve(),
  }
}

const noHints: WakeUp = {
  wake: () => undefined,
  listen: () => () => undefined,
  listenAs: () => () => undefined,
  listenForEagerStarts: () => Promise.resolve(false),
  close: () => Promise.resolve(),
}
