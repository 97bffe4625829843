import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '#server/db/migrate.ts'
import { createEngineClient } from '#server/engine/requests/engine-client.ts'
import { readOptions, refuse, wrongNumber } from '#server/read-options.ts'
import { startOperator } from '../testing/crash/operator.ts'
import { watchLocks } from '../testing/lock-witness.ts'
import { createToolPool } from '../testing/tool-pool.ts'
import { startClusterDatabase } from './cluster-database.ts'
import { startTortureDatabase } from './database.ts'
import { startEngines } from './engines.ts'
import { startFaults } from './faults.ts'
import { createInspector } from './inspector.ts'
import { lookAt, whatOpenRunsWaitFor } from './look.ts'
import { createRandom } from './random.ts'
import { followRecoveries } from './recoveries.ts'
import { report } from './report.ts'
import { type Settling, settling, type Verdict, verdictOn } from './settling.ts'
import { startSignaller } from './signaller.ts'
import { startWorkload } from './workload.ts'

const usage = `Runs of every kind in flight on a database of its own, while engines are killed and frozen, the database is stopped and
connections are terminated, at random. Every minute the invariants are checked over everything that is there. Then it waits
as long as any run makes progress, and says what each run without an outcome waits for. Ends with 1 on any violation, and on
any accepted run that reaches no outcome.

npm run torture -- [options]
  --minutes N    for so long (5)
  --runs N       so many in flight (500)
  --engines N    at least 2 (3)
  --seed S       what chance is drawn from
  --cluster      on a PostgreSQL that is elected: etcd, Patroni and HAProxy of Debian, installed where they are missing; its
                 nodes are killed, switched over and cut off. As root
  --envelopes    a part of the runs lock resources: never two exclusive holders, rising tokens, no lock left in the end
`
const values = readOptions(usage, {
  minutes: { type: 'string', default: '5' },
  runs: { type: 'string', default: '500' },
  engines: { type: 'string', default: '3' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  cluster: { type: 'boolean', default: false },
  envelopes: { type: 'boolean', default: false },
})
const wrong = wrongNumber(values, { minutes: { above: 0 }, runs: { from: 1 }, engines: { from: 2 }, seed: { from: 0 } })
if (wrong) refuse(wrong)
const [minutes, runs, engineCount, seed] = [values.minutes, values.runs, values.engines, values.seed].map(Number) as [
  number,
  number,
  number,
  number,
]

const MINUTE_MS = 60_000
/** A run that ended this long ago has nothing to fear any more: freezes are shorter. */
const ENDED_FOR_MS = 30_000
const SETTLING_LOOK_MS = 500
/** A database that comes back on a machine with much to do takes its time. */
const LOOKS = 60

const endings: Record<Exclude<Verdict, 'wait'>, string> = {
  settled: '',
  lost: ', and none made progress for a minute though engines are alive',
  starved: ': no engine kept a lease for ten minutes. Give the machine less to do and repeat it',
}

const say = (text: string) => process.stdout.write(`${text}\n`)
const interruption = new AbortController()
for (const ending of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(ending, () => interruption.abort())
const { signal } = interruption

const random = createRandom(seed)
const database = values.cluster ? await startClusterDatabase() : await startTortureDatabase()
await migrate(database.url)
const pool = createToolPool(database.url, 10)
const client = createEngineClient(pool)
const engines = await startEngines(database.url, pool, engineCount)
const operator = startOperator(pool, client)
const signaller = startSignaller(client, random)
const witness = values.envelopes ? await watchLocks(pool) : null
const workload = await startWorkload(pool, client, random, signaller, { runs, envelopes: values.envelopes })
const recoveries = followRecoveries(pool)
const inspector = createInspector(pool, workload.accepted, witness)
say(
  `${runs} runs in flight${values.envelopes ? ', many with envelopes,' : ''} on ${engineCount} engines for ${minutes} minutes, seed ${seed}`,
)
try {
  process.exitCode = (await torture(minutes * MINUTE_MS)) ? 0 : 1
} finally {
  recoveries.stop()
  await operator.stop()
  await signaller.stop()
  await engines.stop()
  await client.close()
  await pool.end()
  await database.remove()
  await workload.remove()
}

/** True when nothing was violated and every run has an outcome. */
async function torture(forMs: number): Promise<boolean> {
  const startedAt = performance.now()
  let inspecting = false
  const faults = startFaults({
    pool,
    random,
    database,
    engines,
    recoveries,
    isCluster: values.cluster,
    mayDisturb: () => !inspecting,
    log: say,
  })
  const tortured = { faults, engines, workload, recoveries, inspector, witness }
  for (;;) {
    const leftMs = forMs - (performance.now() - startedAt)
    if (leftMs <= 0 || signal.aborted) break
    await sleep(Math.min(MINUTE_MS, leftMs), undefined, { signal }).catch(() => undefined)
    inspecting = true
    await repeatInspection({ settled: false, endedForMs: ENDED_FOR_MS })
    inspecting = false
    say(`\nafter ${((performance.now() - startedAt) / MINUTE_MS).toFixed(1)} minutes\n${report(tortured)}`)
  }
  await faults.stop()
  await workload.finish()
  const verdict = await untilSettled()
  const waits = await asOftenAsNeeded(() => whatOpenRunsWaitFor(pool))
  await operator.stop()
  await repeatInspection({ settled: verdict === 'settled', endedForMs: 0 })
  say(`\nin the end\n${report(tortured)}`)
  say(
    `${verdict === 'starved' ? 'starved' : 'lost   '}     ${waits.length} accepted runs without an outcome${endings[verdict]}`,
  )
  for (const wait of waits) say(`waits       ${wait}`)
  for (const example of inspector.examples) say(`example     ${example}`)
  for (const complaint of engines.complaints.slice(0, 20)) say(`engine      ${complaint}`)
  return verdict === 'settled' && inspector.violations.size === 0
}

/** Waits as long as progress is made. */
async function untilSettled(): Promise<Exclude<Verdict, 'wait'>> {
  let state: Settling | null = null
  for (;;) {
    state = settling(state, await asOftenAsNeeded(() => lookAt(pool)))
    const verdict = verdictOn(state)
    if (verdict !== 'wait') return verdict
    await sleep(SETTLING_LOOK_MS)
  }
}

function repeatInspection(options: { readonly settled: boolean; readonly endedForMs: number }): Promise<void> {
  return asOftenAsNeeded(() => inspector.inspect(options))
}

/** The database may be stopped while it is being looked at. */
async function asOftenAsNeeded<Found>(look: () => Promise<Found>): Promise<Found> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await look()
    } catch (error) {
      if (attempt === LOOKS) throw error
      await sleep(1_000)
    }
  }
}
