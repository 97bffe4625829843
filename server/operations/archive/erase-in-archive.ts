import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import { erasedName, eraseName } from '#core/people/erase-name.ts'
import { openExportFolder, readMember } from '../retention/export-file.ts'
import { RETENTION_LOCK } from '../retention/retention-lock.ts'

/** The columns of tasks and of what people did to them that name a person, by the column with the id. */
const names: Readonly<Record<string, string>> = {
  held_by: 'held_by_name',
  decided_by: 'decided_by_name',
  actor: 'actor_name',
  to: 'toName',
  by: 'name',
}

/**
 * Erases the name of a person from the files of the archive that have runs of the owner: each is written anew beside the
 * old one, and takes its place. False while another engine writes to the archive.
 */
export async function eraseInArchive(
  client: PoolClient,
  folder: string,
  { ownerId, personId }: { readonly ownerId: string; readonly personId: string },
): Promise<boolean> {
  const { rows: locked } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
    RETENTION_LOCK,
  ])
  if (!locked[0]?.mine) return false
  const { rows } = await client.query<{ file: string }>('select distinct file from archived_run where owner_id = $1', [
    ownerId,
  ])
  for (const { file } of rows) await rewrite(client, folder, file, (line) => eraseInLine(line, ownerId, personId))
  return true
}

/** A line without the name; null where it does not change, or is of another owner. */
export function eraseInLine(line: string, ownerId: string, personId: string): string | null {
  if (!line.includes(JSON.stringify(personId))) return null
  let isErased = false
  const value = JSON.parse(line, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    const object = part as Record<string, unknown>
    for (const [id, name] of Object.entries(names)) {
      if (object[id] !== personId || typeof object[name] !== 'string' || object[name] === erasedName) continue
      object[name] = erasedName
      isErased = true
    }
    return object
  }) as { readonly run: { readonly owner_id: string } }
  if (value.run.owner_id !== ownerId) return null
  const text = JSON.stringify(value)
  return eraseName(text, personId) ?? (isErased ? text : null)
}

async function rewrite(
  client: PoolClient,
  folder: string,
  file: string,
  change: (line: string) => string | null,
): Promise<void> {
  const beside = join(folder, '.erasing')
  let isChanged = false
  async function* lines(): AsyncGenerator<string> {
    for await (const line of linesOf(join(folder, file))) {
      const changed = change(line)
      isChanged ||= changed !== null
      yield `${changed ?? line}\n`
    }
  }
  await rm(beside, { recursive: true, force: true })
  // A file has the name of its day.
  const day = new Date(/\d{4}-\d\d-\d\d/.exec(file)?.[0] ?? 0)
  const written = await openExportFolder(beside, () => day).append(lines())
  if (isChanged) {
    await rename(join(beside, file), join(folder, file))
    await client.query(
      `update archived_run a set place = l.place from unnest($1::uuid[], $2::bigint[]) as l(id, place)
        where a.run_id = l.id and a.file = $3`,
      [written.map(({ runId }) => runId), written.map(({ place }) => place), file],
    )
  }
  await rm(beside, { recursive: true, force: true })
}

/** The whole lines of a file; a torn end is left out. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const handle = await open(path, 'r').catch(() => null)
  if (handle === null) return
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
