import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { samples } from '#core/testing/samples.ts'
import { type Actor, localActor, localPerson } from '#server/access/actor.ts'
import { removeOld } from '../../../operations/retention/retention.ts'
import { watchRun } from '../../../runs/live/watch-run.ts'
import { appRouter } from '../../router.ts'
import { eventually, letGo, startTestApi, type TestApi } from '../../testing/test-api.ts'

/** The requests reach the database as they do where people log in: each by its own role. */
let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ roles: true, index: true, functions: big })
  const step = (name: string, what: string) => `workflow_type: ${name}\nsteps: [{ name: A, ${what} }]\n`
  for (const text of [
    step('Double', 'function: t.double'),
    step('Big', 'function: t.big'),
    step('Fails', 'function: t.fail'),
    step('Asks', 'type: HUMAN, title: Well'),
    step('Above', 'type: SUB_WORKFLOW, sub_workflow_type: Double'),
  ])
    expect((await api.fetch('/v1/workflows', publish(text), admin)).status).toBe(201)
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const big = `export function big() { return { text: 'x'.repeat(400 * 1024) } }`
const publish = (body: string) => ({ method: 'POST', headers: { 'content-type': 'application/yaml' }, body })
const member: Actor = { ...localPerson, id: 'ana', name: 'Ana' }
const admin: Actor = { ...member, id: 'adam', name: 'Adam', roles: ['admin'] }
const foreign: Actor = { ...admin, ownerId: 'other' }

const as = (actor: Actor) => appRouter.createCaller({ ...api.services, stores: api.storesOf(actor.ownerId), actor })
const owner = () => api.services.stores.pool

async function runOf(workflow: string, status: string): Promise<string> {
  const { runId } = await as(admin).runs.start({ workflow, input: { n: 4711 }, tags: ['of-somebody'] })
  await eventually(async () => ((await as(admin).runs.get({ runId })).status === status ? true : undefined))
  await letGo(api, await familyOf(runId))
  return runId
}

async function familyOf(runId: string): Promise<readonly string[]> {
  const { rows } = await owner().query<{ id: string }>('select id from run where root_run_id = $1 order by id', [runId])
  return rows.map(({ id }) => id)
}

/** The tables that hold something of the runs, with the number of rows. */
async function rowsOf(runIds: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const { rows: tables } = await owner().query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'run_id' and t.table_type = 'BASE TABLE' order by 1`,
  )
  const found: Record<string, number> = {}
  for (const { name } of [...tables, { name: 'run' }]) {
    const column = name === 'run' ? 'id' : 'run_id'
    const { rows } = await owner().query(`select count(*)::int as n from ${name} where ${column} = any($1::uuid[])`, [
      runIds,
    ])
    if (rows[0].n > 0) found[name] = rows[0].n
  }
  return found
}

const indexed = (runId: string) =>
  eventually(async () =>
    (await owner().query('select from run_search where run_id = $1', [runId])).rowCount ? true : undefined,
  )

describe('the removal of a run', () => {
  it('takes everything of it and of the runs below it, and leaves the ids and a row in the audit (access 13; ASVS 14.2.4, 16.2.1)', async () => {
    const kept = await runOf('Above', 'COMPLETED')
    const runId = await runOf('Above', 'COMPLETED')
    const family = await familyOf(runId)
    expect(family).toHaveLength(2)
    for (const id of family) await indexed(id)
    await as(admin)
      .runs.acknowledge({ runId })
      .catch(() => undefined)
    expect(Object.keys(await rowsOf(family))).toEqual(
      expect.arrayContaining(['mailbox', 'run_log', 'run_search', 'run_state']),
    )

    expect(await as(admin).runs.remove({ runId })).toEqual({ runId, runs: 2 })
    expect(await rowsOf(family)).toEqual({ removed_run: 2 })
    expect(await familyOf(kept)).toHaveLength(2)
    const { rows } = await owner().query(
      `select actor_id, target, times, before_hash, after_hash from audit where action = 'run.remove' and outcome = 'done'`,
    )
    expect(rows).toEqual([{ actor_id: 'adam', target: runId, times: 2, before_hash: null, after_hash: null }])
    const left = await owner().query('select to_json(m) as row from removed_run m')
    expect(JSON.stringify(left.rows)).not.toContain('4711')
  })

  it('is told to those who ask for the run later, and to nobody of another owner', async () => {
    const runId = await runOf('Double', 'COMPLETED')
    await as(admin).runs.remove({ runId })
    const said = {
      cause: { code: 'NOT_FOUND', message: expect.stringMatching(/^The run .* was removed on \d{4}-\d\d-\d\d/) },
    }
    await expect(as(member).runs.get({ runId })).rejects.toMatchObject(said)
    await expect(as(admin).runs.remove({ runId })).rejects.toMatchObject(said)
    await expect(as(foreign).runs.get({ runId })).rejects.toMatchObject({
      cause: { message: `There is no run ${runId}.` },
    })
    const approver = { ...member, roles: ['approver' as const] }
    await expect(as(approver).runs.get({ runId })).rejects.toMatchObject({
      cause: { message: `There is no run ${runId}.` },
    })
  })

  it('waits for the delivery of its events to webhooks (public run 10)', async () => {
    const runId = await runOf('Above', 'COMPLETED')
    const [, below] = await familyOf(runId)
    await owner().query(
      `with hook as (
         insert into webhook (id, owner_id, url, max_retries, created_by)
         values (gen_random_uuid(), $1, 'https://example.com/', 1, 'adam') returning id, owner_id)
       insert into webhook_delivery (id, owner_id, webhook_id, lane, run_id, seq, kind)
       select gen_random_uuid(), owner_id, id, $2, $2, 1, 'workflow.run.created' from hook`,
      [admin.ownerId, below],
    )
    await expect(as(admin).runs.remove({ runId })).rejects.toMatchObject({
      cause: { code: 'INVALID_TRANSITION', message: expect.stringMatching(`^Events of the run ${below} still wait`) },
    })
    await owner().query(`update webhook_delivery set state = 'failed', ended_at = now() where run_id = $1`, [below])
    expect(await as(admin).runs.remove({ runId })).toEqual({ runId, runs: 2 })
  })

  it('takes large values with it, once a day has passed since they were stored (ASVS 14.2.4)', async () => {
    const one = await runOf('Big', 'COMPLETED')
    const other = await runOf('Big', 'COMPLETED')
    const pass = async () => {
      await owner().query(`update payload set kept_at = now() - interval '25 hours'`)
      await removeOld(
        {
          pool: owner(),
          olderThanDays: undefined,
          auditDays: 400,
          exportTo: null,
          onRemoved: () => undefined,
          log: () => undefined,
        },
        new AbortController().signal,
      )
      return (await owner().query('select from payload')).rowCount
    }
    await as(admin).runs.remove({ runId: one })
    expect(await pass()).toBe(1)
    await as(admin).runs.remove({ runId: other })
    expect(await pass()).toBe(0)
  })

  it('is counted, when an engine has corrected the counts of ended runs', async () => {
    const counts = async () =>
      (
        await owner().query(
          `select status, sum(runs)::int as runs from run_count group by 1 having sum(runs) <> 0 order by 1`,
        )
      ).rows
    const before = await counts()
    const runId = await runOf('Fails', 'FAILED')
    await indexed(runId)
    await as(admin).runs.remove({ runId })
    await removeOld(
      {
        pool: owner(),
        olderThanDays: undefined,
        auditDays: 400,
        exportTo: null,
        onRemoved: () => undefined,
        log: () => undefined,
      },
      new AbortController().signal,
    )
    expect(await counts()).toEqual(before)
    expect((await owner().query('select from removed_run where counted is not null')).rowCount).toBe(0)
  })

  it('ends the stream of its page, and names the run to every list', async () => {
    const runId = await runOf('Double', 'COMPLETED')
    const ended = new AbortController()
    const watched = watchRun(api.storesOf('local'), admin, api.changes, { runId, afterSeq: '0', signal: ended.signal })
    await watched.next()
    const next = watched.next()
    const told = new Promise<ReadonlySet<string> | undefined>((resolve) => {
      const stop = api.changes.subscribe(({ runs }) => {
        if (!runs.get('local')?.has(runId)) return
        stop()
        resolve(runs.get('local'))
      })
    })
    await as(admin).runs.remove({ runId })
    await expect(next).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await told).toContain(runId)
    ended.abort()
  })

  it('is refused for a run that has not ended, for one below another, and for one with an open command; nothing changes', async () => {
    const open = await runOf('Asks', 'WAITING_HUMAN_INPUT')
    await expect(as(admin).runs.remove({ runId: open })).rejects.toMatchObject({
      cause: { code: 'INVALID_TRANSITION', message: expect.stringContaining('Cancel it first') },
    })
    const root = await runOf('Above', 'COMPLETED')
    const below = (await familyOf(root)).find((id) => id !== root) ?? ''
    await expect(as(admin).runs.remove({ runId: below })).rejects.toMatchObject({
      cause: { code: 'INVALID_TRANSITION', message: expect.stringContaining(root) },
    })
    await owner().query(`insert into mailbox (run_id, operation_id, command) values ($1, gen_random_uuid(), '{}')`, [
      below,
    ])
    await expect(as(admin).runs.remove({ runId: root })).rejects.toMatchObject({
      cause: { code: 'INVALID_TRANSITION', message: expect.stringContaining(`The run ${below} below this one`) },
    })
    expect(await familyOf(root)).toHaveLength(2)
    expect(await familyOf(open)).toHaveLength(1)
    await owner().query('delete from mailbox where run_id = $1', [below])
  })

  it('is left to administrators, and does not reach another owner (access 1; ASVS 8.2.1, 8.4.1)', async () => {
    const runId = await runOf('Double', 'COMPLETED')
    for (const roles of [['operator'], ['manager'], ['designer', 'approver']] as const)
      await expect(as({ ...member, roles }).runs.remove({ runId })).rejects.toMatchObject({
        cause: { code: 'FORBIDDEN', message: 'Only an administrator can remove runs.' },
      })
    await expect(as(foreign).runs.remove({ runId })).rejects.toMatchObject({ cause: { code: 'NOT_FOUND' } })
    expect(await familyOf(runId)).toEqual([runId])
  })

  it('is a request of REST too', async () => {
    const runId = await runOf('Double', 'COMPLETED')
    const remove = (actor: Actor) => api.fetch(`/v1/workflow-runs/${runId}`, { method: 'DELETE' }, actor)
    expect((await remove(member)).status).toBe(403)
    const answer = await remove(admin)
    expect([answer.status, await answer.json()]).toEqual([200, { run_id: runId, runs: 1 }])
    expect((await remove(admin)).status).toBe(404)
    expect((await api.fetch(`/v1/workflow-runs/${runId}`, {}, admin)).status).toBe(404)
    expect((await api.fetch('/v1/workflow-runs/nothing', { method: 'DELETE' }, admin)).status).toBe(404)
  })

  it('and a retry at the same moment come one after the other: the run is there whole, or gone (access 18; ASVS 15.4.2)', async () => {
    for (let round = 0; round < samples(3, 24); round += 1) {
      const runId = await runOf('Fails', 'FAILED')
      const [removed, retried] = await Promise.allSettled([
        as(admin).runs.remove({ runId }),
        as(admin).runs.retry({ runId }),
      ])
      // The retried run may have failed again before the removal, which then succeeds as well.
      expect([removed.status, retried.status]).toContain('fulfilled')
      // A command that came too late is swept like any command to a run that does not exist.
      const { mailbox: _, ...rows } = await rowsOf([runId])
      if (removed.status === 'fulfilled') expect(rows).toEqual({ removed_run: 1 })
      else expect(Object.keys(rows)).toEqual(expect.arrayContaining(['run', 'run_log', 'run_state']))
    }
  })
})

/** The user of local mode removes runs too, without roles of the database. */
it('is open to the user of local mode', async () => {
  const runId = await runOf('Double', 'COMPLETED')
  const caller = appRouter.createCaller({ ...api.services, actor: localActor })
  expect(await caller.runs.remove({ runId })).toEqual({ runId, runs: 1 })
})
