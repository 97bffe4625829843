import { appendFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { PoolClient } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
import type { RunEvent } from '#core/run/event.ts'
import { fold } from '#core/run/evolve.ts'
import { initialState } from '#core/run/state.ts'
import { createHarness, type Harness, standard } from '#proof/testing/harness.ts'
import { openPayloads } from '#server/engine/payload/inline-payloads.ts'
import { createPool } from '../../db/pool.ts'
import { type ExportFolder, openExportFolder } from './export-file.ts'
import { exportLines } from './export-lines.ts'
import { type RetentionOptions, removeOld, startRetention } from './retention.ts'

interface Line {
  readonly run_id: string
  readonly run: { readonly workflow: string; readonly root_run_id: string }
  readonly state: { readonly status: string }
  readonly human_tasks: readonly { readonly status: string }[]
  readonly task_events: readonly { readonly kind: string }[]
  readonly payloads: { readonly [sha256: string]: Json } | null
  readonly events: readonly RunEvent[]
}

const TABLES = [
  'run',
  'run_state',
  'run_log',
  'human_task',
  'task_event',
  'timer',
  'mailbox',
  'snapshot',
  'ready',
] as const

describe('removing runs by age', () => {
  let harness: Harness
  let folder: string
  const lines: string[] = []
  beforeAll(async () => {
    harness = await createHarness()
    await harness.publish('Ends', [standard('First', 'add_one')])
    await harness.publish('Large', [standard('Fetch', 'rows')])
    await harness.publish('Asks', [{ name: 'Ask', type: 'HUMAN', title: 'May I?', groups: ['all'] }])
    for (const below of ['Ends', 'Asks']) {
      await harness.publish(`Above${below}`, [
        { name: 'Down', type: 'SUB_WORKFLOW', sub_workflow_type: below, input: {} },
      ])
    }
    await harness.engine()
  })
  afterAll(() => harness.close())
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true })
    for (const table of TABLES) await harness.pool.query(`delete from ${table}`)
  })

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heddle-export-'))
  })
  const options = (more: Partial<RetentionOptions> = {}): RetentionOptions => ({
    pool: harness.pool,
    olderThanDays: 30,
    auditDays: 400,
    exportTo: null,
    onRemoved: () => undefined,
    log: (line) => lines.push(line),
    ...more,
  })
  const remove = (more?: Partial<RetentionOptions>) => removeOld(options(more), new AbortController().signal)
  const ended = async (workflow: string, status: string, days: number) => {
    const runId = await harness.start(workflow)
    await harness.until(runId, status)
    await age(runId, days)
    return runId
  }
  /** Makes what has ended in the tree older. */
  const age = (runId: string, days: number) =>
    harness.pool.query(
      `update run_state s set ended_at = ended_at - make_interval(days => $2) from run r where r.id = s.run_id and r.root_run_id = $1`,
      [runId, days],
    )
  const left = async () =>
    (await harness.pool.query<{ id: string }>('select id from run')).rows.map(({ id }) => id).sort()
  const exported = async (): Promise<readonly Line[]> => {
    const [name = ''] = await readdir(folder)
    return gunzipSync(await readFile(join(folder, name)))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
  }

  it('takes finished roots with all below them and every row of theirs, and leaves what is younger', async () => {
    await ended('AboveEnds', 'COMPLETED', 31)
    const young = await ended('AboveEnds', 'COMPLETED', 29)
    await remove()
    const { rows } = await harness.pool.query<{ id: string }>('select id from run where root_run_id = $1', [young])
    expect(rows).toHaveLength(2)
    expect(await left()).toEqual(rows.map(({ id }) => id).sort())
    for (const table of ['run_state', 'run_log'] as const) {
      const strangers = await harness.pool.query(
        `select from ${table} t where not exists (select from run r where r.id = t.run_id)`,
      )
      expect(strangers.rowCount, table).toBe(0)
    }
  })

  it('knows every table that holds something of a run', async () => {
    const { rows } = await harness.pool.query<{ name: string }>(
      `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = 'public' and c.column_name = 'run_id' and t.table_type = 'BASE TABLE'`,
    )
    const source = await readFile(join(import.meta.dirname, '../../runs/removal/delete-runs.ts'), 'utf8')
    const forgotten = rows
      .map(({ name }) => name)
      .filter((name) => !source.includes(`delete from ${name} where run_id`))
    // A run that is ready or has an unread command stays; answered commands, what was done to many runs, the ids of
    // removed runs, the index of the archive and the firings of triggers go by their own age.
    expect(forgotten.sort()).toEqual([
      'archived_run',
      'archived_run_other',
      'bulk_item',
      'mailbox',
      'ready',
      'removed_run',
      'trigger_firing',
    ])
  })

  it('exports large values whole, and removes them a day after nobody refers to them', async () => {
    const payloads = async () => (await harness.pool.query('select from payload')).rowCount
    const old = await harness.start('Large', { count: 20_000 })
    const young = await harness.start('Large', { count: 20_000 })
    for (const runId of [old, young]) await harness.until(runId, 'COMPLETED')
    await age(old, 31)
    await harness.pool.query(`update payload set kept_at = kept_at - interval '2 days'`)
    await remove({ exportTo: openExportFolder(folder) })
    const [line] = await exported()
    expect(Object.values(line?.payloads ?? {})).toEqual([expect.arrayContaining([{ id: 19_999, name: 'row 19999' }])])
    expect(await payloads()).toBe(1)

    await age(young, 31)
    await harness.pool.query(`update payload set kept_at = clock_timestamp()`)
    await remove()
    expect(await left()).toEqual([])
    expect(await payloads()).toBe(1)
    await harness.pool.query(`update payload set kept_at = kept_at - interval '2 days'`)
    await remove()
    expect(await payloads()).toBe(0)
  })

  it('has no more than one large value in memory while it exports, however many runs have however many', async () => {
    await harness.publish('Larger', [
      standard('First', 'rows'),
      standard('Count', 'add_one'),
      standard('Again', 'too_large', { output_key: 'filled' }),
    ])
    const runIds: string[] = []
    for (const workflow of ['Larger', 'Ends', 'Larger']) {
      const runId = await harness.start(workflow, { count: 20_000, bytes: 700_000 })
      await harness.until(runId, 'COMPLETED')
      runIds.push(runId)
    }
    const client = await harness.pool.connect()
    let most = 0
    const watched = {
      async query(text: string, values: unknown[]) {
        const answer = await client.query(text, values)
        most = Math.max(most, JSON.stringify(answer.rows).length)
        return answer
      },
    } as unknown as PoolClient
    let text = ''
    try {
      for await (const piece of exportLines(watched, runIds.toReversed())) text += piece
    } finally {
      client.release()
    }
    const exportedLines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
    expect(exportedLines.map(({ run_id }) => run_id)).toEqual(runIds)
    expect(exportedLines.map(({ payloads }) => payloads && Object.keys(payloads).length)).toEqual([2, null, 2])
    const { rows } = await harness.pool.query<{ bytes: number }>(
      'select max(length(to_json(value)::text)) as bytes from payload',
    )
    // It and the names of its columns.
    expect(most).toBeLessThan((rows[0]?.bytes ?? 0) + 1_000)
    for (const [index, runId] of runIds.entries()) {
      const line = exportedLines[index]
      const { inline } = openPayloads(
        new Map(Object.entries(line?.payloads ?? {}).map(([sha256, value]) => [sha256, JSON.stringify(value)])),
      )
      expect(fold(initialState(), (line?.events ?? []).map(inline))).toEqual(await harness.state(runId))
    }
  })

  it('leaves a tree in which something waits, however old the rest of it', async () => {
    const root = await harness.start('AboveAsks')
    await harness.until(root, 'WAITING_CHILD_HUMAN_INPUT')
    // As when a root has ended and left a sub-workflow behind.
    await harness.pool.query(`update run_state set ended_at = now() - interval '90 days' where run_id = $1`, [root])
    await remove()
    expect(await left()).toHaveLength(2)
  })

  it('leaves a run that somebody has just sent a command', async () => {
    const runId = await ended('Ends', 'COMPLETED', 31)
    await harness.pool.query(
      `insert into mailbox (run_id, operation_id, command) values ($1, gen_random_uuid(), '{}')`,
      [runId],
    )
    await remove()
    expect(await left()).toEqual([runId])
  })

  it('leaves a run that somebody else has locked, and takes it the next time', async () => {
    const runId = await ended('Ends', 'COMPLETED', 31)
    const other = await harness.pool.connect()
    await other.query('begin')
    await other.query('select from run_state where run_id = $1 for update', [runId])
    await remove()
    expect(await left()).toEqual([runId])
    await other.query('commit')
    other.release()
    await remove()
    expect(await left()).toEqual([])
  })

  it('exports a run as one line that holds its whole history, before it goes', async () => {
    const exportTo = openExportFolder(folder)
    const asked = await harness.start('Asks')
    await harness.until(asked, 'WAITING_HUMAN_INPUT')
    await harness.send(asked, { type: 'resume', input: { approved: true } })
    await harness.until(asked, 'COMPLETED')
    await age(asked, 31)
    await harness.pool.query(
      `insert into task_event (operation_id, task_id, run_id, kind, actor, actor_name, details)
       select gen_random_uuid(), id, run_id, 'commented', 'ana', 'Ana', '{"text": "Fine"}' from human_task where run_id = $1`,
      [asked],
    )
    const history = await harness.history(asked)
    const above = await ended('AboveEnds', 'COMPLETED', 40)
    const removed: number[] = []
    await remove({ exportTo, onRemoved: (runs) => removed.push(runs) })
    expect(await left()).toEqual([])
    expect(removed).toEqual([3])
    const all = await exported()
    expect(all.map(({ run }) => run.workflow).sort()).toEqual(['AboveEnds', 'Asks', 'Ends'])
    expect(all.filter(({ run }) => run.root_run_id === above)).toHaveLength(2)
    const line = all.find(({ run_id }) => run_id === asked)
    expect(line?.events).toEqual(history)
    expect(fold(initialState(), line?.events ?? []).outcome?.status).toBe('COMPLETED')
    expect(line?.human_tasks).toMatchObject([{ status: 'decided' }])
    // What tasks are found by is made from the rest.
    expect(line?.human_tasks[0]).not.toHaveProperty('sought')
    expect(line?.task_events).toMatchObject([{ kind: 'commented', details: { text: 'Fine' } }])
    expect((await harness.pool.query('select from task_event')).rowCount).toBe(0)
  })

  it('removes nothing when the export cannot be written', async () => {
    await ended('Ends', 'COMPLETED', 31)
    await harness.pool.query(
      `insert into mailbox (run_id, operation_id, command, created_at) values
         (gen_random_uuid(), gen_random_uuid(), 'lost', now() - interval '25 hours')`,
    )
    await expect(remove({ exportTo: openExportFolder('/dev/null/no-folder') })).rejects.toThrow('no-folder')
    expect(await left()).toHaveLength(1)
    // What is nobody's goes all the same.
    expect((await harness.pool.query('select from mailbox')).rowCount).toBe(0)
  })

  it('loses nothing in a crash between export and removal: the same run is in the file again, and known by its id', async () => {
    const real = openExportFolder(folder)
    const runId = await ended('Ends', 'COMPLETED', 31)
    const dying: ExportFolder = {
      async append(pieces) {
        const lines = await real.append(pieces)
        await harness.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'dying'`,
        )
        return lines
      },
    }
    const pool = createPool(harness.databaseUrl, 1)
    await pool.query(`set application_name = 'dying'`)
    await expect(removeOld(options({ pool, exportTo: dying }), new AbortController().signal)).rejects.toThrow()
    await pool.end()
    expect(await left()).toEqual([runId])
    await remove({ exportTo: openExportFolder(folder) })
    expect(await left()).toEqual([])
    expect((await exported()).map(({ run_id }) => run_id)).toEqual([runId, runId])
  })

  it('cuts off what a crash has left half-written in the file, and goes on behind the last whole line', async () => {
    const first = openExportFolder(folder)
    const one = await ended('Ends', 'COMPLETED', 31)
    await remove({ exportTo: first })
    const path = join(folder, (await readdir(folder))[0] ?? '')
    const { size } = await stat(path)
    const whole = await readFile(path)
    await appendFile(path, whole.subarray(0, size - 9))
    const two = await ended('Ends', 'COMPLETED', 31)
    await remove({ exportTo: openExportFolder(folder) })
    expect((await exported()).map(({ run_id }) => run_id)).toEqual([one, two])
  })

  it('cuts off what another engine has left half-written since the own last append', async () => {
    const [own, other] = [openExportFolder(folder), openExportFolder(folder)]
    const line = async function* (runId: string) {
      yield `{"run_id":"${runId}"}\n`
    }
    await own.append(line('one'))
    await other.append(line('two'))
    const path = join(folder, (await readdir(folder))[0] ?? '')
    // As when that engine was killed while it wrote its next batch.
    await appendFile(path, (await readFile(path)).subarray(0, 30))
    await own.append(line('three'))
    await other.append(line('four'))
    await openExportFolder(folder).append(line('five'))
    expect((await exported()).map(({ run_id }) => run_id)).toEqual(['one', 'two', 'three', 'four', 'five'])
  })

  it('cuts off a line whose end is in a member that never came', async () => {
    const torn = openExportFolder(folder)
    const pieces = async function* (...texts: readonly string[]) {
      yield* texts
    }
    await torn.append(pieces('{"run_id":"whole"}\n'))
    await torn.append(pieces(`{"run_id":"${'x'.repeat(5_000_000)}`))
    await openExportFolder(folder).append(pieces('{"run_id":"next"}\n'))
    expect((await exported()).map(({ run_id }) => run_id)).toEqual(['whole', 'next'])
  })

  it('is done by one engine at a time', async () => {
    const runId = await ended('Ends', 'COMPLETED', 31)
    const other = await harness.pool.connect()
    await other.query('select pg_advisory_lock(48151625)')
    await remove()
    expect(await left()).toEqual([runId])
    other.release(true)
    const looking = startRetention(options({ lookEveryMs: 20 }))
    await expect.poll(left).toEqual([])
    await looking.stop()
  })

  it('removes answered commands, lost ones and snapshots of finished runs after a day, also where runs are kept', async () => {
    const runId = await ended('Ends', 'COMPLETED', 2)
    const fresh = await ended('Ends', 'COMPLETED', 0)
    const open = await harness.start('Asks')
    await harness.until(open, 'WAITING_HUMAN_INPUT')
    await harness.pool.query(`insert into snapshot select run_id, 1, '{}' from run_state`)
    await harness.pool.query(
      `insert into mailbox (run_id, operation_id, command, created_at, handled_at) values
         ($1, gen_random_uuid(), 'old', now() - interval '2 days', now() - interval '25 hours'),
         ($1, gen_random_uuid(), 'new', now() - interval '2 days', now() - interval '23 hours'),
         (gen_random_uuid(), gen_random_uuid(), 'lost', now() - interval '25 hours', null)`,
      [runId],
    )
    await remove({ olderThanDays: undefined })
    expect((await harness.pool.query('select command from mailbox')).rows).toEqual([{ command: 'new' }])
    const snapshots = await harness.pool.query<{ run_id: string }>('select run_id from snapshot order by run_id')
    expect(snapshots.rows.map(({ run_id }) => run_id)).toEqual([fresh, open].sort())
    expect(await left()).toHaveLength(3)
  })
})
