import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono, type Context as HonoContext } from 'hono'
import { instantText, nextInstant } from '#core/definition/triggers/planned-instants.ts'
import type { JsonObject } from '#core/json.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Permission } from '#server/access/permissions.ts'
import { publishUnregistered } from '#server/agents/register-agent.ts'
import { fireTrigger, pauseTrigger } from '#server/triggers/change-triggers.ts'
import {
  type ClientSchedule,
  changeClientSchedule,
  createClientSchedule,
  getClientSchedule,
  listClientSchedules,
  removeClientSchedule,
  type WantedSchedule,
} from '#server/triggers/client-schedules.ts'
import { ApiError } from '../../api-error.ts'
import type { Stores } from '../../stores.ts'
import { checked } from '../request/request-body.ts'
import { reasonBody } from './inputs.ts'
import { requirePage, scheduleQuery, supported } from './list-query.ts'
import { bodyOf, type ContextOf, callOf } from './postgrip-context.ts'
import { readRunLog } from './run-log.ts'
import { type AskedSchedule, createScheduleBody, triggerOf, updateScheduleBody } from './schedule-plan.ts'
import { NAMESPACE, workflowTask } from './task-object.ts'

/** How long a client that fires a schedule waits for the run. */
const RUN_WITHIN_MS = 10_000
const LOOK_MS = 50

/** Schedules of PostGrip's protocol over Heddle's triggers: each is a trigger of the workflow that it starts. */
export function scheduleRoutes(contextOf: ContextOf, backfill: (c: HonoContext) => Response): Hono {
  const routes = new Hono()
  const found = async (c: HonoContext, permission: Permission) => {
    const { stores, actor } = await callOf(c, contextOf, permission)
    const schedule = await getClientSchedule(stores.pool, actor, c.req.param('id') ?? '')
    return { stores, actor, schedule }
  }
  const answer = async ({ pool }: Stores, actor: Actor, id: string) =>
    scheduleObject(await getClientSchedule(pool, actor, id))

  routes.get('/', async (c) => {
    const { stores, actor } = await callOf(c, contextOf, 'workflow.read')
    const { state: asked, limit, offset, namespace = NAMESPACE } = checked(scheduleQuery, supported(c.req.query()))
    requirePage(limit, offset)
    const objects = (await listClientSchedules(stores.pool, actor)).map((each) => scheduleObject(each))
    const matching = objects.filter(({ state }) => namespace === NAMESPACE && (asked === undefined || state === asked))
    return c.json(matching.slice(offset, offset + limit))
  })
  routes.post('/', async (c) => {
    const { stores, actor } = await callOf(c, contextOf, 'trigger.edit')
    const { id = randomUUID(), ...asked } = await bodyOf(c, createScheduleBody)
    await createClientSchedule(stores.pool, actor, await wanted(stores, actor, id, asked))
    return c.json(await answer(stores, actor, id), 202)
  })
  routes.get('/:id', async (c) => c.json(scheduleObject((await found(c, 'workflow.read')).schedule)))
  routes.patch('/:id', async (c) => {
    const { stores, actor, schedule } = await found(c, 'trigger.edit')
    const asked = { ...(schedule.asked as unknown as AskedSchedule), ...plain(await bodyOf(c, updateScheduleBody)) }
    if (asked.action.workflowType !== schedule.workflow) {
      const message = `The schedule starts ${schedule.workflow}. Make another schedule for ${asked.action.workflowType}.`
      throw new ApiError('BAD_REQUEST', message, 'action.workflowType')
    }
    const changed = await wanted(stores, actor, schedule.id, asked)
    await changeClientSchedule(stores.pool, actor, schedule.triggerId, changed)
    return c.json(await answer(stores, actor, schedule.id))
  })
  routes.delete('/:id', async (c) => {
    const { stores, actor, schedule } = await found(c, 'trigger.edit')
    await removeClientSchedule(stores.pool, actor, schedule)
    return c.json({ ...scheduleObject(schedule), state: 'deleted' })
  })
  for (const [path, paused] of [
    ['pause', true],
    ['unpause', false],
  ] as const) {
    routes.post(`/:id/${path}`, async (c) => {
      const { stores, actor, schedule } = await found(c, 'trigger.edit')
      await bodyOf(c, reasonBody)
      await pauseTrigger(stores.pool, actor, { id: schedule.triggerId, paused })
      return c.json(await answer(stores, actor, schedule.id))
    })
  }
  routes.post('/:id/trigger', async (c) => {
    const { stores, actor, schedule } = await found(c, 'run.start')
    await bodyOf(c, reasonBody)
    const { key } = await fireTrigger(stores.pool, actor, { id: schedule.triggerId, operationId: randomUUID() })
    const task = workflowTask(await readRunLog(stores, actor, await runOf(stores, schedule, key)))
    return c.json({ schedule: await answer(stores, actor, schedule.id), task }, 202)
  })
  routes.post('/:id/backfill', backfill)
  return routes
}

/** A value without the fields that are undefined. */
const plain = <Value extends object>(value: Value) =>
  JSON.parse(JSON.stringify(value)) as { [Key in keyof Value]: NonNullable<Value[Key]> }

/** The schedule as its trigger; the workflow is published at its first start or schedule. */
async function wanted(stores: Stores, actor: Actor, id: string, asked: AskedSchedule): Promise<WantedSchedule> {
  const { workflowType: workflow, queue = 'default' } = asked.action
  const spec = triggerOf(id, asked)
  await publishUnregistered(stores, actor, workflow, queue)
  return { id, workflow, spec, asked: plain(asked) as unknown as JsonObject }
}

function scheduleObject({ id, isPaused, spec, asked, lastAt, createdAt, now }: ClientSchedule) {
  const next = nextInstant(spec, now.getTime())
  return {
    id,
    namespace: NAMESPACE,
    state: isPaused ? ('paused' as const) : ('active' as const),
    ...asked,
    ...(lastAt && { last_run_at: lastAt.toISOString() }),
    next_run_at: instantText(next ?? now.getTime()),
    created_at: createdAt.toISOString(),
    updated_at: (lastAt ?? createdAt).toISOString(),
  }
}

/** The run that an engine starts for a firing. Throws `CONFLICT` with the reason when there is none. */
async function runOf({ pool }: Stores, { triggerId }: ClientSchedule, key: string): Promise<string> {
  for (const deadline = performance.now() + RUN_WITHIN_MS; performance.now() < deadline; await sleep(LOOK_MS)) {
    const { rows } = await pool.query<{ run_id: string | null; reason: string | null; state: string }>(
      `select run_id, reason, state from trigger_firing where trigger_id = $1 and key = $2`,
      [triggerId, key],
    )
    const [firing] = rows
    if (firing?.run_id) return firing.run_id
    if (firing?.reason) throw new ApiError('CONFLICT', firing.reason, 'scheduleId')
  }
  throw new ApiError('UNAVAILABLE', 'No engine has started the run yet. It starts as soon as an engine runs.')
}
