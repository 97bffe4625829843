import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { localActor } from '#server/access/actor.ts'
import { createKey } from '#server/keys/create-key.ts'
import type { Bench, Row } from '../harness/bench.ts'
import { allOf, cpuOfProcess, processCpuBetween } from '../harness/cpu.ts'
import type { Stage } from '../harness/stage.ts'
import { median, ms } from '../harness/stats.ts'
import { startPath } from '../harness/web/http-client.ts'
import { httpLoad } from '../harness/web/http-load.ts'
import { startWebProcess } from '../harness/web/web-process.ts'
import { line, STEPS } from '../harness/workflows.ts'

const OWNER = 'local'
const RUNS = 100
const WAIT_MS = 30_000
const GOAL = 1.05
/** Few enough for the limits of requests and starts in a minute, which hold with a login. */
const loads = [
  { callers: 1, requests: 50 },
  { callers: 20, requests: 200 },
] as const

/**
 * The cost of row-level security: all processes have their roles of the database, people log in, requests have an API
 * key, and the policies of all tables are switched on and off in turns. Nothing else differs between the turns.
 */
export const rowSecurity: Bench = {
  name: 'row-security',
  about: 'steps and answers with the policies of row-level security on and off, in turns',
  async run(kit) {
    const stage = await kit.openStage('row_security', { withRoles: true })
    const web = await startWebProcess({ ...stage, withLogin: true }, kit.profile)
    try {
      await stage.publish(line('Ten', STEPS))
      const tables = await securedTables(stage.pool)
      const engine = await stage.engine()
      const figures = new Map<string, number[]>()
      const cpu = async () => ({
        database: await stage.databaseCpu(),
        processes: allOf((await engine.usage()).cpu) + cpuOfProcess(web.pid),
      })
      const answers = async (turn: string, key: string, isWarm: boolean) => {
        for (const { callers, requests } of loads) {
          const before = await cpu()
          const { waits } = await httpLoad(web.port, startPath('Ten', WAIT_MS), callers, isWarm ? requests : 20, key)
          if (!isWarm) continue
          const after = await cpu()
          const used = processCpuBetween(before.database, after.database) + after.processes - before.processes
          add(figures, `answer ${callers} ${turn}`, median(waits))
          add(figures, `answer ${callers} ${turn} cpu`, used / requests)
        }
      }
      for (let round = 0; round < (kit.quick ? 2 : 8); round += 1) {
        for (const turn of round % 2 === 0 ? ['on', 'off'] : ['off', 'on']) {
          await switchPolicies(stage.pool, tables, turn === 'on')
          // Requests of one key in a minute are limited.
          const key = await createBenchKey(stage)
          // Plans are made anew after the switch.
          await stage.burst(engine, 'Ten', RUNS, true)
          await answers(turn, key, false)
          const { stepsMs, engineCpu, databaseCpu } = await stage.burst(engine, 'Ten', RUNS, true)
          add(figures, `steps ${turn}`, stepsMs)
          add(figures, `steps ${turn} cpu`, (allOf(engineCpu) + databaseCpu) / RUNS)
          await answers(turn, key, true)
        }
      }
      await switchPolicies(stage.pool, tables, true)
      return [
        row(`${RUNS} runs of ${STEPS} steps at once`, 'steps', figures),
        ...loads.map(({ callers }) => row(`POST …/run?wait=, ${callers} at once`, `answer ${callers}`, figures)),
      ]
    } finally {
      await web.stop()
      await stage.close()
    }
  },
}

async function securedTables(pool: pg.Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace`,
  )
  return rows.map(({ name }) => name)
}

/** Switches table by table: one statement for all of them could deadlock with the engine. Roles and grants stay. */
async function switchPolicies(pool: pg.Pool, tables: readonly string[], isOn: boolean): Promise<void> {
  const word = isOn ? 'enable' : 'disable'
  for (const table of tables) await pool.query(`alter table ${table} ${word} row level security`)
}

/** A key of a new member of the owner. */
async function createBenchKey({ pool }: Stage): Promise<string> {
  const id = `bench-${randomUUID()}`
  await pool.query('insert into person (owner_id, id, name) values ($1, $2, $2)', [OWNER, id])
  await pool.query(`insert into member (owner_id, person_id, roles) values ($1, $2, '{operator}')`, [OWNER, id])
  const permissions = ['run.start', 'run.view', 'run.read'] as const
  const { key } = await createKey({ pool }, { ...localActor, id }, { name: 'Bench', permissions })
  return key
}

function add(figures: Map<string, number[]>, name: string, value: number): void {
  figures.set(name, [...(figures.get(name) ?? []), value])
}

const microseconds = (value: number) => `${Math.round(value)} µs`

/** The medians of both turns, and of the ratios of their pairs, sorted. */
function turnsOf(figures: ReadonlyMap<string, readonly number[]>, name: string, suffix = '') {
  const on = figures.get(`${name} on${suffix}`) ?? []
  const off = figures.get(`${name} off${suffix}`) ?? []
  const pairs = on.map((value, round) => value / (off[round] ?? Number.NaN)).sort((a, b) => a - b)
  return { on: median(on), off: median(off), ratio: median(pairs), pairs }
}

/** The ratio is the median of the pairs of turns; below it stands the one of the processor, which a busy machine leaves alone. */
function row(shape: string, name: string, figures: ReadonlyMap<string, readonly number[]>): Row {
  const { on, off, ratio, pairs } = turnsOf(figures, name)
  const cpu = turnsOf(figures, name, ' cpu')
  return {
    bench: 'row-security',
    shape,
    measured: `on: ${ms(on)}`,
    against: `off: ${ms(off)}`,
    ratio: `${ratio.toFixed(3)} × (${pairs[0]?.toFixed(2)} to ${pairs.at(-1)?.toFixed(2)})`,
    goal: `≤ ${GOAL} ×`,
    met: ratio <= GOAL,
    notes: [
      `processor of engine, web and PostgreSQL for a run: on ${microseconds(cpu.on)}, off ${microseconds(cpu.off)}, ${cpu.ratio.toFixed(3)} × (${cpu.pairs[0]?.toFixed(2)} to ${cpu.pairs.at(-1)?.toFixed(2)})`,
    ],
    figures: { onMs: on, offMs: off, ratio, cpuOnMs: cpu.on, cpuOffMs: cpu.off, cpuRatio: cpu.ratio },
  }
}
