import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase, Pool, PoolClient } from 'pg'
import { erasedName, eraseName } from '#core/people/erase-name.ts'
import { openExportFolder, readMember, syncFolder } from '../retention/export-file.ts'
import { RETENTION_LOCK } from '../retention/retention-lock.ts'

/** The parts of a line in which Heddle itself has named people: the same as in the database. All others are values. */
interface Line {
  readonly run: { readonly owner_id: string }
  readonly human_tasks?: readonly (Named & { readonly approvals?: readonly Named[] | null })[]
  readonly task_events?: readonly (Named & { readonly details?: Named | null })[]
  events: unknown
}

type Named = Record<string, unknown>

/**
 * Erases the name of a person from the files of the archive that have runs of the owner: each is written anew beside the
 * old one, and takes its place. False while another engine writes to the archive. No transaction is open meanwhile: files
 * may take hours, and readers of the log stop at the oldest transaction.
 */
export async function eraseInArchive(
  pool: Pool,
  folder: string,
  { ownerId, personId }: { readonly ownerId: string; readonly personId: string },
): Promise<boolean> {
  const client = await pool.connect()
  let isBroken = true
  try {
    const { rows: locked } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      RETENTION_LOCK,
    ])
    if (locked[0]?.mine) {
      const { rows } = await client.query<{ file: string }>(
        'select distinct file from archived_run where owner_id = $1 order by file',
        [ownerId],
      )
      for (const { file } of rows) await rewrite(client, folder, file, (line) => eraseInLine(line, ownerId, personId))
      await client.query('select pg_advisory_unlock($1)', [RETENTION_LOCK])
    }
    isBroken = false
    return locked[0]?.mine === true
  } finally {
    // After an error the connection may still hold the lock, so the pool discards it.
    client.release(isBroken)
  }
}

/** Whether the archive has runs of an owner. */
export async function isInArchive(client: Pick<ClientBase, 'query'>, ownerId: string): Promise<boolean> {
  const { rowCount } = await client.query('select from archived_run where owner_id = $1 limit 1', [ownerId])
  return rowCount === 1
}

/** A line without the name; null where it does not change, or is of another owner. */
export function eraseInLine(line: string, ownerId: string, personId: string): string | null {
  if (!line.includes(JSON.stringify(personId))) return null
  const value = JSON.parse(line) as Line
  if (value.run.owner_id !== ownerId) return null
  let isErased = false
  const erase = (object: Named | null | undefined, id: string, name: string) => {
    if (object?.[id] !== personId || typeof object[name] !== 'string' || object[name] === erasedName) return
    object[name] = erasedName
    isErased = true
  }
  for (const task of value.human_tasks ?? []) {
    erase(task, 'held_by', 'held_by_name')
    erase(task, 'decided_by', 'decided_by_name')
    for (const approval of task.approvals ?? []) erase(approval, 'by', 'name')
  }
  for (const event of value.task_events ?? []) {
    erase(event, 'actor', 'actor_name')
    erase(event.details, 'to', 'toName')
  }
  const events = eraseName(JSON.stringify(value.events), personId)
  if (events !== null) value.events = JSON.parse(events)
  return isErased || events !== null ? JSON.stringify(value) : null
}

async function rewrite(
  client: PoolClient,
  folder: string,
  file: string,
  change: (line: string) => string | null,
): Promise<void> {
  const path = join(folder, file)
  if (!(await isChangedBy(path, change))) return
  const beside = join(folder, '.erasing')
  async function* lines(): AsyncGenerator<string> {
    for await (const line of linesOf(path)) yield `${change(line) ?? line}\n`
  }
  await rm(beside, { recursive: true, force: true })
  // A file has the name of its day.
  const day = new Date(/\d{4}-\d\d-\d\d/.exec(file)?.[0] ?? 0)
  const written = await openExportFolder(beside, () => day).append(lines())
  await rename(join(beside, file), path)
  await syncFolder(folder)
  await client.query(
    `update archived_run a set place = l.place from unnest($1::uuid[], $2::bigint[]) as l(id, place)
      where a.run_id = l.id and a.file = $3`,
    [written.map(({ runId }) => runId), written.map(({ place }) => place), file],
  )
  await rm(beside, { recursive: true, force: true })
}

async function isChangedBy(path: string, change: (line: string) => string | null): Promise<boolean> {
  for await (const line of linesOf(path)) if (change(line) !== null) return true
  return false
}

/** The whole lines of a file; a torn end is left out. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const handle = await open(path, 'r')
  try {
    let text = ''
    for (let member = await readMember(handle, 0); member; member = await readMember(handle, member.next)) {
      const lines = (text + member.text).split('\n')
      text = lines.pop() ?? ''
      yield* lines
    }
  } finally {
    await handle.close()
  }
}
