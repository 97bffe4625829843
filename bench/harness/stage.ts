import pg from 'pg'
import type { Definition } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import { publishForTest } from '#proof/testing/publish.ts'
import { migrate } from '#server/db/migrate.ts'
import { ownerPool } from '#server/db/owner-pool.ts'
import { createPool } from '#server/db/pool.ts'
import { prepareRoles } from '#server/db/roles/prepare-roles.ts'
import type { RoleUrls } from '#server/db/roles/role-urls.ts'
import { createEngineClient, type EngineClient } from '#server/engine/requests/engine-client.ts'
import { type Cpu, type CpuByProcess, cpuBetween, cpuByProcess, processCpuBetween } from './cpu.ts'
import { type EngineProcess, type EngineProcessOptions, startEngineProcess } from './engine/engine-process.ts'
import type { Marks } from './engine/messages.ts'
import { nowMs } from './stats.ts'

const OWNER = 'local'

export interface Burst extends Marks {
  /** From the first request to start a run to the acknowledgement of the last end. */
  readonly wholeMs: number
  /** From the answer to the last request to start a run to the acknowledgement of the last end. */
  readonly startedMs: number
  /** From the acknowledgement of the first started step to the acknowledgement of the last end; only of runs that were claimed. */
  readonly stepsMs: number
  /** Without the starts, when they were made apart. */
  readonly engineCpu: Cpu
  readonly databaseCpu: number
}

/** A database of its own for one bench, and engine processes on it. */
export interface Stage {
  readonly databaseUrl: string
  /** The database roles of the processes, with row-level security: `BENCH_ROLES=on`. Null: one role, as in local mode. */
  readonly roles: RoleUrls | null
  readonly pool: pg.Pool
  readonly client: EngineClient
  /** For what a request has no time for, such as making a hundred thousand rows. */
  readonly patientPool: pg.Pool
  publish(definition: Definition, ownerId?: string): Promise<void>
  engine(options?: EngineProcessOptions): Promise<EngineProcess>
  /** Starts runs as the web process does, without HTTP; returns their ids. */
  start(workflow: string, runs: number, ownerId?: string, input?: Json): Promise<readonly string[]>
  /** Starts runs and waits for their ends. `apart`: none is taken before all are started. */
  burst(engine: EngineProcess, workflow: string, runs: number, apart: boolean): Promise<Burst>
  /** Microseconds of processor that each process of PostgreSQL has used so far. */
  databaseCpu(): Promise<CpuByProcess>
  close(): Promise<void>
}

export interface StageOptions {
  /** Database roles for the processes also without `BENCH_ROLES`. */
  readonly withRoles?: boolean
}

export async function openStage(
  serverUrl: string,
  name: string,
  profileFolder?: string,
  { withRoles = process.env.BENCH_ROLES === 'on' }: StageOptions = {},
): Promise<Stage> {
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  const database = admin.escapeIdentifier(`bench_${name}`)
  await admin.query(`drop database if exists ${database} with (force)`)
  await admin.query(`create database ${database}`)
  const databaseUrl = new URL(serverUrl)
  databaseUrl.pathname = `/bench_${name}`
  await migrate(databaseUrl.href)
  const roles = withRoles ? await prepareRoles(databaseUrl.href) : null
  const pool = createPool(databaseUrl.href, 6)
  // Starts go as those of the web process.
  const startPools = roles && { start: createPool(roles.start, 6), web: createPool(roles.web, 6) }
  const client = startPools
    ? createEngineClient(startPools.start, (ownerId) => ownerPool(startPools.web, ownerId))
    : createEngineClient(pool)
  const patientPool = new pg.Pool({ connectionString: databaseUrl.href })
  // The forced drop at the end may terminate connections that are still closing.
  patientPool.on('error', () => undefined)
  const engines: EngineProcess[] = []

  const start: Stage['start'] = async (workflow, runs, ownerId = OWNER, input = {}) => {
    const request = { ownerId, dataRegion: 'local', actor: { id: 'bench' }, workflow, input }
    const started = await Promise.all(Array.from({ length: runs }, () => client.starter.start(request)))
    return started.map((run) => {
      if (!run.ok) throw new Error(`${workflow} could not be started: ${run.code}`)
      return run.runId
    })
  }

  const databaseCpu = async () => {
    const { rows } = await pool.query<{ pid: number }>({ name: 'pids', text: 'select pid from pg_stat_activity' })
    return cpuByProcess(rows.map(({ pid }) => pid))
  }

  return {
    databaseUrl: databaseUrl.href,
    roles,
    pool,
    client,
    patientPool,
    start,
    async publish(definition, ownerId = OWNER) {
      await publishForTest(pool, definition, ownerId)
    },
    async engine(options) {
      const engine = await startEngineProcess(roles?.engine ?? databaseUrl.href, { profileFolder, ...options })
      engines.push(engine)
      return engine
    },
    async burst(engine, workflow, runs, apart) {
      if (apart) {
        await engine.hold()
        // A run that starts alone would be started eagerly.
        await pool.query('update engine set takes_runs = false')
      }
      const { ended } = await engine.expect(runs)
      const cpu = async () => [(await engine.usage()).cpu, await databaseCpu()] as const
      let before = apart ? null : await cpu()
      const askedAt = nowMs()
      await start(workflow, runs)
      const startedAt = nowMs()
      before ??= await cpu()
      if (apart) engine.go()
      const marks = await ended
      const after = await cpu()
      return {
        ...marks,
        wholeMs: marks.lastEndedAt - askedAt,
        startedMs: marks.lastEndedAt - startedAt,
        stepsMs: marks.lastEndedAt - marks.firstStartedAt,
        engineCpu: cpuBetween(before[0], after[0]),
        databaseCpu: processCpuBetween(before[1], after[1]),
      }
    },
    databaseCpu,
    async close() {
      await Promise.all(engines.map((engine) => engine.stop()))
      await client.close()
      await Promise.all([pool, startPools?.start, startPools?.web].map((each) => each?.end()))
      await patientPool.end()
      await admin.query(`drop database if exists ${database} with (force)`)
      await admin.end()
    },
  }
}
