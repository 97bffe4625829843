import { afterEach, expect, it } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import type { RunEvent } from '#core/run/event.ts'
import { FAN_OUT, type FanOut, fanOutDefinition } from '#core/run/fan-out/fan-out.ts'
import { noHeader, type RunHeader } from '#core/run/state.ts'
import { counterDecider } from '#core/run/testing/counter-decider.ts'
import { newRun } from './commit/new-run.ts'
import { type Deciders, deciders } from './definitions.ts'
import type { AttemptRequest, Executor, ExecutorEvents, WakeUp } from './ports.ts'
import { type Engine, runEngine } from './run-engine.ts'
import { createMemoryStore, publish, startRuns } from './store/memory/memory-store.ts'
import { createTables, type Tables } from './store/memory/tables.ts'
import { createDatabaseClock } from './world/clock.ts'
import { ids } from './world/ids.ts'
import { localClock } from './world/local-clock.ts'

/**
 * The shell of the engine knows runs by the port of deciders alone: a run of another kind of definition goes through
 * the same claim, commit, take-over and release as a run of steps.
 */
const COUNT = 5
const counters = { ...deciders, counter: () => counterDecider(COUNT) }
const engines: Engine[] = []
afterEach(() => Promise.all(engines.splice(0).map((engine) => engine.stop())))

const silent: WakeUp = {
  wake: () => undefined,
  listen: () => () => undefined,
  listenAs: () => () => undefined,
  listenForEagerStarts: () => Promise.resolve(false),
  close: () => Promise.resolve(),
}

/** An engine whose functions answer at once, as long as `answers` says so. */
async function engineOn(
  tables: Tables,
  answers: (call: AttemptRequest) => boolean = () => true,
  known: Deciders = counters,
): Promise<string[]> {
  const lines: string[] = []
  const createExecutor = ({ onOutcome }: ExecutorEvents): Executor => ({
    start(call) {
      if (answers(call)) setImmediate(() => onOutcome(call.id, { kind: 'completed', output: { step: call.step } }))
    },
    cancel: () => undefined,
    close: () => Promise.resolve(),
  })
  const engine = await runEngine({
    store: createMemoryStore(tables, Date.now, ids.uuid),
    clock: createDatabaseClock(localClock),
    ids,
    wakeUp: silent,
    createExecutor,
    host: '',
    pid: process.pid,
    runsInMemory: 10,
    deciders: known,
    log: (line) => lines.push(line),
  })
  engines.push(engine)
  return lines
}

function startedRun(kind: string): { readonly tables: Tables; readonly runId: string } {
  const tables = createTables()
  const definition = { kind, workflow_type: 'Other', saga_enabled: false, fail_fast: true, steps: [] }
  publish(tables, 'local', { version: 1, hash: '', definition: definition as unknown as Definition })
  return { tables, runId: start(tables, { workflow: 'Other' }) }
}

function start(tables: Tables, more: Partial<RunHeader>): string {
  const runId = ids.runId('local')
  const header = { ...noHeader, run_id: runId, root_run_id: runId, version: 1, owner_id: 'local', ...more }
  const run = newRun(header, { now: Date.now(), appendId: ids.uuid(), idempotencyKey: null })
  startRuns(tables, Date.now(), [{ ...run, queueDelayMs: 0 }])
  return runId
}

const typesOf = (tables: Tables, runId: string) =>
  (tables.logs.get(runId) ?? []).flatMap(({ events }) => (JSON.parse(events) as RunEvent[]).map(({ type }) => type))

it('a run of another kind of definition is claimed, decided, committed and released', async () => {
  const { tables, runId } = startedRun('counter')
  await engineOn(tables)
  await expect.poll(() => tables.states.get(runId)).toMatchObject({ status: 'COMPLETED', engineId: null })
  const types = typesOf(tables, runId)
  expect(types.filter((type) => type === 'workflow.node.completed')).toHaveLength(COUNT)
  expect(types.at(-1)).toBe('workflow.run.completed')
})

it('and goes on from its log on another engine', async () => {
  const { tables, runId } = startedRun('counter')
  await engineOn(tables, ({ step }) => step !== 'count#3')
  await expect.poll(() => tables.states.get(runId)).toMatchObject({ currentSteps: ['count#3'] })
  await engines.splice(0)[0]?.stop()
  await engineOn(tables)
  await expect.poll(() => tables.states.get(runId)).toMatchObject({ status: 'COMPLETED' })
  const types = typesOf(tables, runId)
  expect(types).toContain('workflow.run.owned')
  expect(types.filter((type) => type === 'workflow.node.completed')).toHaveLength(COUNT)
})

it('a run of a kind that this version does not know is parked', async () => {
  const { tables, runId } = startedRun('from the future')
  const lines = await engineOn(tables)
  await expect.poll(() => lines.join()).toContain(`run ${runId} cannot be taken up: TypeError: This version of Heddle`)
  expect(typesOf(tables, runId)).toEqual(['workflow.run.created', 'workflow.run.queued'])
})

it('public-run 5: a bundle is left alone by an engine of an earlier version, which knows no fan-outs, and runs as asked on this one', async () => {
  const tables = createTables()
  const published = (version: number, step: string) =>
    publish(tables, 'local', {
      version,
      hash: '',
      definition: {
        ...{ workflow_type: 'article', saga_enabled: false, fail_fast: true, timeout_includes_waits: false },
        steps: [{ name: step, type: 'STANDARD', function: 't.f' }],
      },
    })
  published(1, 'First')
  const entries = [
    { workflow: 'article', version: 1 },
    { workflow: 'article', version: 1, kind: 'teaser' },
  ]
  const fanOut: FanOut = { kind: 'bundle', workflow: 'article', version: 1, entries, options: { fail_fast: false } }
  publish(tables, 'local', { version: 7, hash: '', definition: fanOutDefinition(fanOut) })
  const bundle = [{ input: { n: 1 } }, { input: { n: 2 } }]
  const runId = start(tables, { workflow: FAN_OUT, version: 7, fan_out: fanOut, input: { bundle } })
  published(2, 'Second')

  const { fan_out: _, ...earlier } = deciders
  const lines = await engineOn(tables, () => true, earlier)
  await expect.poll(() => lines.join()).toContain(`run ${runId} cannot be taken up: TypeError: This version of Heddle`)
  const other = start(tables, { workflow: 'article', version: 2 })
  await expect.poll(() => tables.states.get(other)).toMatchObject({ status: 'COMPLETED' })
  expect(typesOf(tables, runId)).toEqual(['workflow.run.created', 'workflow.run.queued'])
  await engines.splice(0)[0]?.stop()

  await engineOn(tables)
  await expect.poll(() => tables.states.get(runId)).toMatchObject({ status: 'COMPLETED', engineId: null })
  const children = [...tables.logs.values()]
    .flatMap(([first]) => JSON.parse(first?.events ?? '[]') as RunEvent[])
    .flatMap((event) => (event.type === 'workflow.run.created' && event.payload.parent ? [event.payload] : []))
  expect(children.map(({ version, input, fail_fast, kind }) => [version, input, fail_fast, kind])).toEqual([
    [1, { n: 1 }, false, undefined],
    [1, { n: 2 }, false, 'teaser'],
  ])
})
