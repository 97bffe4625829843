import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RunEvent } from '#core/run/event.ts'
import { createHarness, type Harness, standard } from '#proof/testing/harness.ts'
import { localActor } from '#server/access/actor.ts'
import { missingRun } from '#server/runs/run-not-found.ts'
import { eraseBatch } from '../erasure/erase-names.ts'
import { openExportFolder } from '../retention/export-file.ts'
import { removeOld } from '../retention/retention.ts'
import { RETENTION_LOCK } from '../retention/retention-lock.ts'
import { eraseInArchive, eraseInLine } from './erase-in-archive.ts'
import { type ArchivedRun, listArchived, readArchived } from './read-archived.ts'

interface Line {
  readonly run_id: string
  readonly run: { readonly workflow: string }
  readonly events: readonly RunEvent[]
  readonly task_events: readonly { readonly actor_name: string }[]
}

let harness: Harness
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-archive-'))
  harness = await createHarness()
  await harness.engine()
  await harness.publish('Ends', [standard('First', 'add_one')])
  await harness.publish('Large', [standard('Fetch', 'rows')])
})
afterAll(async () => {
  await harness.close()
  await rm(folder, { recursive: true })
})

const pass = (archiveDays?: number) =>
  removeOld(
    {
      pool: harness.pool,
      olderThanDays: 30,
      auditDays: 400,
      exportTo: openExportFolder(folder),
      archive: archiveDays === undefined ? null : { folder, olderThanDays: archiveDays },
      onRemoved: () => undefined,
      log: () => undefined,
    },
    new AbortController().signal,
  )

async function endedLongAgo(workflow: string, input: object): Promise<string> {
  const runId = await harness.start(workflow, input as never)
  await harness.until(runId, 'COMPLETED')
  await harness.pool.query(`update run_state set ended_at = now() - interval '31 days' where run_id = $1`, [runId])
  return runId
}

async function archived(runId: string): Promise<ArchivedRun> {
  const [run] = await listArchived(harness.pool, { runId, limit: 1 })
  if (!run) throw new Error(`${runId} is not in the archive.`)
  return run
}

const opened = async (runId: string) =>
  JSON.parse((await readArchived(folder, await archived(runId))) ?? 'null') as Line | null

const months = async () =>
  (
    await harness.pool.query<{ name: string }>(
      `select relname::text as name from pg_inherits join pg_class on oid = inhrelid where inhparent = 'archived_run'::regclass order by 1`,
    )
  ).rows.map(({ name }) => name)

it('a run that retention has removed is found in the archive and read whole, wherever it is in its file', async () => {
  const histories = new Map<string, readonly RunEvent[]>()
  for (const [workflow, input] of [
    ['Ends', { n: 1 }],
    ['Large', { count: 80_000 }],
    ['Large', { count: 80_001 }],
    ['Ends', { n: 2 }],
  ] as const) {
    const runId = await endedLongAgo(workflow, input)
    histories.set(runId, await harness.history(runId))
  }
  await pass()
  expect((await harness.pool.query('select from run')).rowCount).toBe(0)
  for (const [runId, history] of histories) {
    const line = await opened(runId)
    expect(line?.run_id).toBe(runId)
    expect(line?.events).toEqual(history)
    expect((await missingRun(harness.pool, localActor, runId)).message).toMatch(/was archived on .*heddle archive show/)
  }
  const all = await listArchived(harness.pool, { limit: 10 })
  expect(all.map(({ runId }) => runId)).toEqual([...histories.keys()].toSorted().toReversed())
  expect(
    new Set(all.map(({ place }) => place)).size,
    'the large values fill several parts of the file',
  ).toBeGreaterThan(1)
  expect(await listArchived(harness.pool, { workflow: 'Ends', status: 'COMPLETED', limit: 10 })).toHaveLength(2)
  expect(await listArchived(harness.pool, { ownerId: 'nobody', limit: 10 })).toEqual([])
})

it('the index has a partition for each month in which archived runs were started', async () => {
  const month = new Date().toISOString().slice(0, 7).replace('-', '')
  expect(await months()).toEqual([`archived_run_${month}`, 'archived_run_other'])
  const { rows } = await harness.pool.query('select count(*)::int as rows from archived_run_other')
  expect(rows).toEqual([{ rows: 0 }])
})

it('the name of an erased person goes from the files, and the runs are found at their new places', async () => {
  const runId = await endedLongAgo('Ends', { n: 3 })
  await harness.pool.query(
    `insert into task_event (operation_id, task_id, run_id, kind, actor, actor_name, details)
     values (gen_random_uuid(), gen_random_uuid(), $1, 'commented', 'ana', 'Ana Example', '{"to": "ana", "toName": "Ana Example"}')`,
    [runId],
  )
  await pass()
  expect(JSON.stringify(await opened(runId))).toContain('Ana Example')
  const person = { ownerId: 'local', personId: 'ana' }
  await expect(eraseInArchive(harness.pool, join(folder, 'unmounted'), person), 'tried again').rejects.toThrow('ENOENT')
  const [file = ''] = await readdir(folder)
  const fileId = async () => (await stat(join(folder, file))).ino
  const before = await fileId()
  expect(await eraseInArchive(harness.pool, folder, { ...person, personId: 'bob' })).toBe(true)
  expect(await fileId(), 'a file that names nobody is not written anew').toBe(before)
  const other = await harness.pool.connect()
  await other.query('select pg_advisory_lock($1)', [RETENTION_LOCK])
  expect(await eraseInArchive(harness.pool, folder, person)).toBe(false)
  other.release(true)
  await expect.poll(() => eraseInArchive(harness.pool, folder, person)).toBe(true)
  for (const run of await listArchived(harness.pool, { limit: 10 })) {
    const line = await opened(run.runId)
    expect(line?.run_id).toBe(run.runId)
    expect(JSON.stringify(line)).not.toContain('Ana Example')
  }
  expect((await opened(runId))?.task_events).toMatchObject([{ actor: 'ana', actor_name: 'Erased person' }])
})

it('an erasure is not done without the archive: an engine without its folder leaves the rest to another one', async () => {
  await harness.pool.query(
    `insert into erased_person (owner_id, person_id, asked_by, rounds) values ('local', 'zoe', 'root', 2)`,
  )
  const isDone = async () =>
    (await harness.pool.query('select done_at is not null as done from erased_person')).rows[0].done
  expect(await eraseBatch(harness.pool)).toBe('waits')
  expect(await isDone()).toBe(false)
  await expect(eraseBatch(harness.pool, join(folder, 'unmounted'))).rejects.toThrow('ENOENT')
  expect(await isDone()).toBe(false)
  expect(await eraseBatch(harness.pool, folder)).toBe('worked')
  expect(await isDone()).toBe(true)
})

const parts = { human_tasks: [], task_events: [], payloads: null }

it('the line of another owner keeps its names', () => {
  const line = JSON.stringify({ run: { owner_id: 'acme' }, ...parts, events: [{ actor: { id: 'ana', name: 'Ana' } }] })
  expect(eraseInLine(line, 'local', 'ana')).toBe(null)
  expect(eraseInLine(line, 'acme', 'bob')).toBe(null)
  expect(eraseInLine(line, 'acme', 'ana')).not.toContain('"Ana"')
})

it('the values with which a run worked keep what looks like a name', () => {
  const value = { to: 'ana', toName: 'Ana', by: 'ana', name: 'Ana', actor: { id: 'ana', name: 'Ana' } }
  const result = { to: 'ana', toName: 'Ana', by: 'ana', name: 'Ana' }
  const line = {
    run: { owner_id: 'acme' },
    human_tasks: [{ held_by: 'ana', held_by_name: 'Ana', approvals: [{ by: 'ana', name: 'Ana' }], input: result }],
    task_events: [{ actor: 'ana', actor_name: 'Ana', details: { to: 'ana', toName: 'Ana' } }],
    payloads: { digest: value },
    events: [{ actor: { id: 'ana', name: 'Ana' }, result }],
  }
  const name = 'Erased person'
  expect(JSON.parse(eraseInLine(JSON.stringify(line), 'acme', 'ana') ?? '')).toEqual({
    ...line,
    human_tasks: [{ held_by: 'ana', held_by_name: name, approvals: [{ by: 'ana', name }], input: result }],
    task_events: [{ actor: 'ana', actor_name: name, details: { to: 'ana', toName: name } }],
    events: [{ actor: { id: 'ana', name }, result }],
  })
})

it('a month goes as a whole once it is older than the archive keeps runs, with the files that have nothing else', async () => {
  await pass(1)
  expect(await readdir(folder)).toHaveLength(1)
  // The runs become as old as those of a year ago.
  await harness.pool.query(`select make_archive_month(now() - interval '1 year')`)
  await harness.pool.query(
    `update archived_run set run_id = (left(first_run_id(now() - interval '1 year')::text, 13) || right(run_id::text, 23))::uuid`,
  )
  await pass(300)
  expect(await months(), 'old runs that were archived a moment ago stay').toHaveLength(3)
  const day = new Date(Date.now() - 350 * 86_400_000).toISOString().slice(0, 10)
  const [file = ''] = await readdir(folder)
  await rename(join(folder, file), join(folder, `runs-${day}.jsonl.gz`))
  await harness.pool.query('update archived_run set file = $1', [`runs-${day}.jsonl.gz`])
  await pass(400)
  expect(await months()).toHaveLength(3)
  const reader = await harness.pool.connect()
  await reader.query('begin; select from archived_run')
  await pass(300)
  expect(await months(), 'a month that is read is dropped later').toHaveLength(3)
  await reader.query('rollback')
  reader.release()
  await pass(300)
  expect(await months()).toHaveLength(2)
  expect(await readdir(folder)).toEqual([])
  expect(await listArchived(harness.pool, { limit: 1 })).toEqual([])
})
