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

await measure('warm-up', atOnce)
for (let round = 0; round < rounds; round += 1) await measure(`${atOnce} at once`, atOnce)
const alone: number[] = []
for (let run = 0; run < 50; run += 1) alone.push((await time(1)).ms)
alone.sort((a, b) => a - b)
console.log(`alone: p50 ${at(alone, 0.5)} ms, p99 ${at(alone, 0.99)} ms for ${STEPS} steps`)

await engine.stop()
await pool.end()
await server.stop()

async function measure(name: string, runs: number): Promise<void> {
  const before = await commits()
  const { ms } = await time(runs)
  // The starts are part of it, as they are of a real run; so is the polling of this bench.
  const perStep = ((await commits()) - before) / (runs * STEPS)
  console.log(`${name}: ${Math.round((runs * STEPS * 1000) / ms)} steps/s, ${perStep.toFixed(3)} commits/step`)
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

function at(sorted: readonly number[], share: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2)
}
