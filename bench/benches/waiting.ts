import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from '../harness/bench.ts'
import { allOf, processCpuBetween } from '../harness/cpu.ts'
import { count, ms, nowMs } from '../harness/stats.ts'
import { makeWaitingRuns, SETTLED_MS } from '../harness/waiting-runs.ts'
import { startWebProcess } from '../harness/web/web-process.ts'
import { inline, workflow } from '../harness/workflows.ts'

const RUNS = 100_000
const GOAL_MB = 50
const GOAL_RESTART_MS = 1_000
/** Sessions of PostgreSQL that have fallen silent report what they did after ten seconds. */
const REPORTED_MS = 11_000
const IDLE_MS = 8_000
const MB = 1024 * 1024

/** Many runs that wait for people: what they cost while nothing happens, and how soon one goes on after a start. */
export const waiting: Bench = {
  name: 'waiting',
  about: '100,000 runs in WAITING_HUMAN_INPUT: memory, start to first progress, load of the idle database',
  async run(kit) {
    const stage = await kit.openStage('waiting')
    const runs = kit.quick ? RUNS / 10 : RUNS
    try {
      await stage.publish(workflow('Ask', [{ name: 'Approve', type: 'HUMAN' }, inline('After', 'hundred_bytes')]))
      const asking = { workflow: 'Ask', runs, phase: 'RUNNING', status: 'WAITING_HUMAN_INPUT' }
      const empty = await makeWaitingRuns(stage, asking)

      const { rows } = await stage.pool.query<{ id: string }>('select id from bench_copy order by place limit 1')
      const command = { type: 'resume', actor: { id: 'bench' }, input: {} } as const
      await stage.client.sendCommand({ runId: rows[0]?.id ?? '', operationId: randomUUID(), command }, 0)
      const launchedAt = nowMs()
      const engine = await stage.engine({ expect: 1 })
      const restartMs = (await engine.ended).lastEndedAt - launchedAt

      await sleep(SETTLED_MS)
      const full = await engine.usage(true)
      const web = await startWebProcess(stage)
      await sleep(REPORTED_MS)
      const cpuBefore = await stage.databaseCpu()
      const engineBefore = (await engine.usage()).cpu
      const commitsBefore = await committed()
      await sleep(IDLE_MS)
      const commits = ((await committed()) - commitsBefore) / (IDLE_MS / 1000)
      const engineAfter = (await engine.usage()).cpu
      const cpu = processCpuBetween(cpuBefore, await stage.databaseCpu()) / IDLE_MS
      const engineCpu = (allOf(engineAfter) - allOf(engineBefore)) / IDLE_MS
      await web.stop()

      async function committed(): Promise<number> {
        const { rows } = await stage.pool.query<{ commits: number }>(
          `select (xact_commit + xact_rollback)::float8 as commits from pg_stat_database where datname = current_database()`,
        )
        return rows[0]?.commits ?? 0
      }

      const grownMb = (full.rssBytes - empty.rssBytes) / MB
      const label = `${count(runs)} runs in WAITING_HUMAN_INPUT`
      return [
        {
          bench: 'waiting',
          shape: `${label}: engine memory above idle`,
          measured: `${grownMb.toFixed(0)} MB`,
          goal: `< ${GOAL_MB} MB`,
          met: grownMb < GOAL_MB,
          notes: [
            `resident: ${(empty.rssBytes / MB).toFixed(0)} MB idle, ${(full.rssBytes / MB).toFixed(0)} MB with them; heap ${(full.heapBytes / MB).toFixed(0)} MB`,
          ],
          figures: { grownMb, idleMb: empty.rssBytes / MB },
        },
        {
          bench: 'waiting',
          shape: 'engine process launched → an answered run has ended',
          measured: ms(restartMs),
          goal: `< ${GOAL_RESTART_MS / 1000} s`,
          met: restartMs < GOAL_RESTART_MS,
          figures: { restartMs },
        },
        {
          bench: 'waiting',
          shape: 'idle: engine and web together, on the database',
          measured: `${commits.toFixed(1)} statements/s, ${(cpu / 10).toFixed(2)} % of a core`,
          goal: 'near zero',
          notes: [`the engine process itself uses ${(engineCpu / 10).toFixed(2)} % of a core`],
          figures: { statementsPerSecond: commits, databaseCpuShare: cpu / 1000, engineCpuShare: engineCpu / 1000 },
        },
      ]
    } finally {
      await stage.close()
    }
  },
}
