import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import type { Definition } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import { splitDocuments } from '#core/definition/text/documents.ts'

/** Puts a definition into the database as the next version of its workflow; its JSON is its text. */
export function publishForTest(pool: Pool, definition: Definition, ownerId = 'local'): Promise<number> {
  return insertVersion(pool, definition, JSON.stringify(definition), ownerId)
}

/** Publishes every document of a file as the next version of its workflow. */
export async function publishTexts(pool: Pool, file: string): Promise<void> {
  for (const { text } of splitDocuments(await readFile(file, 'utf8'))) {
    const { definition, problems } = parse(text)
    const errors = problems.filter(({ severity }) => severity === 'error')
    if (!definition || errors.length > 0) throw new Error(`${file}: ${JSON.stringify(errors)}`)
    await insertVersion(pool, definition, text, 'local')
  }
}

async function insertVersion(pool: Pool, definition: Definition, text: string, ownerId: string): Promise<number> {
  const name = definition.workflow_type
  const { rows } = await pool.query<{ latest_version: number }>(
    `insert into workflow (owner_id, name, latest_version) values ($1, $2, 1)
     on conflict (owner_id, name) do update set latest_version = workflow.latest_version + 1 returning latest_version`,
    [ownerId, name],
  )
  const version = rows[0]?.latest_version ?? 1
  const hash = createHash('sha256').update(text).digest('hex')
  await pool.query(
    `insert into definition (owner_id, name, version, hash, text, compiled, author) values ($1, $2, $3, $4, $5, $6, 'test')`,
    [ownerId, name, version, hash, text, JSON.stringify(definition)],
  )
  return version
}
