import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Row } from '../harness/bench.ts'
import type { Kit } from '../harness/kit.ts'
import { at, median, ms } from '../harness/stats.ts'
import { inline, workflow } from '../harness/workflows.ts'

const RUNS = 500
const GOAL_MS = 12_000
/** What the supervisor waits before it starts a child again. */
const BACK_OFF_MS = 250
const NAPS = 400

/** SIGKILL with many runs in flight: how long each run stands still. */
export const recover: Bench = {
  name: 'recover',
  about: 'SIGKILL with 500 runs in flight: until each goes on, with and without a supervisor',
  async run(kit) {
    return [await stopped(kit, true), await stopped(kit, false)]
  },
}

async function stopped(kit: Kit, supervised: boolean): Promise<Row> {
  const stage = await kit.openStage('recover')
  try {
    await stage.publish(
      workflow(
        'Naps',
        Array.from({ length: NAPS }, (_, index) => inline(`nap_${index + 1}`, 'nap')),
      ),
    )
    const engine = await stage.engine()
    await stage.start('Naps', RUNS)
    await sleep(2_000)
    // Another machine, on which nobody knows of the death until the lease runs out.
    if (!supervised) await stage.engine()
    await engine.kill()
    const { rows: killed } = await stage.pool.query<{ at: string }>('select clock_timestamp()::text as at')
    const killedAt = killed[0]?.at
    if (supervised) {
      await stage.pool.query('update engine set lease_expires_at = clock_timestamp() where pid = $1 and host = $2', [
        engine.pid,
        hostname(),
      ])
      await sleep(BACK_OFF_MS)
      await stage.engine()
    }
    await sleep(supervised ? 4_000 : 14_000)
    const { rows } = await stage.pool.query<{ ms: number | null }>(
      `select extract(epoch from (select min(l.at) from run_log l
                where l.run_id = s.run_id and l.at > $1::timestamptz and l.events like '%node.completed%') - $1::timestamptz)::float8 * 1000 as ms
         from run_state s`,
      [killedAt],
    )
    const waits = rows.flatMap((row) => (row.ms === null ? [] : [row.ms]))
    const p99 = at(waits, 0.99)
    const stuck = RUNS - waits.length
    return {
      bench: 'recover',
      shape: `SIGKILL, ${RUNS} in flight, ${supervised ? 'restarted by the supervisor' : 'another engine, lease must expire'}: kill → next step completed`,
      measured: `p50 ${ms(median(waits))}, p99 ${ms(p99)}, max ${ms(Math.max(...waits))}`,
      goal: `p99 < ${GOAL_MS / 1000} s, all`,
      met: p99 < GOAL_MS && stuck === 0,
      ...(stuck > 0 && { notes: [`${stuck} runs did not go on`] }),
      figures: { p50Ms: median(waits), p99Ms: p99, maxMs: Math.max(...waits), stuck },
    }
  } finally {
    await stage.close()
  }
}
