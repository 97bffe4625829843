import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../stores.ts'

/** Maximum number of folders in a list; a folder with more is searched instead. */
const mostFolders = 200

export interface WorkflowFolder {
  /** The part of the name up to the next slash. */
  readonly name: string
  /** Workflows in it and below. */
  readonly workflows: number
}

/** The folders directly in a folder: the parts of names up to the next slash. */
export async function listFolders(
  { pool }: Stores,
  { ownerId }: Actor,
  { folder, archived }: { readonly folder: string; readonly archived: boolean },
): Promise<readonly WorkflowFolder[]> {
  const { rows } = await pool.query<WorkflowFolder>(
    `select split_part(rest, '/', 1) as name, count(*)::int as workflows
       from (select substr(name, length($2) + 1) as rest from workflow
              where owner_id = $1 and (archived_at is not null) = $3 and starts_with(name, $2)) below
      where strpos(rest, '/') > 0
      group by 1 order by 1 limit ${mostFolders}`,
    [ownerId, folder, archived],
  )
  return rows
}
