import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import { viewsOf } from '#core/run/views/view-table.ts'
import { WAIT_LIMIT_MS } from '#tools/test/wait-limit.mjs'
import { type Harness, standard } from './harness.ts'

/**
 * Runs that use most of what an engine does: steps, a timer, a child, a person,
 * a result that names its key. Under whatever is done to the database meanwhile,
 * all of them are to end well.
 */
export interface Load {
  readonly runIds: readonly string[]
  /** How many have ended. */
  ended(): Promise<number>
  /** Answers for one of the people who are asked at this moment. */
  answerOne(): Promise<void>
  /** Answers for the people who are asked, until all runs have ended, and looks at what came of each. */
  finish(): Promise<void>
}

const asks: Step = { name: 'Ask', type: 'HUMAN', title: 'May I?', groups: ['all'] }

export async function publishLoad(harness: Harness): Promise<void> {
  await harness.publish('Loaded child', [standard('Inner', 'add_one')])
  await harness.publish('Loaded', [
    standard('First', 'add_one'),
    standard('Slow', 'slowly'),
    { name: 'Wait', type: 'WAIT', duration_seconds: 0.05 },
    { name: 'Spawn', type: 'SUB_WORKFLOW', sub_workflow_type: 'Loaded child', input: { n: 10 } },
    asks,
    standard('Last', 'key'),
  ])
}

export async function startLoad(harness: Harness, runs: number, ms = 10): Promise<Load> {
  const runIds = await Promise.all(Array.from({ length: runs }, () => harness.start('Loaded', { ms })))

  const answer = async (most: number) => {
    const { rows } = await harness.pool.query<{ run_id: string }>(
      `select run_id from human_task where status = 'open' and run_id = any($1) limit $2`,
      [runIds, most],
    )
    await Promise.all(rows.map(({ run_id }) => harness.send(run_id, { type: 'resume', input: { approved: true } })))
  }
  const ended = async () => {
    const { rows } = await harness.pool.query<{ count: number }>(
      'select count(*)::int as count from run_state where run_id = any($1) and ended_at is not null and engine_id is null',
      [runIds],
    )
    return rows[0]?.count ?? 0
  }
  return {
    runIds,
    ended,
    answerOne: () => answer(1),
    async finish() {
      const deadline = performance.now() + WAIT_LIMIT_MS
      for (;;) {
        // The database is not there for people either, at times.
        const left = await answer(runs).then(
          async () => runs - (await ended()),
          () => runs,
        )
        if (left === 0) break
        if (performance.now() > deadline) throw new Error(await complaint(harness))
        await sleep(25)
      }
      for (const runId of runIds) {
        const state = await harness.state(runId)
        const { data } = state
        expect(viewsOf(state).status).toBe('COMPLETED')
        expect(data).toMatchObject({ n: 1, approved: true, sub_workflow_results: { 'Loaded child': { n: 11 } } })
        expect(data.key).toContain(runId)
      }
    },
  }
}

async function complaint({ pool, lines }: Harness): Promise<string> {
  const { rows } = await pool.query(`
    select s.status, s.phase, p.current_steps, s.engine_id, s.mail_seq, r.position is not null as ready,
           (select count(*)::int from mailbox m where m.run_id = s.run_id and handled_at is null) as mail
      from run_state s join run_progress p using (run_id) left join ready r using (run_id) where s.ended_at is null limit 10`)
  return `Runs that have not ended: ${JSON.stringify(rows)}\n${lines.slice(-40).join('\n')}`
}
