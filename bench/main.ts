import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedServer } from '#server/db/embedded/server.ts'
import { answer } from './benches/answer.ts'
import { capacity } from './benches/capacity.ts'
import { child } from './benches/child.ts'
import { conditions } from './benches/conditions.ts'
import { events } from './benches/events.ts'
import { fair } from './benches/fair.ts'
import { fanOut } from './benches/fan-out.ts'
import { functions } from './benches/functions.ts'
import { history } from './benches/history.ts'
import { hooks } from './benches/hooks.ts'
import { ingest } from './benches/ingest.ts'
import { latency } from './benches/latency.ts'
import { life } from './benches/life.ts'
import { locks } from './benches/locks.ts'
import { neighbours } from './benches/neighbours.ts'
import { poison } from './benches/poison.ts'
import { recover } from './benches/recover.ts'
import { retention } from './benches/retention.ts'
import { rowSecurity } from './benches/row-security.ts'
import { schedules } from './benches/schedules.ts'
import { start } from './benches/start.ts'
import { steps } from './benches/steps.ts'
import { timers } from './benches/timers.ts'
import { variants } from './benches/variants.ts'
import { waiting } from './benches/waiting.ts'
import { webMemory } from './benches/web-memory.ts'
import { webhooks } from './benches/webhooks.ts'
import { writes } from './benches/writes.ts'
import type { Bench, Row } from './harness/bench.ts'
import type { Kit } from './harness/kit.ts'
import { describeMachine, load, type Machine } from './harness/machine.ts'
import { installPeers } from './harness/peer.ts'
import { openStage } from './harness/stage.ts'
import { printTable } from './harness/table.ts'

/**
 * `npm run bench [-- name …] [--quick] [--peers] [--json FILE] [--profile FOLDER]`: runs the benches, all of them when
 * none is named, and prints one table. Nothing is asserted; a missed goal is printed as missed.
 */
const benches: readonly Bench[] = [
  steps,
  latency,
  answer,
  life,
  writes,
  start,
  ingest,
  child,
  functions,
  waiting,
  conditions,
  locks,
  timers,
  schedules,
  hooks,
  history,
  recover,
  poison,
  fair,
  neighbours,
  fanOut,
  variants,
  retention,
  webMemory,
  events,
  webhooks,
  rowSecurity,
  capacity,
]

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    json: { type: 'string' },
    profile: { type: 'string' },
  },
})
const unknown = positionals.filter((name) => !benches.some((bench) => bench.name === name))
if (flags.list || unknown.length > 0) {
  for (const name of unknown) console.error(`There is no bench ${name}.`)
  for (const { name, about } of benches) console.log(`${name.padEnd(12)} ${about}`)
  process.exit(unknown.length > 0 ? 1 : 0)
}
const chosen = benches.filter(({ name }) => positionals.length === 0 || positionals.includes(name))

const startedAt = performance.now()
const folder = await mkdtemp(join(tmpdir(), 'heddle-bench-'))
// As root the server runs as another user; a folder that this user cannot reach would be replaced by another one and
// left behind.
await chmod(folder, 0o755)
const server = process.env.BENCH_DATABASE_URL
  ? { url: process.env.BENCH_DATABASE_URL, stop: () => Promise.resolve() }
  : await startEmbeddedServer({ dataDir: folder })
const rows: Row[] = []
let machine: Machine | null = null
let ending: Promise<void> | null = null
const end = () => {
  ending ??= server.stop().then(() => rm(folder, { recursive: true, force: true }))
  return ending
}
let printed = false
const print = async () => {
  if (!machine || printed) return
  printed = true
  const seconds = (performance.now() - startedAt) / 1000
  const loadAfter = load()
  console.log(printTable(rows, machine, loadAfter, seconds))
  if (flags.json) await writeFile(flags.json, JSON.stringify({ machine, loadAfter, seconds, rows }, null, 2))
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    // The measured processes lose the database now: their errors are expected.
    process.on('uncaughtException', () => undefined)
    process.on('unhandledRejection', () => undefined)
    void Promise.all([print(), end()]).finally(() => process.exit(1))
  })
}

try {
  if (flags.peers) await installPeers()
  machine = await describeMachine(server.url)
  const kit: Kit = {
    quick: flags.quick,
    peers: flags.peers,
    serverUrl: server.url,
    ...(flags.profile !== undefined && { profile: flags.profile }),
    openStage: (name, options) => openStage(server.url, name, flags.profile, options),
  }
  for (const bench of chosen) {
    if (ending) break
    const begunAt = performance.now()
    const measured = await bench.run(kit).catch((error: unknown) => [failed(bench, error)])
    rows.push(...measured)
    const seconds = ((performance.now() - begunAt) / 1000).toFixed(0)
    for (const row of measured) console.error(`${row.bench}: ${row.measured} ${row.ratio ?? ''} (${seconds} s)`)
  }
  await print()
  process.exitCode = rows.some(({ measured }) => measured === 'FAILED') ? 1 : 0
} finally {
  await end()
}

function failed({ name }: Bench, error: unknown): Row {
  return {
    bench: name,
    shape: '',
    measured: 'FAILED',
    notes: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
  }
}
