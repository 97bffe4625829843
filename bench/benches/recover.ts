import { setTimeout as sleep } from 'node:timers/promises'
import { tuning } from '#server/engine/tuning.ts'
import type { Bench, Row } from '../harness/bench.ts'
import { superviseEngine } from '../harness/engine/supervised-engine.ts'
import type { Kit } from '../harness/kit.ts'
import type { Stage } from '../harness/stage.ts'
import { at, median, ms, nowMs } from '../harness/stats.ts'
import { until } from '../harness/until.ts'
import { inline, workflow } from '../harness/workflows.ts'

const RUNS = 500
const GOAL_MS = 12_000
/** The number of nap steps in a run: together they take more than twenty seconds. */
const NAPS = 400
/**
 * The delay before the first look, so that looking does not disturb recovery, and the time after which stalled runs are
 * given up.
 */
const LOOK_AFTER_MS = { supervised: 4_000, alone: 12_000 }
const LOOK_EVERY_MS = 2_000
const GIVE_UP_MS = 20_000
const ROUNDS = { quick: 2, whole: 6 }
const { leaseRenewMs } = tuning

interface Round {
  /** The time from the renewal of the lease to the kill. */
  readonly phaseMs: number
  readonly waits: readonly number[]
}

/** SIGKILL with many runs in flight: how long each run stands still. */
export const recover: Bench = {
  name: 'recover',
  about: 'SIGKILL with 500 runs in flight, anywhere between two renewals of the lease: until each goes on',
  async run(kit) {
    return [await stopped(kit, true), await stopped(kit, false)]
  },
}

async function stopped(kit: Kit, supervised: boolean): Promise<Row> {
  const total = kit.quick ? ROUNDS.quick : ROUNDS.whole
  const rounds: Round[] = []
  for (let round = 0; round < total; round += 1) {
    // The phase is random, one from each part of the interval.
    const phaseMs = ((round + Math.random()) / total) * leaseRenewMs
    rounds.push({ phaseMs, waits: await killOnce(kit, supervised, phaseMs) })
  }
  const waits = rounds.flatMap((round) => round.waits)
  const p99 = at(waits, 0.99)
  const stuck = RUNS * total - waits.length
  const each = rounds.map((round) => `${Math.round(round.phaseMs)} → ${Math.round(Math.max(...round.waits))}`)
  return {
    bench: 'recover',
    shape: `SIGKILL, ${RUNS} in flight, ${supervised ? 'restarted by the supervisor' : 'another engine, lease must expire'}: kill → next step completed`,
    measured: `p50 ${ms(median(waits))}, p99 ${ms(p99)}, longest ${ms(Math.max(...waits))}`,
    goal: `p99 < ${GOAL_MS / 1000} s, all`,
    met: p99 < GOAL_MS && stuck === 0,
    notes: [
      `${total} kills, ms after a renewal of the lease (every ${leaseRenewMs}) → longest wait in ms: ${each.join(', ')}`,
      ...(stuck > 0 ? [`${stuck} runs did not go on`] : []),
    ],
    figures: { p50Ms: median(waits), p99Ms: p99, maxMs: Math.max(...waits), stuck },
  }
}

async function killOnce(kit: Kit, supervised: boolean, phaseMs: number): Promise<readonly number[]> {
  const stage = await kit.openStage('recover')
  try {
    const naps = Array.from({ length: NAPS }, (_, index) => inline(`nap_${index + 1}`, 'nap'))
    await stage.publish(workflow('Naps', naps))
    const victim = supervised ? await underSupervisor(stage) : await alone(stage)
    return await waitsOf(stage, victim, supervised, phaseMs).finally(victim.stop)
  } finally {
    await stage.close()
  }
}

/** How long each run stands still when the engine is killed. */
async function waitsOf(
  stage: Stage,
  { kill, pid }: Victim,
  supervised: boolean,
  phaseMs: number,
): Promise<readonly number[]> {
  await stage.start('Naps', RUNS)
  await until('all are in flight', async () => {
    const { rows } = await stage.pool.query<{ held: number }>(
      'select count(*)::int as held from run_state where engine_id is not null',
    )
    return rows[0]?.held === RUNS
  })
  // The second engine stands for another machine, which learns of the death only when the lease runs out.
  if (!supervised) await stage.engine()
  await renewal(stage, pid)
  await sleep(phaseMs)
  await kill()
  const { rows: killed } = await stage.pool.query<{ at: string }>('select clock_timestamp()::text as at')
  const killedAt = killed[0]?.at ?? ''
  await sleep(supervised ? LOOK_AFTER_MS.supervised : LOOK_AFTER_MS.alone)
  const givenUpAt = nowMs() + GIVE_UP_MS
  let waits = await goneOnSince(stage, killedAt)
  while (waits.length < RUNS && nowMs() < givenUpAt) {
    await sleep(LOOK_EVERY_MS)
    waits = await goneOnSince(stage, killedAt)
  }
  return waits
}

interface Victim {
  readonly pid: number
  kill(): Promise<void>
  stop(): Promise<void>
}

async function underSupervisor(stage: Stage): Promise<Victim> {
  const engine = await superviseEngine(stage)
  const pid = await engine.pid()
  return {
    pid,
    async kill() {
      process.kill(pid, 'SIGKILL')
    },
    stop: engine.stop,
  }
}

async function alone(stage: Stage): Promise<Victim> {
  const engine = await stage.engine()
  return { pid: engine.pid, kill: engine.kill, stop: engine.stop }
}

/** Settles when the engine has renewed its lease. */
async function renewal(stage: Stage, pid: number): Promise<void> {
  const read = async () => {
    const { rows } = await stage.pool.query<{ until: string }>(
      'select lease_expires_at::text as until from engine where pid = $1',
      [pid],
    )
    return rows[0]?.until
  }
  const before = await read()
  await until('the lease is renewed', async () => (await read()) !== before)
}

/** Milliseconds until the next step of each run was completed, for runs with such a step. */
async function goneOnSince(stage: Stage, instant: string): Promise<readonly number[]> {
  const { rows } = await stage.pool.query<{ ms: number }>(
    `select extract(epoch from min(at) - $1::timestamptz)::float8 * 1000 as ms from run_log
      where at > $1::timestamptz and events like '%node.completed%' group by run_id`,
    [instant],
  )
  return rows.map((row) => row.ms)
}
