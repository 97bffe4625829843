import type { FileHead } from './store-file.ts'

/** A file of a run, whole. */
export interface StoredFile {
  readonly name: string
  readonly mediaType: string
  readonly content: Buffer
}

/** What runs a query: a pool, a client, or the connections of an engine. */
interface Queryable {
  query<Row extends object>(statement: {
    readonly text: string
    readonly values: unknown[]
  }): Promise<{ readonly rows: Row[] }>
}

/** A file that the run uses; null where it uses none with this id. */
export async function readFileOfRun(pool: Queryable, runId: string, fileId: string): Promise<StoredFile | null> {
  const { rows } = await pool.query<{ value: string; content: Buffer }>({
    text: `select p.value, p.content from payload_use u join payload p using (owner_id, sha256)
            where u.run_id = $1 and u.sha256 = $2 and p.is_file`,
    values: [runId, fileId],
  })
  const [row] = rows
  if (!row) return null
  const { name, media_type } = JSON.parse(row.value) as FileHead
  return { name, mediaType: media_type, content: row.content }
}
