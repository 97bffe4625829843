import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { uuidv7 } from 'uuidv7'
import type { Definition, Step } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import type { Command } from '#core/run/command.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { OwnedStartRequest } from '#core/run/start/create.ts'
import type { RunState } from '#core/run/state.ts'
import { viewsOf } from '#core/run/views/view-table.ts'
import { refuseCanaryIn } from '#server/db/testing/canary.ts'
import { createTestDatabase, type TestDatabase } from '#server/db/testing/test-database.ts'
import type { Reply } from '#server/engine/commit/append.ts'
import { type Engine, type EngineOptions, startEngine } from '#server/engine/engine.ts'
import { createEngineClient, type EngineClient } from '#server/engine/requests/engine-client.ts'
import { readRunState } from '#server/engine/requests/read-run.ts'
import { environmentSource, readSecrets } from '#server/secrets.ts'
import { WAIT_LIMIT_MS } from '#tools/test/wait-limit.mjs'
import { findViolations, type Violation } from './invariants.ts'
import { publishForTest } from './publish.ts'
import { readHistory } from './read-history.ts'

export const testFunctions = join(import.meta.dirname, 'functions')

type Verb = Command extends infer Each
  ? Each extends { readonly actor: unknown }
    ? Omit<Each, 'actor'>
    : never
  : never

/** A database for one test file, engines on it, and the web process's functions. */
export interface Harness {
  readonly databaseUrl: string
  readonly pool: pg.Pool
  readonly client: EngineClient
  engine(options?: Partial<EngineOptions>): Promise<Engine>
  publish(name: string, steps: readonly Step[], more?: Partial<Definition>): Promise<number>
  start(workflow: string, input?: Json, more?: Partial<OwnedStartRequest>): Promise<string>
  send(runId: string, verb: Verb, operationId?: string, waitMs?: number): Promise<Reply | 'pending'>
  state(runId: string): Promise<RunState>
  history(runId: string): Promise<readonly RunEvent[]>
  /** Waits until the run has this status and no engine has work for it any more. */
  until(runId: string, status: string): Promise<RunState>
  violations(settled?: boolean): Promise<readonly Violation[]>
  /** Violations in runs that have not ended: violations in others are found later as well. */
  openViolations(): Promise<readonly Violation[]>
  /** Lines that engines have logged. */
  readonly lines: readonly string[]
  close(): Promise<void>
}

/** The polling intervals: short waits are noticed soon, and polling does not prolong long ones. */
const LOOK_MS = { first: 4, most: 60, growth: 1.25 }

export async function createHarness(given?: TestDatabase): Promise<Harness> {
  const database = given ?? (await createTestDatabase())
  const pool = new pg.Pool({ connectionString: database.url, max: 5 })
  // Dropping the database ends connections that are closing.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', () => undefined)
  const client = createEngineClient(pool)
  const engines: Engine[] = []
  const lines: string[] = []
  const actor = { id: 'local', name: 'You' }

  const state = async (runId: string): Promise<RunState> => {
    const found = await readRunState(pool, runId, 'whole')
    if (!found) throw new Error(`There is no run ${runId}.`)
    return found
  }

  return {
    databaseUrl: database.url,
    pool,
    client,
    lines,
    async engine(options) {
      const engine = await startEngine({
        databaseUrl: database.url,
        functionsFolders: [testFunctions],
        secrets: environmentSource(readSecrets(process.env)),
        log: (line) => lines.push(line),
        ...options,
        executor: { threads: 1, ...options?.executor },
      })
      engines.push(engine)
      return engine
    },
    publish: (name, steps, more) =>
      publishForTest(pool, {
        workflow_type: name,
        saga_enabled: false,
        fail_fast: true,
        timeout_includes_waits: false,
        steps,
        ...more,
      }),
    async start(workflow, input = {}, more = {}) {
      const started = await client.starter.start({
        ownerId: 'local',
        dataRegion: 'local',
        actor,
        workflow,
        input,
        ...more,
      })
      if (!started.ok) throw new Error(`${workflow} could not be started: ${started.code}`)
      return started.runId
    },
    send: (runId, verb, operationId = uuidv7(), waitMs = WAIT_LIMIT_MS) =>
      client.sendCommand({ runId, operationId, command: { ...verb, actor } as Command }, waitMs),
    state,
    history: (runId) => readHistory(pool, runId),
    async until(runId, status) {
      await poll(
        async () => {
          const { rows } = await pool.query<{ there: boolean }>(
            'select status = $2 and engine_id is null as there from run_state where run_id = $1',
            [runId, status],
          )
          return rows[0]?.there ?? false
        },
        async () =>
          `run ${runId} did not become ${status} but ${viewsOf(await state(runId)).status}:\n${lines.join('\n')}`,
      )
      return state(runId)
    },
    violations: (settled = true) => findViolations(pool, { settled }),
    openViolations: () => findViolations(pool, { settled: false, openOnly: true }),
    async close() {
      await Promise.all(engines.map((engine) => engine.stop()))
      await client.close()
      await pool.end()
      await database.drop()
      refuseCanaryIn('The log of an engine', lines.join('\n'))
    },
  }
}

/** Polls until a condition is true. */
export async function poll(condition: () => Promise<boolean>, complain: () => Promise<string>): Promise<void> {
  const deadline = performance.now() + WAIT_LIMIT_MS
  let lookMs = LOOK_MS.first
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(await complain())
    await sleep(lookMs)
    lookMs = Math.min(LOOK_MS.most, lookMs * LOOK_MS.growth)
  }
}

export function standard(name: string, fn: string, more: Partial<Step> = {}): Step {
  return { name, type: 'STANDARD', function: `steps.${fn}`, ...more } as Step
}
