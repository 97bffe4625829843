import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Definition } from '#core/definition/definition.ts'
import type { Actor } from '#server/access/actor.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { ApiError } from '../../api-error.ts'
import { registerTriggers } from '../../triggers/register-triggers.ts'
import { kindOf } from '../kind-of.ts'
import { tagsOf } from '../tags-of.ts'
import { requireReviewed } from './require-reviewed.ts'

export interface NewVersion {
  readonly name: string
  readonly text: string
  readonly definition: Definition
  readonly message?: string | undefined
}

export interface InsertedVersion {
  readonly version: number
  readonly hash: string
  /** Whether this call created the version. */
  readonly isNew: boolean
}

/**
 * Publishes a text as the next version of an existing workflow and returns its number and hash; a text equal to the
 * latest version returns that version. The workflow's row is locked until the transaction ends, so two publishers get
 * consecutive numbers. Throws `FORBIDDEN` where a second person must publish.
 */
export async function insertVersion(
  client: PoolClient,
  actor: Actor,
  { name, text, definition, message }: NewVersion,
): Promise<InsertedVersion> {
  const hash = hashOf(text)
  const key = [actor.ownerId, name]
  const locked = await client.query<{ latest_version: number; kind: string }>(
    'select latest_version, kind from workflow where owner_id = $1 and name = $2 for update',
    key,
  )
  refuseOtherKind(name, locked.rows[0]?.kind, definition)
  const latest = locked.rows[0]?.latest_version ?? 0
  const published = await client.query<{ hash: string }>(
    'select hash from definition where owner_id = $1 and name = $2 and version = $3',
    [...key, latest],
  )
  if (published.rows[0]?.hash === hash) return { version: latest, hash, isNew: false }

  await requireReviewed(client, actor, { name, text })
  const version = latest + 1
  await client.query(
    `insert into definition (owner_id, name, version, hash, label, text, compiled, message, author)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...key,
      version,
      hash,
      definition.workflow_version ?? null,
      text,
      JSON.stringify(definition),
      message ?? null,
      actor.id,
    ],
  )
  await client.query(
    `update workflow set latest_version = $3, description = $4, title = $5, tags = $6, updated_at = now()
      where owner_id = $1 and name = $2`,
    [...key, version, definition.description ?? null, definition.title ?? null, tagsOf(definition)],
  )
  await client.query(`update draft set editors = '{}' where owner_id = $1 and name = $2 and text = $3`, [...key, text])
  await registerTriggers(client, actor, name, definition)
  const target = `${name} v${version}`
  await recordAudit(client, { actor, action: 'workflow.publish', target, after: text, outcome: 'done' })
  return { version, hash, isNew: true }
}

/** A workflow stays what it was made of: its runs, its callers and its page depend on it. */
function refuseOtherKind(name: string, kind: string | undefined, definition: Definition): void {
  if (kind === undefined || kind === kindOf(definition)) return
  const message =
    kind === 'code'
      ? `${name} is code: change its file, or choose another name.`
      : `A workflow ${name} that is made of steps exists. Give the code another type.`
  throw new ApiError('NAME_TAKEN', message, 'workflow_type')
}

/** The latest version that has this text. */
export async function findVersion(
  client: PoolClient,
  actor: Actor,
  { name, text }: Pick<NewVersion, 'name' | 'text'>,
): Promise<{ readonly version: number; readonly hash: string } | null> {
  const { rows } = await client.query<{ version: number; hash: string }>(
    `select version, hash from definition where owner_id = $1 and name = $2 and version > 0 and hash = $3
      order by version desc limit 1`,
    [actor.ownerId, name, hashOf(text)],
  )
  return rows[0] ?? null
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
