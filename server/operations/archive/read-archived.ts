import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { readMember, runIdOfLine } from '../retention/export-file.ts'

/** A run in the archive, as its index has it. */
export interface ArchivedRun {
  readonly runId: string
  readonly ownerId: string
  readonly workflow: string
  readonly version: number
  readonly status: string
  readonly createdAt: Date
  readonly endedAt: Date
  readonly file: string
  readonly place: number
}

export interface ArchiveQuery {
  readonly runId?: string | undefined
  readonly ownerId?: string | undefined
  readonly workflow?: string | undefined
  readonly status?: string | undefined
  readonly limit: number
}

/** The runs in the archive, the newest first. */
export async function listArchived(pool: Pool, query: ArchiveQuery): Promise<readonly ArchivedRun[]> {
  const { rows } = await pool.query<ArchivedRun>(
    `select run_id as "runId", owner_id as "ownerId", workflow, version, status, created_at as "createdAt", ended_at as "endedAt", file,
            place::float8 as place
       from archived_run
      where ($1::uuid is null or run_id = $1) and ($2::text is null or owner_id = $2) and ($3::text is null or workflow = $3)
        and ($4::text is null or status = $4)
      order by run_id desc limit $5`,
    [query.runId ?? null, query.ownerId ?? null, query.workflow ?? null, query.status ?? null, query.limit],
  )
  return rows
}

/**
 * The line of a run in its file. It is looked for from the begin of the file where it is not at its place: a crash may come
 * between a file that was written anew and the places in it. Null where it is not there at all.
 */
export async function readArchived(folder: string, { runId, file, place }: ArchivedRun): Promise<string | null> {
  const handle = await open(join(folder, file), 'r')
  try {
    return (await lineFrom(handle, runId, place)) ?? (await lineFrom(handle, runId, 0))
  } finally {
    await handle.close()
  }
}

async function lineFrom(handle: FileHandle, runId: string, place: number): Promise<string | null> {
  let text = ''
  for (let member = await readMember(handle, place); member; member = await readMember(handle, member.next)) {
    const lines = (text + member.text).split('\n')
    // What comes behind the last end of a line goes on in the next member.
    text = lines.pop() ?? ''
    const found = lines.find((line) => runIdOfLine(line) === runId)
    if (found !== undefined) return found
  }
  return null
}
