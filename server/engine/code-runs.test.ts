import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, expect, it } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import { historyOf } from '#core/run/code/history.ts'
import { Replay } from '#core/run/code/replay.ts'
import type { RunEvent } from '#core/run/event.ts'
import { noHeader } from '#core/run/state.ts'
import { enter } from '#sdk/workflow/current.ts'
import {
  condition,
  continueAsNew,
  defineSignal,
  defineWorkflow,
  proxyActivities,
  setHandler,
  sleep,
  type WorkflowDefinition,
} from '#sdk/workflow/index.ts'
import { Instance } from '#sdk/workflow/instance.ts'
import type { Scope } from '#sdk/workflow/scope.ts'
import { newRun } from './commit/new-run.ts'
import type { AttemptRequest, CodeRunner, Executor, ExecutorEvents, WakeUp } from './ports.ts'
import { type Engine, runEngine } from './run-engine.ts'
import { createMemoryStore, publish, startRuns } from './store/memory/memory-store.ts'
import { createTables, type Tables } from './store/memory/tables.ts'
import { createDatabaseClock } from './world/clock.ts'
import { ids } from './world/ids.ts'
import { localClock } from './world/local-clock.ts'

/**
 * The shell of the engine runs workflows that are code: it shows a body its news after the commit, and records what the
 * body wants next, by the same claim, commit and take-over as for steps.
 */
const engines: Engine[] = []
afterEach(() => Promise.all(engines.splice(0).map((engine) => engine.stop())))

const silent: WakeUp = {
  wake: () => undefined,
  listen: () => () => undefined,
  listenAs: () => () => undefined,
  listenForEagerStarts: () => Promise.resolve(false),
  close: () => Promise.resolve(),
}

const storage = new AsyncLocalStorage<Scope>()
let turn: Promise<unknown> = Promise.resolve()

/** Replays a body over the log of its run for each delivery, one after the other. */
function runnerOf(tables: Tables, workflow: WorkflowDefinition): CodeRunner {
  const deliver: CodeRunner['deliver'] = ({ header, effect }) => {
    const answer = turn.then(async () => {
      const { task, attempt, upToSeq: up_to_seq } = effect
      const history = historyOf(eventsOf(tables, header.run_id).filter(({ seq }) => seq <= up_to_seq))
      const { run_id: runId, workflow: workflowType, input } = header
      const start = { runId, workflowType, firstRunId: runId, input, patches: history.patches, suggestedEvents: 100 }
      const instance = new Instance(workflow, start, storage)
      enter(instance)
      try {
        const replay = new Replay(instance, () => new Promise((resolve) => setImmediate(resolve)))
        const { commands, notes, outcome, unread } = await replay.deliver(history)
        return { type: 'code_task_ended', task, attempt, up_to_seq, commands, notes, outcome, unread } as const
      } finally {
        enter(null)
      }
    })
    turn = answer.catch(() => undefined)
    return answer
  }
  return { deliver, forget: () => undefined, close: () => Promise.resolve() }
}

const eventsOf = (tables: Tables, runId: string) =>
  (tables.logs.get(runId) ?? []).flatMap(({ events }) => JSON.parse(events) as RunEvent[])

async function engineOn(
  tables: Tables,
  code: CodeRunner | null,
  answers: (call: AttemptRequest) => boolean = () => true,
) {
  const lines: string[] = []
  const createExecutor = ({ onOutcome }: ExecutorEvents): Executor => ({
    start(call) {
      const output = { called: 'function' in call ? call.function : '', with: call.with }
      if (answers(call)) setImmediate(() => onOutcome(call.id, { kind: 'completed', output }))
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
    ...(code !== null && { code }),
    log: (line) => lines.push(line),
  })
  engines.push(engine)
  return lines
}

function started(): { readonly tables: Tables; readonly runId: string } {
  const tables = createTables()
  const code = { queue: 'default', signals: [], queries: [], updates: [] }
  const definition = { kind: 'code', workflow_type: 'Code', saga_enabled: false, fail_fast: false, steps: [], code }
  publish(tables, 'local', { version: 1, hash: '', definition: definition as unknown as Definition })
  const runId = ids.runId('local')
  const of = { run_id: runId, root_run_id: runId, workflow: 'Code', version: 1, owner_id: 'local', code: true as const }
  const run = newRun(
    { ...noHeader, ...of, fail_fast: false, input: { n: 2 } },
    { now: Date.now(), appendId: ids.uuid(), idempotencyKey: null },
  )
  startRuns(tables, Date.now(), [{ ...run, queueDelayMs: 0 }])
  return { tables, runId }
}

const { add } = proxyActivities<{ add(a: number, b: number): Promise<{ called: string; with: readonly number[] }> }>()

const workflow = defineWorkflow({ type: 'Code' }, async ({ n }: { n: number }) => {
  const first = await add(n, 1)
  await sleep(1)
  const [second] = await Promise.all([add(n, 2), add(n, 3)])
  return [first.called, first.with, second?.with]
})

it('code 2: a run of code goes through activities and timers to its end, each command recorded once', async () => {
  const { tables, runId } = started()
  await engineOn(tables, runnerOf(tables, workflow))
  await expect.poll(() => tables.states.get(runId)).toMatchObject({ status: 'COMPLETED', engineId: null })
  const events = eventsOf(tables, runId)
  expect(events.at(-1)).toMatchObject({ payload: { output: ['activities.add', [2, 1], [2, 2]] } })
  const commands = events.flatMap((event) => (event.type === 'workflow.node.started' ? [event.step] : []))
  expect(commands).toEqual(['add#1', 'sleep#2', 'add#3', 'add#4'])
})

it('code 9: another engine goes on from the log, without a second command', async () => {
  const { tables, runId } = started()
  await engineOn(tables, runnerOf(tables, workflow), ({ step }) => step !== 'add#3')
  await expect.poll(() => tables.states.get(runId)?.currentSteps).toEqual(['add#3'])
  await engines.splice(0)[0]?.stop()
  await engineOn(tables, runnerOf(tables, workflow))
  await expect.poll(() => tables.states.get(runId)).toMatchObject({ status: 'COMPLETED' })
  const commands = eventsOf(tables, runId).flatMap((event) => {
    return event.type === 'workflow.node.started' && event.attempt === 1 ? [event.step] : []
  })
  expect(commands).toEqual(['add#1', 'sleep#2', 'add#3', 'add#4'])
})

it('a host that is not there for now is asked again', async () => {
  const { tables, runId } = started()
  const runner = runnerOf(tables, workflow)
  let failures = 2
  const lines = await engineOn(tables, {
    ...runner,
    deliver(delivery) {
      failures -= 1
      return failures >= 0 ? Promise.reject(new Error('no thread')) : runner.deliver(delivery)
    },
  })
  await expect.poll(() => tables.states.get(runId)).toMatchObject({ status: 'COMPLETED' })
  expect(lines.join()).toContain('cannot run its code: no thread')
})

it('a run that waits for a signal alone leaves the memory of the engine', async () => {
  const { tables, runId } = started()
  const waiting = defineWorkflow({ type: 'Code' }, async () => {
    let done = false
    setHandler(defineSignal('go'), () => {
      done = true
    })
    await condition(() => done)
  })
  await engineOn(tables, runnerOf(tables, waiting))
  await expect.poll(() => tables.states.get(runId)).toMatchObject({ status: 'WAITING_HUMAN_INPUT', engineId: null })
})

it('an engine without a host of code parks such runs', async () => {
  const { tables, runId } = started()
  const lines = await engineOn(tables, null)
  await expect.poll(() => lines.join()).toContain(`run ${runId} cannot be taken up: TypeError: This version of Heddle`)
})

it('code 8: a chain of runs that continue as new has one successor each, and the signals that nobody has read', async () => {
  const { tables, runId } = started()
  const counting = defineWorkflow({ type: 'Code' }, async ({ n }: { n: number }) => {
    if (n < 20) continueAsNew({ n: n + 1 })
    const got: unknown[] = []
    setHandler(defineSignal<[string]>('late'), (text) => {
      got.push(text)
    })
    await condition(() => got.length > 0)
    return [n, got]
  })
  const sent = { signal: 'late', data: ['x'], actor: { id: 'ana' } }
  const [first] = tables.logs.get(runId) ?? []
  if (first === undefined) throw new Error('The run has no log.')
  const events = JSON.parse(first.events) as RunEvent[]
  const signal = { seq: events.length + 1, at: events[0]?.at ?? 0, type: 'workflow.signal.received', payload: sent }
  tables.logs.set(runId, [{ ...first, events: JSON.stringify([...events, signal]) }])
  await engineOn(tables, runnerOf(tables, counting))
  await expect.poll(() => [...tables.states.values()].filter(({ status }) => status === 'COMPLETED').length).toBe(19)
  const created = [...tables.logs.keys()].map((id) => eventsOf(tables, id)[0])
  const headers = created.flatMap((event) => (event?.type === 'workflow.run.created' ? [event.payload] : []))
  expect(headers.map(({ input }) => (input as { n: number }).n)).toEqual(
    Array.from({ length: 19 }, (_, index) => index + 2),
  )
  expect(new Set(headers.slice(1).map(({ continued_from }) => continued_from?.first_run_id))).toEqual(new Set([runId]))
  expect(headers.every(({ depth, parent }) => depth === 0 && parent === undefined)).toBe(true)
  const ends = [...tables.logs.keys()].map((id) => eventsOf(tables, id).at(-1))
  expect(ends.at(-1)).toMatchObject({ payload: { output: [20, ['x']] } })
})

it('code 8: a counter reaches 1,000,000 in 1,000 runs, each of which has a short history of its own (D33)', async () => {
  const { tables } = started()
  const counting = defineWorkflow({ type: 'Code' }, async ({ n }: { n: number }) => {
    let count = n
    for (let step = 0; step < 1_000 && count < 1_000_000; step += 1) count += 1
    if (count < 1_000_000) continueAsNew({ n: count })
    return count
  })
  await engineOn(tables, runnerOf(tables, counting))
  const completed = () => [...tables.states.values()].filter(({ status }) => status === 'COMPLETED').length
  await expect.poll(completed).toBe(1_000)
  const logs = [...tables.logs.keys()].map((id) => eventsOf(tables, id))
  expect(logs.at(-1)?.at(-1)).toMatchObject({ payload: { output: 1_000_000 } })
  expect(Math.max(...logs.map(({ length }) => length))).toBeLessThan(10)
})
