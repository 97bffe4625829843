import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { appRouter } from '../api/router.ts'
import { eventually, startTestApi, type TestApi } from '../api/testing/test-api.ts'
import { startTriggers } from './firing/start-triggers.ts'
import { triggerService } from './service.ts'

let api: TestApi
let loops: { stop(): Promise<void> }[] = []
const log: string[] = []

const start = () => loops.push(startTriggers({ pool: api.services.stores.pool, log: (line) => log.push(line) }))
const query = async <Row extends object>(sql: string, values: readonly unknown[] = []) =>
  (await api.services.stores.pool.query<Row>(sql, [...values])).rows
const caller = () => appRouter.createCaller({ ...api.services, actor: localActor })

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(() => {
  log.length = 0
})
afterEach(async () => {
  await Promise.all(loops.map((loop) => loop.stop()))
  loops = []
  await query('delete from trigger')
  expect(log).toEqual([])
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const pass = 'steps: [{ name: A, function: t.pass }]'
const human = 'steps: [{ name: Approval, type: HUMAN, title: Approve }]'
const minutely = '{ type: schedule, every_seconds: 60 }'

async function publish(name: string, trigger: string, rest = pass): Promise<string> {
  const published = await api.publish(`workflow_type: ${name}\ntriggers: [${trigger}]\n${rest}\n`)
  expect(published.status, await published.clone().text()).toBeLessThan(300)
  const [row] = await query<{ id: string }>('select id from trigger where workflow = $1 and removed_at is null', [name])
  return row?.id ?? ''
}

/** Makes the minute that has just begun the next instant of all schedules. */
const makeDue = () =>
  query(`update trigger set handled_until = date_trunc('minute', clock_timestamp()) - interval '1 second',
                next_at = date_trunc('minute', clock_timestamp()) where paused_at is null and removed_at is null`)

/** Lets no further instant come, however long the test takes. */
const planNothing = () => query(`update trigger set next_at = clock_timestamp() + interval '1 day'`)

interface Fired {
  readonly key: string
  readonly state: string
  readonly reason: string | null
  readonly run_id: string | null
}
const firings = (id: string) =>
  query<Fired>('select key, state, reason, run_id from trigger_firing where trigger_id = $1 order by planned_at, key', [
    id,
  ])
const ended = (id: string, count: number) =>
  eventually(async () => {
    const rows = await firings(id)
    return rows.length >= count && rows.every(({ state }) => state !== 'waiting') ? rows : undefined
  })
const runsOf = (workflow: string) => query<{ id: string }>('select id from run where workflow = $1', [workflow])

describe('schedules', () => {
  it('access 17: fire once per planned instant, with two engines', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `Once${index}`)
    for (const name of names) await publish(name, minutely)
    start()
    start()
    await makeDue()
    await eventually(async () => {
      const [row] = await query<{ count: number }>(
        `select count(*)::int as count from trigger_firing where state = 'started'`,
      )
      return row?.count === names.length ? true : undefined
    })
    // The same instant comes again, as after a step of the clock.
    await makeDue()
    await eventually(async () => {
      const due = await query('select from trigger where next_at <= clock_timestamp()')
      return due.length === 0 ? true : undefined
    })
    for (const name of names) expect(await runsOf(name)).toHaveLength(1)
  })

  it('start runs as the service of the owner, which know their trigger and their instant', async () => {
    const id = await publish(
      'Recorded',
      '{ type: schedule, name: nightly, every_seconds: 60, input: { day: "{{ planned_at }}" } }',
    )
    await makeDue()
    start()
    const [fired] = await ended(id, 1)
    const [run] = await query<{ events: string; created_by: string }>(
      'select l.events, r.created_by from run_log l join run r on r.id = l.run_id where run_id = $1 and l.seq = 1',
      [fired?.run_id],
    )
    const { actor, trigger, input } = JSON.parse(run?.events ?? '')[0].payload
    expect(run?.created_by).toBe(triggerService.id)
    expect(actor).toEqual({ id: triggerService.id, name: 'Schedule nightly' })
    expect(trigger).toEqual({ id, type: 'schedule', name: 'nightly', planned_at: Date.parse(fired?.key ?? '') })
    expect(input).toEqual({ day: fired?.key })
    const members = await query(`select kind, roles from member where person_id = $1`, [triggerService.id])
    expect(members).toEqual([{ kind: 'service', roles: ['operator'] }])
  })

  it('skip a time while the run before still runs, and say so', async () => {
    const id = await publish('Skips', minutely, human)
    await makeDue()
    start()
    await ended(id, 1)
    await planNothing()
    await addFiring(id, 'skip')
    const rows = await ended(id, 2)
    expect(rows.map(({ state, reason }) => [state, reason])).toEqual([
      ['skipped', 'The run before was still running.'],
      ['started', null],
    ])
  })

  it('queue a run until the one before has ended, or start it anyway', async () => {
    const id = await publish('Queues', '{ type: schedule, every_seconds: 60, overlap: queue }', human)
    await makeDue()
    start()
    const [first] = await ended(id, 1)
    await planNothing()
    await addFiring(id, 'queue')
    await eventually(async () => {
      const [row] = await query('select from trigger_firing where trigger_id = $1 and due_at > clock_timestamp()', [id])
      return row
    })
    expect(await runsOf('Queues')).toHaveLength(1)
    await addFiring(id, 'allow', '2 minutes')
    await eventually(async () => ((await runsOf('Queues')).length === 2 ? true : undefined))
    // By the runs: a firing names its run a moment after the start.
    for (const { id: runId } of await runsOf('Queues')) await caller().runs.cancel({ runId })
    await ended(id, 3)
    expect(await runsOf('Queues')).toHaveLength(3)
    expect(first?.state).toBe('started')
  })

  it('fail with the reason when no run can start', async () => {
    const wrong = await publish(
      'Wrong',
      minutely,
      `input_schema: { type: object, required: [amount], properties: { amount: { type: number } } }\n${pass}`,
    )
    const broken = await publish('Broken', '{ type: schedule, every_seconds: 60, input: { a: "{{ int(now) }}" } }')
    const archived = await publish('Archived', minutely)
    await caller().workflows.archive({ name: 'Archived', archived: true })
    await makeDue()
    start()
    expect((await ended(wrong, 1))[0]?.reason).toMatch(/does not match the workflow's schema: .*amount/)
    expect((await ended(broken, 1))[0]?.reason).toMatch(/^The input cannot be computed: /)
    expect((await ended(archived, 1))[0]?.reason).toMatch(/archived/)
    expect(await runsOf('Archived')).toEqual([])
  })

  it('start nothing while the service is disabled', async () => {
    const id = await publish('Disabled', minutely)
    await query(`update member set status = 'disabled' where person_id = $1`, [triggerService.id])
    await makeDue()
    start()
    expect((await ended(id, 1))[0]).toMatchObject({ state: 'failed', reason: expect.stringMatching(/disabled/) })
    await query(`update member set status = 'active' where person_id = $1`, [triggerService.id])
  })

  it('make up for missed times, and say which were left out', async () => {
    const id = await publish('Missed', minutely)
    await query(
      `update trigger set handled_until = clock_timestamp() - interval '10 minutes', next_at = clock_timestamp() - interval '9 minutes'`,
    )
    start()
    const rows = await ended(id, 2)
    expect(rows.map(({ state }) => state)).toEqual(['skipped', 'started'])
    expect(rows[0]?.reason).toMatch(/No engine was running at this time\. The same holds for \d earlier times\./)
  })
})

describe('a registered trigger', () => {
  it('is listed with its next times; publishing again keeps it, removing it from the definition removes it', async () => {
    const id = await publish('Listed', '{ type: schedule, cron: 30 2 * * *, timezone: Europe/Berlin }')
    const [listed] = await caller().triggers.list({ workflow: 'Listed' })
    expect(listed).toMatchObject({ id, name: 'schedule', pausedAt: null, waiting: 0, last: null })
    expect(listed?.next).toHaveLength(5)
    await caller().triggers.pause({ id })
    expect(await publish('Listed', '{ type: schedule, cron: 45 2 * * *, timezone: Europe/Berlin }')).toBe(id)
    const [paused] = await caller().triggers.list({ workflow: 'Listed' })
    expect(paused).toMatchObject({ id, next: [], spec: { cron: '45 2 * * *' }, pausedBy: 'local' })
    await api.publish(`workflow_type: Listed\n${pass}\n`)
    expect(await caller().triggers.list({ workflow: 'Listed' })).toEqual([])
    await expect(caller().triggers.resume({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await publish('Listed', minutely)).toBe(id)
  })

  it('starts nothing while it is paused, and makes up for nothing afterwards; by hand it starts', async () => {
    const id = await publish('Paused', minutely)
    await caller().triggers.pause({ id })
    await query(`update trigger set handled_until = clock_timestamp() - interval '1 hour' where id = $1`, [id])
    start()
    const operationId = randomUUID()
    await caller().triggers.fire({ id, operationId })
    await caller().triggers.fire({ id, operationId })
    const [fired] = await ended(id, 1)
    expect(fired).toMatchObject({ key: `manual/${operationId}`, state: 'started' })
    await caller().triggers.resume({ id })
    const [row] = await query<{ handled: boolean; planned: boolean }>(
      `select handled_until > clock_timestamp() - interval '1 minute' as handled, next_at > clock_timestamp() as planned
         from trigger where id = $1`,
      [id],
    )
    expect(row).toEqual({ handled: true, planned: true })
    expect(await runsOf('Paused')).toHaveLength(1)
    const { items } = await caller().triggers.firings({ triggerId: id, limit: 10 })
    expect(items).toMatchObject([{ cause: 'manual', askedBy: 'local', workflow: 'Paused', runId: fired?.run_id }])
  })

  it('is filled up for a range, after a preview of the count, and never twice', async () => {
    const id = await publish('Filled', '{ type: schedule, cron: 0 * * * *, overlap: allow }')
    const range = { id, from: '2026-01-01T00:00:00Z', until: '2026-01-01T05:00:00Z' }
    const preview = {
      count: 6,
      started: 0,
      first: '2026-01-01T00:00:00Z',
      last: '2026-01-01T05:00:00Z',
      tooMany: false,
    }
    expect(await caller().triggers.previewBackfill(range)).toEqual(preview)
    expect(await caller().triggers.backfill(range)).toEqual({ count: 6 })
    start()
    await ended(id, 6)
    expect(await runsOf('Filled')).toHaveLength(6)
    expect(await caller().triggers.previewBackfill(range)).toMatchObject({ count: 0, started: 6 })
    expect(await caller().triggers.backfill(range)).toEqual({ count: 0 })
    const years = { id, from: '2020-01-01T00:00:00Z', until: '2026-01-01T00:00:00Z' }
    expect(await caller().triggers.previewBackfill(years)).toMatchObject({ tooMany: true })
    await expect(caller().triggers.backfill(years)).rejects.toMatchObject({ cause: { code: 'TOO_MANY' } })
  })
})

const addFiring = (id: string, overlap: string, before = '1 minute') =>
  query(
    `insert into trigger_firing (trigger_id, key, owner_id, cause, overlap, planned_at, due_at)
     select id, $2, owner_id, 'planned', $3, date_trunc('minute', clock_timestamp()) - $4::interval, clock_timestamp()
       from trigger where id = $1`,
    [id, randomUUID(), overlap, before],
  )
