import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Definition } from '#core/definition/definition.ts'
import { startEmbeddedServer } from '#server/db/embedded/server.ts'
import { migrate } from '#server/db/migrate.ts'
import { startEngine } from '#server/engine/engine.ts'
import { startRun } from '#server/engine/start-run.ts'
import { publishForTest } from '#server/engine/testing/publish.ts'
import { openCeiling } from './ceiling.ts'

/**
 * Runs of ten effectful inline steps of 100 bytes, many at once and one alone:
 * steps per second, milliseconds per run, commits per step. Printed, never
 * asserted. `node bench/steps.ts [runs at once] [rounds]`
 */
const atOnce = Number(process.argv[2] ?? 100)
const rounds = Number(process.argv[3] ?? 5)
const STEPS = 10
const local = { ownerId: 'local', dataRegion: 'local', actor: { id: 'bench' }, workflow: 'Bench', input: {} }

const server = process.env.BENCH_DATABASE_URL
  ? { url: process.env.BENCH_DATABASE_URL, stop: () => Promise.resolve() }
  : await startEmbeddedServer({ dataDir: await mkdtemp(join(tmpdir(), 'heddle-bench-')) })
await migrate(server.url)
const pool = new pg.Pool({ connectionString: server.url, max: 6 })
await publishForTest(pool, {
  workflow_type: 'Bench',
  saga_enabled: false,
  fail_fast: true,
  timeout_includes_waits: false,
  steps: Array.from({ length: STEPS }, (_, index) => ({
    name: `step_${index + 1}`,
    type: 'STANDARD',
    function: 'bench_steps.hundred_bytes',
  })),
} satisfies Definition)
const engine = await startEngine({
  databaseUrl: server.url,
  functionsFolders: [join(import.meta.dirname, 'functions')],
  log: (line) => console.log(line),
})

const ceiling = await openCeiling(server.url)

await time(atOnce)
const bytes = await bytesPerStep()
console.log(`${bytes} bytes of events per step`)
for (let round = 0; round < rounds; round += 1) {
  const before = await commits()
  const cpuBefore = process.cpuUsage()
  const { ms } = await time(atOnce)
  const cpu = process.cpuUsage(cpuBefore)
  const perStep = ((await commits()) - before) / (atOnce * STEPS)
  const bare = await ceiling.measure(atOnce, STEPS, bytes)
  console.log(
    `${atOnce} at once: ${rate(ms)} steps/s, ceiling ${rate(bare)}, ${((100 * bare) / ms).toFixed(0)} %,` +
      ` ${perStep.toFixed(3)} commits/step, ${((cpu.user + cpu.system) / (atOnce * STEPS)).toFixed(0)} µs CPU/step`,
  )
}
const alone: number[] = []
const bareAlone: number[] = []
for (let run = 0; run < 50; run += 1) {
  alone.push((await time(1)).ms)
  bareAlone.push(await ceiling.measure(1, STEPS, bytes))
}
console.log(
  `alone: p50 ${at(alone, 0.5)} ms, p99 ${at(alone, 0.99)} ms for ${STEPS} steps; ceiling p50 ${at(bareAlone, 0.5)} ms`,
)

await engine.stop()
await ceiling.close()
await pool.end()
await server.stop()

function rate(ms: number): number {
  return Math.round((atOnce * STEPS * 1000) / ms)
}

async function time(runs: number): Promise<{ ms: number }> {
  const startedAt = performance.now()
  const started = await Promise.all(Array.from({ length: runs }, () => startRun(pool, local)))
  const ids = started.flatMap((run) => (run.ok ? [run.runId] : []))
  for (;;) {
    const { rows } = await pool.query<{ open: number }>({
      name: 'open-runs',
      text: `select count(*)::int as open from run_state where run_id = any($1) and ended_at is null`,
      values: [ids],
    })
    if (rows[0]?.open === 0) return { ms: performance.now() - startedAt }
    await new Promise((resolve) => setTimeout(resolve, runs > 1 ? 5 : 0.5))
  }
}

/** Transactions that wrote something. */
async function commits(): Promise<number> {
  const { rows } = await pool.query<{ xid: string }>('select pg_current_xact_id()::text as xid')
  return Number(rows[0]?.xid ?? 0)
}

async function bytesPerStep(): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    `select avg(length(events))::int as bytes from run_log where seq > 2 and events like '%node.completed%'`,
  )
  return rows[0]?.bytes ?? 0
}

function at(values: readonly number[], share: number): string {
  const sorted = [...values].sort((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2)
}
