import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { type Actor, localActor, localPerson } from '#server/access/actor.ts'
import { workBulk } from '#server/runs/bulk/work-bulk.ts'
import { appRouter } from '../../router.ts'
import { eventually, letGo, startTestApi, type TestApi, workOff } from '../../testing/test-api.ts'

let api: TestApi
let caller: ReturnType<typeof appRouter.createCaller>
beforeAll(async () => {
  api = await startTestApi()
  caller = callerOf(localActor)
  const ask = 'workflow_type: Ask\nsteps:\n  - name: Ask\n    type: HUMAN\n    title: Well\n'
  const broken = 'workflow_type: Broken\nsteps:\n  - name: Fail\n    function: t.fail\n'
  for (const text of [ask, broken]) expect((await api.publish(text)).status).toBe(201)
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const callerOf = (actor: Actor) => appRouter.createCaller({ ...api.services, actor })

/** Starts runs under a tag of their own and waits until each has the status. */
async function some(workflow: string, many: number, status: string): Promise<{ tag: string; runIds: string[] }> {
  const tag = randomUUID()
  const started = await Promise.all(
    Array.from({ length: many }, () => caller.runs.start({ workflow, input: {}, tags: [tag] })),
  )
  await eventually(async () => {
    const { count } = await caller.runs.count({ tags: [tag], status: [status] })
    return count === many ? true : undefined
  })
  return { tag, runIds: started.map(({ runId }) => runId) }
}

describe('one verb for many runs', () => {
  it('reaches every run that a filter finds, page or no page, and says what became of each', async () => {
    const { tag, runIds } = await some('Ask', 2 * limits.bulk.batch + 5, 'WAITING_HUMAN_INPUT')
    await caller.runs.cancel({ runId: runIds[3] ?? '' })
    const { id, ...asked } = await caller.bulk.start({
      verb: { type: 'cancel', reason: 'spring is over' },
      filter: { tags: [tag] },
    })
    expect(asked).toMatchObject({ state: 'running', total: runIds.length, done: 0, refused: 0, askedBy: 'You' })
    await workOff(api)
    expect(await caller.bulk.get({ id })).toMatchObject({ state: 'ended', done: runIds.length - 1, refused: 1 })
    expect(await caller.runs.count({ tags: [tag], status: ['CANCELLED'] })).toEqual({
      count: runIds.length,
      more: false,
    })
    const refused = await caller.bulk.items({ id, outcome: 'refused' })
    expect(refused.items).toMatchObject([
      {
        place: expect.any(Number),
        runId: runIds[3],
        workflow: 'Ask',
        outcome: 'refused',
        status: null,
        code: 'INVALID_TRANSITION',
        message: expect.stringContaining('was cancelled'),
        newRunId: null,
      },
    ])
    const first = await caller.bulk.items({ id, limit: 10 })
    const second = await caller.bulk.items({ id, limit: 200, cursor: first.nextCursor })
    const beyond = Buffer.from('[1000000000000]').toString('base64url')
    await expect(caller.bulk.items({ id, cursor: beyond })).rejects.toMatchObject({ cause: { code: 'INVALID_CURSOR' } })
    expect([...first.items, ...second.items].map(({ place }) => place)).toEqual(runIds.map((_, index) => index + 1))
    expect(
      (await caller.runs.get({ runId: runIds[0] ?? '' })).events.some(
        ({ type, payload }) => type === 'workflow.run.cancelled' && JSON.stringify(payload).includes('spring is over'),
      ),
    ).toBe(true)
  })

  it('reaches all that a filter finds but for those that are left out of it, however many pages it has', async () => {
    const { tag, runIds } = await some('Ask', 2 * limits.bulk.batch + 25, 'WAITING_HUMAN_INPUT')
    const except = [runIds[0], runIds[50], runIds.at(-1)] as string[]
    const filter = { tags: [tag] }
    const verb = { type: 'cancel' } as const
    expect(await caller.bulk.preview({ verb, filter, except })).toMatchObject({ total: runIds.length - 3 })
    await expect(caller.bulk.start({ verb, filter, except, expected: runIds.length })).rejects.toMatchObject({
      cause: { code: 'CONFLICT' },
    })
    const { id } = await caller.bulk.start({ verb, filter, except, expected: runIds.length - 3 })
    await workOff(api)
    expect(await caller.bulk.get({ id })).toMatchObject({ total: runIds.length - 3, done: runIds.length - 3 })
    const left = await caller.runs.list({ ...filter, status: ['WAITING_HUMAN_INPUT'], limit: 200 })
    expect(left.items.map(({ runId }) => runId).toSorted()).toEqual(except.toSorted())
    // What the filter does not find leaves nothing more out.
    const others = await caller.bulk.preview({ verb, filter, except: [randomUUID()] })
    expect(others.total).toBe(runIds.length)
  })

  it('tells of each run how it stands now, not how it stood when it was asked', async () => {
    const { tag } = await some('Broken', 2, 'FAILED')
    const { id } = await caller.bulk.start({ verb: { type: 'retry' }, filter: { tags: [tag] } })
    await workOff(api)
    await eventually(async () => {
      const { items } = await caller.bulk.items({ id })
      return items.every(({ outcome, status }) => outcome === 'done' && status === 'FAILED') || undefined
    })
  })

  it('reaches a selection, and of it only what the actor may see', async () => {
    const { runIds } = await some('Broken', 3, 'FAILED')
    const { id } = await caller.bulk.start({ verb: { type: 'acknowledge' }, runIds: runIds.slice(0, 2) })
    await workOff(api)
    expect(await caller.bulk.get({ id })).toMatchObject({ state: 'ended', total: 2, done: 2, refused: 0 })
    const eve = callerOf({ ...localPerson, id: 'eve', ownerId: 'eve' })
    await expect(eve.bulk.start({ verb: { type: 'retry' }, runIds })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(eve.bulk.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await eve.bulk.list()).toEqual([])
  })

  it('asks each run once, whoever works and however often a batch begins again', async () => {
    const { tag, runIds } = await some('Broken', 12, 'FAILED')
    const { id } = await caller.bulk.start({ verb: { type: 'retry' }, filter: { tags: [tag] } })
    const { pool } = api.services.stores
    await workBulk(api.services.stores)
    // As after a crash between the answers of the runs and their record.
    await pool.query('update bulk_item set outcome = null where bulk_id = $1', [id])
    await pool.query('update bulk_operation set done = 0, refused = 0 where id = $1', [id])
    await Promise.all([workOff(api), workOff(api), workOff(api)])
    expect(await caller.bulk.get({ id })).toMatchObject({ state: 'ended', done: 12, refused: 0 })
    for (const runId of runIds) {
      const { events } = await caller.runs.get({ runId })
      expect(events.filter(({ type }) => type === 'workflow.run.retried')).toHaveLength(1)
    }
  })

  it('records what two found out in one order, so that neither holds what the other waits for', async () => {
    const { tag } = await some('Broken', 3, 'FAILED')
    const { id } = await caller.bulk.start({ verb: { type: 'acknowledge' }, filter: { tags: [tag] } })
    const { pool } = api.services.stores
    const other = await pool.connect()
    try {
      await other.query('begin')
      await other.query('select from bulk_operation where id = $1 for update', [id])
      const worked = workOff(api)
      const waiting = `select from pg_stat_activity
                        where datname = current_database() and wait_event_type = 'Lock' and query like '%bulk_item%'`
      await eventually(async () => (await pool.query(waiting)).rowCount === 1 || undefined)
      await other.query('select from bulk_item where bulk_id = $1 for update nowait', [id])
      await other.query('commit')
      await worked
    } finally {
      other.release(true)
    }
    expect(await caller.bulk.get({ id })).toMatchObject({ state: 'ended', done: 3, refused: 0 })
  })

  it('cancelled after a crash, says of a run that it was done again, and as which', async () => {
    const { tag } = await some('Broken', 2, 'FAILED')
    const verb = { type: 'rerun', version: 'newest', results: 'none' } as const
    const { id } = await caller.bulk.start({ verb, filter: { tags: [tag] } })
    const { pool } = api.services.stores
    // As after a crash between the start of the new run of the first and its record, before the turn of the second.
    await pool.query(`update bulk_item set outcome = 'left' where bulk_id = $1 and place = 2`, [id])
    await workBulk(api.services.stores)
    await pool.query('update bulk_item set outcome = null, new_run_id = null where bulk_id = $1', [id])
    await pool.query('update bulk_operation set done = 0 where id = $1', [id])
    await caller.bulk.cancel({ id })
    await caller.workflows.archive({ name: 'Broken', archived: true })
    await workOff(api)
    await caller.workflows.archive({ name: 'Broken', archived: false })
    expect(await caller.bulk.get({ id })).toMatchObject({ state: 'cancelled', done: 1, refused: 0 })
    const { items } = await caller.bulk.items({ id })
    expect(items).toMatchObject([
      { outcome: 'done', newRunId: expect.any(String) },
      { outcome: 'left', newRunId: null },
    ])
    const { rows } = await pool.query('select id from run where rerun_of = $1', [items[0]?.runId])
    expect(rows).toEqual([{ id: items[0]?.newRunId }])
  })

  it('cancelled while another process asks, tells what came of that', async () => {
    const { tag, runIds } = await some('Ask', 1, 'WAITING_HUMAN_INPUT')
    const verb = { type: 'rerun', version: 'own', results: 'none' } as const
    const { id } = await caller.bulk.start({ verb, filter: { tags: [tag] } })
    const { pool } = api.services.stores
    const holder = await pool.connect()
    let asking: Promise<boolean>
    try {
      // The new run is on its way, and not there yet.
      await holder.query('begin')
      await holder.query('lock table run in share mode')
      asking = workBulk(api.services.stores)
      await eventually(async () => {
        const { rowCount } = await pool.query(`select from pg_locks where not granted and relation = 'run'::regclass`)
        return rowCount ? true : undefined
      })
      await caller.bulk.cancel({ id })
      await workOff(api)
      expect((await caller.bulk.items({ id })).items).toMatchObject([{ outcome: 'left' }])
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    await asking
    expect(await caller.bulk.get({ id })).toMatchObject({ state: 'cancelled', done: 1 })
    expect((await caller.bulk.items({ id })).items).toMatchObject([
      { runId: runIds[0], outcome: 'done', newRunId: expect.any(String) },
    ])
  })

  it('is asked for once for one id, and stops where it is cancelled', async () => {
    const { tag } = await some('Ask', limits.bulk.batch + 10, 'WAITING_HUMAN_INPUT')
    const request = { verb: { type: 'cancel' } as const, filter: { tags: [tag] }, operationId: randomUUID() }
    const [{ id }] = await Promise.all([caller.bulk.start(request), caller.bulk.start(request)])
    await workBulk(api.services.stores)
    expect(await caller.bulk.cancel({ id })).toMatchObject({ state: 'cancelled', done: limits.bulk.batch })
    await workOff(api)
    expect(await caller.bulk.get({ id })).toMatchObject({
      state: 'cancelled',
      done: limits.bulk.batch,
      total: limits.bulk.batch + 10,
    })
    expect((await caller.bulk.items({ id, outcome: 'left' })).items).toHaveLength(10)
    expect((await caller.runs.count({ tags: [tag], status: ['WAITING_HUMAN_INPUT'] })).count).toBe(10)
    expect((await caller.bulk.list())[0]?.id).toBe(id)
  })

  it.each([
    ['does not answer', 0, 0],
    ['takes no more commands', limits.command.mailboxPerRun, 1],
  ])(
    'goes on with others while a run %s; stopped, it leaves alone whom it has not asked',
    async (_, commands, left) => {
      const frozen = randomUUID()
      const stuck = await some('Ask', 1, 'WAITING_HUMAN_INPUT')
      const others = await some('Ask', 3, 'WAITING_HUMAN_INPUT')
      const { pool } = api.services.stores
      // The engine that has brought it there has let it go: else it would read the mail that is put there for nobody.
      await letGo(api, stuck.runIds)
      // Held by an engine that lives and says nothing.
      await pool.query(
        `with frozen as (
         insert into engine (id, epoch, pid, host, lease_expires_at) values ($2, 0, 0, 'nowhere', now() + interval '1 hour'))
       update run_state set engine_id = $2 where run_id = any($1::uuid[])`,
        [stuck.runIds, frozen],
      )
      await pool.query(
        `insert into mailbox (run_id, operation_id, command) select $1, gen_random_uuid(), '{}' from generate_series(1, $2)`,
        [stuck.runIds[0], commands],
      )
      const verb = { type: 'cancel' } as const
      const first = await caller.bulk.start({ verb, filter: { tags: [stuck.tag] } })
      const second = await caller.bulk.start({ verb, filter: { tags: [others.tag] } })
      await eventually(async () => {
        await workBulk(api.services.stores)
        return (await caller.bulk.get({ id: second.id })).state === 'ended' ? true : undefined
      })
      expect(await caller.bulk.get({ id: first.id })).toMatchObject({ state: 'running', done: 0, refused: 0 })
      await caller.bulk.cancel({ id: first.id })
      while (await workBulk(api.services.stores)) {}
      expect((await caller.bulk.items({ id: first.id, outcome: 'left' })).items).toHaveLength(left)
      if (left > 0) return
      // Somebody takes it up, and it does what it was asked for.
      expect(await caller.bulk.get({ id: first.id })).toMatchObject({ state: 'cancelled', done: 0, endedAt: null })
      await pool.query('delete from engine where id = $1', [frozen])
      await pool.query('update bulk_operation set resume_at = now() where id = $1', [first.id])
      await eventually(async () => {
        await workBulk(api.services.stores)
        await pool.query('update bulk_operation set resume_at = now() where id = $1', [first.id])
        return (await caller.bulk.get({ id: first.id })).endedAt ?? undefined
      })
      expect(await caller.bulk.get({ id: first.id })).toMatchObject({ state: 'cancelled', done: 1, refused: 0 })
    },
  )

  it('is held to the number of runs that was shown', async () => {
    const { tag } = await some('Ask', 2, 'WAITING_HUMAN_INPUT')
    const request = { verb: { type: 'cancel' } as const, filter: { tags: [tag] }, operationId: randomUUID() }
    await caller.runs.start({ workflow: 'Ask', input: {}, tags: [tag] })
    await expect(caller.bulk.start({ ...request, expected: 2 })).rejects.toMatchObject({
      message: 'It now affects 3 runs, not 2. Nothing was done.',
      cause: { code: 'CONFLICT', field: 'expected' },
    })
    await expect(caller.bulk.get({ id: request.operationId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { id } = await caller.bulk.start({ ...request, expected: 3 })
    // Asked again after an answer that was lost, when the runs are no longer what they were.
    await workOff(api)
    expect(await caller.bulk.start({ ...request, expected: 3 })).toMatchObject({ id, total: 3, done: 3 })
  })

  it('says before what it would do: how many of each status, and for a retry what runs again of the newest of each cause', async () => {
    const { tag, runIds } = await some('Broken', 3, 'FAILED')
    await caller.runs.start({ workflow: 'Ask', input: {}, tags: [tag] })
    await eventually(async () =>
      (await caller.runs.count({ tags: [tag], status: ['WAITING_HUMAN_INPUT'] })).count === 1 ? true : undefined,
    )
    const filter = { tags: [tag] }
    const retry = await caller.bulk.preview({ verb: { type: 'retry' }, filter })
    expect(retry).toMatchObject({
      total: 4,
      statuses: [
        { status: 'FAILED', count: 3 },
        { status: 'WAITING_HUMAN_INPUT', count: 1 },
      ],
      causes: [{ workflow: 'Broken', step: 'Fail', count: 3, runId: runIds.toSorted().at(-1) }],
      moreCauses: 0,
    })
    expect(retry.causes[0]?.preview).toMatchObject({
      ok: true,
      steps: [{ step: 'Fail', fate: 'again', effects: [{ kind: 'function', what: 't.fail' }] }],
    })
    const rerun = await caller.bulk.preview({ verb: { type: 'rerun', version: 'own', results: 'none' }, filter })
    expect(rerun.causes.map(({ workflow, count }) => [workflow, count])).toEqual([
      ['Broken', 3],
      ['Ask', 1],
    ])
    expect(await caller.bulk.preview({ verb: { type: 'cancel' }, runIds })).toMatchObject({ total: 3, causes: [] })
    const eve = callerOf({ ...localPerson, id: 'eve', ownerId: 'eve' })
    expect(await eve.bulk.preview({ verb: { type: 'retry' }, runIds })).toMatchObject({ total: 0, causes: [] })
  })

  it('is found as long as it is kept: all that go on, and what has ended page by page', async () => {
    const { runIds } = await some('Ask', 1, 'WAITING_HUMAN_INPUT')
    const ids: string[] = []
    for (let each = 0; each < limits.shown.bulkOperations + 2; each += 1) {
      ids.push((await caller.bulk.start({ verb: { type: 'pause' }, runIds })).id)
    }
    const latest = await caller.bulk.list()
    expect(ids.every((id) => latest.some((operation) => operation.id === id))).toBe(true)
    await workOff(api)
    const first = await caller.bulk.earlier({ limit: 10 })
    const second = await caller.bulk.earlier({ limit: 200, cursor: first.nextCursor })
    const all = [...first.items, ...second.items].map(({ id }) => id)
    expect(new Set(all).size).toBe(all.length)
    expect(ids.every((id) => all.includes(id))).toBe(true)
  })

  it('is refused for no run, and for neither or both of a selection and a filter', async () => {
    const verb = { type: 'retry' } as const
    await expect(caller.bulk.start({ verb, filter: { tags: ['nobody'] } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(caller.bulk.start({ verb })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    for (const both of [
      { filter: {}, runIds: [randomUUID()] },
      { runIds: [randomUUID()], except: [randomUUID()] },
    ]) {
      await expect(caller.bulk.start({ verb, ...both })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
    await expect(caller.bulk.start({ verb, except: [randomUUID()] })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('a saved view', () => {
  const ada = () => callerOf({ ...localPerson, id: 'ada' })
  const names = async (of: ReturnType<typeof callerOf>, list: 'runs' | 'inbox' = 'runs') =>
    (await of.views.list({ list })).map(({ name }) => name)

  it('is kept under its name, replaced by the same name, and removed', async () => {
    const query = { status: 'FAILED', workflow: 'Broken' }
    const { id } = await caller.views.save({ list: 'runs', name: ' Broken ones ', query })
    expect(await caller.views.list({ list: 'runs' })).toEqual([
      { id, name: 'Broken ones', query, shared: false, mine: true },
    ])
    expect(await caller.views.save({ list: 'runs', name: 'Broken ones', query: {} })).toEqual({ id })
    expect((await caller.views.list({ list: 'runs' }))[0]?.query).toEqual({})
    expect(await caller.views.list({ list: 'inbox' })).toEqual([])
    await caller.views.remove({ id })
    expect(await names(caller)).toEqual([])
  })

  it('is seen by others of the owner once it is shared, who cannot remove it', async () => {
    const { id } = await caller.views.save({ list: 'runs', name: 'Mine', query: {} })
    expect(await names(ada())).toEqual([])
    await caller.views.save({ list: 'runs', name: 'Mine', query: {}, shared: true })
    expect(await ada().views.list({ list: 'runs' })).toMatchObject([{ id, mine: false }])
    await ada().views.remove({ id })
    expect(await names(caller)).toEqual(['Mine'])
    expect(await names(callerOf({ ...localPerson, id: 'eve', ownerId: 'eve' }))).toEqual([])
  })

  it('is refused when it is too long, and when there are too many; of what others share no more are listed', async () => {
    const long = 'x'.repeat(limits.savedViews.queryBytes)
    await expect(caller.views.save({ list: 'runs', name: 'Long', query: { q: long } })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    const bob = callerOf({ ...localActor, id: 'bob' })
    for (let view = 0; view < limits.savedViews.most; view += 1) {
      await bob.views.save({ list: 'inbox', name: `View ${view}`, query: {}, shared: true })
    }
    await expect(bob.views.save({ list: 'inbox', name: 'One more', query: {} })).rejects.toMatchObject({
      cause: { code: 'TOO_LARGE' },
    })
    const { id } = await bob.views.save({ list: 'inbox', name: 'View 1', query: { q: 'x' }, shared: true })
    expect(await bob.views.list({ list: 'inbox' })).toContainEqual(expect.objectContaining({ id, query: { q: 'x' } }))
    await caller.views.save({ list: 'inbox', name: 'One more', query: {}, shared: true })
    expect(await caller.views.list({ list: 'inbox' })).toHaveLength(limits.savedViews.most + 1)
    expect(await names(ada(), 'inbox')).toHaveLength(limits.savedViews.most)
  })
})
