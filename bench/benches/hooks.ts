import { randomBytes } from 'node:crypto'
import type { RunEvent } from '#core/run/event.ts'
import { hookRoutes } from '#server/api/rest/hooks.ts'
import { openKeyRing } from '#server/secrets/key-ring.ts'
import type { Stores } from '#server/stores.ts'
import { newHookId } from '#server/triggers/hooks/hook-id.ts'
import { triggerService } from '#server/triggers/service.ts'
import type { Bench } from '../harness/bench.ts'
import type { Stage } from '../harness/stage.ts'
import { at, median, ms } from '../harness/stats.ts'
import { rounds } from '../harness/timed-rounds.ts'
import { until } from '../harness/until.ts'
import { line } from '../harness/workflows.ts'

const GOAL_MS = 15
/** One webhook takes 60 calls a second; so many take turns. */
const WEBHOOKS = 10

/** A call of a webhook: to its answer, and to the first step of the run, by the clock of this machine. */
export const hooks: Bench = {
  name: 'hooks',
  about: 'a call of a webhook alone, to its answer and to the first step of its run',
  async run(kit) {
    const stage = await kit.openStage('hooks')
    try {
      await stage.publish(line('Ten', 1))
      const call = await openHook(stage)
      await stage.engine()
      for (let warm = 0; warm < 20; warm += 1) await call()
      const answered: number[] = []
      const begun: number[] = []
      for (const _ of rounds(kit.quick ? 50 : 200, 20_000)) {
        const one = await call()
        answered.push(one.answeredMs)
        begun.push(one.begunMs)
      }
      return [
        {
          bench: 'hooks',
          shape: 'one call, request → first step begun',
          measured: `p50 ${ms(median(begun))}, p99 ${ms(at(begun, 0.99))}`,
          goal: `p50 ≤ ${GOAL_MS} ms`,
          met: median(begun) <= GOAL_MS,
          notes: [`request → answer: p50 ${ms(median(answered))}, p99 ${ms(at(answered, 0.99))}`],
          figures: { p50Ms: median(begun), p99Ms: at(begun, 0.99), answeredP50Ms: median(answered) },
        },
      ]
    } finally {
      await stage.close()
    }
  },
}

interface Called {
  readonly answeredMs: number
  readonly begunMs: number
}

/** A webhook of the workflow, called without a network: what the route does is measured, and not the socket. */
async function openHook({ pool, client }: Stage): Promise<() => Promise<Called>> {
  const text = randomBytes(32).toString('base64')
  const keyRing = openKeyRing({ current: { from: 'text', setting: 'HEDDLE_MASTER_KEY', text }, previous: null })
  const routes = hookRoutes({ stores: { pool, engine: client } as unknown as Stores, keyRing })
  const hookIds = Array.from({ length: WEBHOOKS }, newHookId)
  let called = 0
  await pool.query(
    `insert into member (owner_id, person_id, kind, roles) values ('local', $1, 'service', $2) on conflict do nothing`,
    [triggerService.id, triggerService.roles],
  )
  await pool.query(
    `insert into trigger (id, owner_id, workflow, name, type, spec, hook_id)
     select gen_random_uuid(), 'local', 'Ten', hook_id, 'webhook', '{"type":"webhook","verify":"none"}', hook_id
       from unnest($1::text[]) hook_id`,
    [hookIds],
  )
  return async () => {
    const hookId = hookIds[called % WEBHOOKS]
    called += 1
    const sentAt = performance.timeOrigin + performance.now()
    const answer = await routes.request(`/${hookId}`, { method: 'POST', body: '{"order":7}' })
    const answeredMs = performance.timeOrigin + performance.now() - sentAt
    const { run_id: runId } = (await answer.json()) as { run_id?: string }
    if (runId === undefined) throw new Error(`The webhook answered with ${answer.status}.`)
    let begunAt: number | undefined
    await until('the first step has begun', async () => {
      const { rows } = await pool.query<{ events: string }>('select events from run_log where run_id = $1', [runId])
      const events = rows.flatMap(({ events: one }) => JSON.parse(one) as RunEvent[])
      begunAt = events.find(({ type }) => type === 'workflow.node.started')?.at
      return events.some(({ type }) => type === 'workflow.run.completed')
    })
    return { answeredMs, begunMs: (begunAt ?? Number.NaN) - sentAt }
  }
}
