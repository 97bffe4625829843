import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, type Harness, standard } from '#proof/testing/harness.ts'
import { localActor, localPerson } from '#server/access/actor.ts'
import { getRetention, type Keep } from '#server/runs/retention/get-retention.ts'
import { previewRetention, saveRetention } from '#server/runs/retention/save-retention.ts'
import { removeOld } from './retention.ts'

let harness: Harness
/** The owner of the runs of the harness. */
let ownerId: string
beforeAll(async () => {
  harness = await createHarness()
  for (const name of ['Short', 'Long']) await harness.publish(name, [standard('First', 'add_one')])
  await harness.publish('Asks', [{ name: 'Ask', type: 'HUMAN', title: 'May I?', groups: ['all'] }])
  await harness.publish('Above', [{ name: 'Down', type: 'SUB_WORKFLOW', sub_workflow_type: 'Short', input: {} }])
  await harness.engine()
  const { rows } = await harness.pool.query(`select owner_id from workflow where name = 'Short'`)
  ownerId = rows[0].owner_id
})
afterAll(() => harness.close())
afterEach(async () => {
  for (const table of ['run', 'run_state', 'run_log', 'human_task', 'retention_setting'])
    await harness.pool.query(`delete from ${table}`)
})

const admin = () => ({ ...localActor, ownerId })
const none = { days: undefined, mostDays: undefined }
const save = (workflow: string | null, keep: Keep, installation: { days?: number; mostDays?: number } = {}) =>
  saveRetention(harness, admin(), { ...none, ...installation }, { workflow, keep })
const pass = (installation: { days?: number; mostDays?: number } = {}) =>
  removeOld(
    {
      pool: harness.pool,
      olderThanDays: installation.days,
      mostDays: installation.mostDays,
      auditDays: 400,
      exportTo: null,
      onRemoved: () => undefined,
      log: () => undefined,
    },
    new AbortController().signal,
  )
async function ended(workflow: string, days: number): Promise<string> {
  const runId = await harness.start(workflow)
  await harness.until(runId, 'COMPLETED')
  await harness.pool.query(
    `update run_state s set ended_at = ended_at - make_interval(days => $2) from run r where r.id = s.run_id and r.root_run_id = $1`,
    [runId, days],
  )
  return runId
}
const left = async () =>
  (await harness.pool.query<{ workflow: string }>('select workflow from run order by workflow')).rows.map(
    ({ workflow }) => workflow,
  )

describe('the retention of an owner and of its workflows', () => {
  it('is that of the workflow, else that of the owner, else that of the installation (ASVS 14.2.4)', async () => {
    const runs = async () => {
      for (const workflow of ['Short', 'Long']) await ended(workflow, 20)
    }
    await runs()
    await pass()
    expect(await left()).toEqual(['Long', 'Short'])
    await save('Short', 10)
    await pass()
    expect(await left()).toEqual(['Long'])
    await save(null, 15)
    await pass()
    expect(await left()).toEqual([])
    await runs()
    await save('Long', 'forever')
    await pass({ days: 5 })
    expect(await left()).toEqual(['Long'])
    await save('Long', 'inherit')
    await save(null, 'inherit')
    await pass({ days: 30 })
    expect(await left()).toEqual(['Long'])
    await pass({ days: 5 })
    expect(await left()).toEqual([])
  })

  it('never exceeds the bound of the installation', async () => {
    const bound = { mostDays: 30 }
    await expect(save('Long', 'forever', bound)).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'keep' })
    await expect(save('Long', 31, bound)).rejects.toThrow('at most 30 days')
    await save('Long', 'forever')
    await ended('Long', 31)
    await ended('Short', 29)
    await pass(bound)
    expect(await left()).toEqual(['Short'])
    expect(await getRetention(harness, admin(), { ...none, ...bound })).toMatchObject({
      installationDays: 30,
      mostDays: 30,
      keep: 'inherit',
      days: 30,
      workflows: expect.arrayContaining([{ workflow: 'Long', keep: 'forever', days: 30 }]),
    })
  })

  it('takes runs below with their root, by the retention of the root, and leaves live runs', async () => {
    const above = await ended('Above', 20)
    const open = await harness.start('Asks')
    await harness.until(open, 'WAITING_HUMAN_INPUT')
    await save('Short', 1)
    await save('Asks', 1)
    await pass()
    expect(await left()).toEqual(['Above', 'Asks', 'Short'])
    await save('Above', 19)
    await pass()
    expect(await left()).toEqual(['Asks'])
    expect((await harness.pool.query('select from run_log where run_id = $1', [above])).rowCount).toBe(0)
  })

  it('passes over kept runs, however many of them are older', async () => {
    await save('Long', 'forever')
    await save('Short', 10)
    const kept = await ended('Long', 40)
    await harness.pool.query(
      `insert into run (id, owner_id, data_region, workflow, version, root_run_id, created_by)
       select gen_random_uuid(), owner_id, data_region, workflow, version, root_run_id, created_by from run, generate_series(1, 1200)
        where id = $1`,
      [kept],
    )
    await harness.pool.query(`update run set root_run_id = id`)
    await harness.pool.query(
      `insert into run_state (run_id, owner_id, status, phase, ended_at)
       select id, owner_id, 'COMPLETED', 'ended', now() - interval '50 days' from run where id <> $1`,
      [kept],
    )
    await ended('Short', 20)
    await pass()
    expect(new Set(await left())).toEqual(new Set(['Long']))
    expect(await left()).toHaveLength(1201)
  })

  it('is told before it is saved: the runs that are older now, without those that have a setting of their own', async () => {
    for (const [workflow, days] of [
      ['Short', 20],
      ['Short', 40],
      ['Long', 40],
      ['Above', 40],
    ] as const)
      await ended(workflow, days)
    const older = async (workflow: string | null, keep: Keep) =>
      (await previewRetention(harness, admin(), none, { workflow, keep })).olderRuns
    expect(await older('Short', 30)).toBe(1)
    expect(await older('Short', 10)).toBe(2)
    expect(await older('Short', 'inherit')).toBe(0)
    expect(await older(null, 30)).toBe(3)
    await save('Long', 'forever')
    expect(await older(null, 30)).toBe(2)
    expect(await older(null, 'forever')).toBe(0)
    expect(await left()).toHaveLength(5)
  })

  it('is set by administrators for known workflows, with a row in the audit; what it removes has one too (access 13; ASVS 8.2.1, 16.2.1)', async () => {
    const manager = { ...localPerson, ownerId, roles: ['manager'] as const }
    await expect(saveRetention(harness, manager, none, { workflow: null, keep: 5 })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(getRetention(harness, manager, none)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(previewRetention(harness, manager, none, { workflow: null, keep: 5 })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(save('Unknown', 5)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { rows: last } = await harness.pool.query('select coalesce(max(id), 0) as id from audit')
    await ended('Short', 20)
    await ended('Short', 20)
    await save('Short', 10)
    await pass()
    const { rows } = await harness.pool.query(
      'select owner_id, actor_id, action, target, outcome, times from audit where id > $1 order by id',
      [last[0].id],
    )
    expect(rows).toEqual([
      {
        owner_id: ownerId,
        actor_id: 'local',
        action: 'retention.save',
        target: 'Short: 10 days',
        outcome: 'done',
        times: 1,
      },
      { owner_id: ownerId, actor_id: 'heddle', action: 'run.expire', target: 'Short', outcome: 'done', times: 2 },
    ])
  })

  it('is left to the later version of Heddle that shares the database: its settings may keep what an earlier engine would remove', async () => {
    await ended('Short', 20)
    await harness.pool.query(
      `insert into "_prisma_migrations" (id, checksum, finished_at, migration_name) values ('later', '', now(), '99991231000000_later')`,
    )
    await pass({ days: 5 })
    expect(await left()).toEqual(['Short'])
    await harness.pool.query(`delete from "_prisma_migrations" where id = 'later'`)
    await pass({ days: 5 })
    expect(await left()).toEqual([])
  })
})
