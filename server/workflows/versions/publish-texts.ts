import type { PoolClient } from 'pg'
import type { Actor } from '#server/access/actor.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { Stores } from '../../stores.ts'
import { hasErrors, type ReadDocument, readKnownDocuments } from '../import/read-documents.ts'
import { insertWorkflow } from '../insert-workflow.ts'
import type { KnownSources } from '../known-names.ts'
import type { PublishedWorkflow } from '../models.ts'
import { findVersion, type InsertedVersion, insertVersion, type NewVersion } from './insert-version.ts'

export interface PublishTextsRequest extends KnownSources {
  readonly text: string
  /** Skips a text that has been a version before, even if newer versions exist. */
  readonly onlyNew?: boolean
}

export type PublishTextsResult =
  | { readonly outcome: 'published'; readonly workflows: readonly PublishedWorkflow[] }
  | { readonly outcome: 'refused'; readonly documents: readonly ReadDocument[] }

/** Publishes every document of a text in one transaction, or none of them when one has an error. */
export async function publishTexts(
  stores: Stores,
  actor: Actor,
  { text, onlyNew = false, ...sources }: PublishTextsRequest,
): Promise<PublishTextsResult> {
  const documents = await readKnownDocuments(stores, actor, text, sources)
  const publishable = documents.flatMap(({ name, definition, ...rest }) =>
    name !== null && definition !== null ? [{ ...rest, name, definition }] : [],
  )
  if (publishable.length < documents.length || documents.some(hasErrors)) return { outcome: 'refused', documents }

  // Workflows are locked in the order of their names, so that two concurrent publishers never deadlock.
  const inOrder = publishable.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const versions = await inTransaction(stores.pool, async (client) => {
    const published = new Map<string, { version: number; hash: string }>()
    for (const document of inOrder) {
      const known = onlyNew ? await findVersion(client, actor, document) : null
      const { version, hash } = known ?? (await publishText(client, actor, document))
      published.set(document.name, { version, hash })
    }
    return published
  })
  return {
    outcome: 'published',
    workflows: publishable.map(({ name, problems }) => ({ name, ...versionOf(versions, name), problems })),
  }
}

/**
 * Publishes one text and updates the draft to it, unless a person has changed the draft since the last version: that
 * work is not overwritten.
 */
export async function publishText(
  client: PoolClient,
  actor: Actor,
  { name, text, definition, message }: NewVersion,
): Promise<InsertedVersion> {
  await insertWorkflow(client, actor, { name, text, definition })
  const { rows } = await client.query<{ unchanged: boolean }>(
    `select exists (
              select from definition v join workflow w on w.owner_id = v.owner_id and w.name = v.name
               where v.owner_id = d.owner_id and v.name = d.name and v.version = w.latest_version
                 and v.text = d.text) as unchanged
       from draft d
      where d.owner_id = $1 and d.name = $2
        for update`,
    [actor.ownerId, name],
  )
  const inserted = await insertVersion(client, actor, { name, text, definition, message })
  if (rows[0]?.unchanged) {
    await client.query(
      `update draft set text = $3, revision = revision + 1, base_version = $4, step_count = $5,
                        updated_by = $6, updated_at = now(), editors = '{}'
        where owner_id = $1 and name = $2 and text <> $3`,
      [actor.ownerId, name, text, inserted.version, definition.steps.length, actor.id],
    )
  }
  return inserted
}

function versionOf(versions: ReadonlyMap<string, { version: number; hash: string }>, name: string) {
  const found = versions.get(name)
  if (!found) throw new Error(`${name} was published without a version.`)
  return found
}
