import { z } from 'zod'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { ownerScope, permits, requirePermission } from '#server/access/may.ts'
import { cursorText, decodeCursor, pageOf } from '../cursor.ts'
import { instant } from '../instant.ts'
import type { Page } from '../page.ts'
import type { Stores, StoresOf } from '../stores.ts'
import { type AuditOutcome, installationOwner } from './entry.ts'

/** It stands in no text, so that every text with a beginning sorts before the beginning with it. */
const LAST_CHARACTER = '\u{10ffff}'

export const auditOutcomes = ['done', 'asked', 'refused'] as const satisfies readonly AuditOutcome[]

const text = z
  .string()
  .min(1)
  .max(limits.audit.searchCharacters)
  .refine((value) => value.isWellFormed() && !value.includes('\0'), {
    error: 'This contains a character that no row has.',
  })

export const auditFilter = z.strictObject({
  /** The rows of the installation instead of those of the owner: failed logins of unknown accounts, rotated master keys. */
  of: z.enum(['installation']).optional(),
  actor: text.optional(),
  action: text.optional(),
  /** The beginning of the target. */
  target: text.optional(),
  outcome: z.enum(auditOutcomes).optional(),
  from: instant.optional(),
  to: instant.optional(),
})

export type AuditFilter = z.infer<typeof auditFilter>

/** A row of the audit, for people. */
export interface AuditItem {
  readonly id: string
  readonly ownerId: string
  readonly at: string
  readonly actorId: string
  /** The name in the directory of today; null for a person who is not in it. */
  readonly actorName: string | null
  readonly kind: string
  readonly keyId: string | null
  /** The real caller, where somebody acted as another person. */
  readonly principalId: string | null
  readonly action: string
  readonly target: string
  readonly outcome: AuditOutcome
  readonly times: number
  readonly address: string | null
  readonly requestId: string | null
  /** The place in the chain; null until an engine has sealed the row. */
  readonly seq: string | null
}

/** A row as it is exported: the hashes let a reader compute the chain again. */
export interface AuditRecord extends AuditItem {
  readonly beforeHash: string | null
  readonly afterHash: string | null
  readonly hash: string | null
}

const cursorKeys = z.tuple([instant, cursorText.regex(/^\d{1,18}$/)])

export interface AuditQuery extends AuditFilter {
  readonly cursor?: string | null | undefined
  readonly limit: number
}

/** Who reads the audit, and by which stores; `storesOf` is unset in local mode, whose stores see every owner. */
export interface AuditReader {
  readonly stores: Stores
  readonly storesOf?: StoresOf | undefined
  readonly actor: Actor
}

/** The rows of the actor's owner, or of the installation, newest first. Throws `FORBIDDEN`. */
export async function listAudit(reader: AuditReader, query: AuditQuery): Promise<Page<AuditItem>> {
  const page = await listRecords(boundReader(reader, query), query)
  return { ...page, items: page.items.map(({ beforeHash: _, afterHash: __, hash: ___, ...item }) => item) }
}

/** Every row that the filter finds, newest first, read page by page as fast as it is taken. */
export async function* exportAudit(reader: AuditReader, filter: AuditFilter): AsyncGenerator<AuditRecord> {
  const bound = boundReader(reader, filter)
  let cursor: string | null = null
  do {
    const page: Page<AuditRecord> = await listRecords(bound, {
      ...filter,
      cursor,
      limit: limits.audit.exportedAtOnce,
    })
    yield* page.items
    cursor = page.nextCursor
  } while (cursor !== null)
}

/** The reader of the rows that the filter is about: of the installation, only its administrators read any. */
function boundReader(reader: AuditReader, { of }: AuditFilter): AuditReader {
  const { actor, stores, storesOf } = reader
  if (of === undefined) return reader
  requirePermission(permits(actor, 'installation.admin'))
  const { everyOwner: _, ...bound } = { ...actor, ownerId: installationOwner }
  return { actor: bound, stores: storesOf?.(installationOwner) ?? stores }
}

async function listRecords({ stores: { pool }, actor }: AuditReader, query: AuditQuery): Promise<Page<AuditRecord>> {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = conditionsOf(actor, query, bind)
  const { rows } = await pool.query<AuditRecord>(
    `select a.id::text, a.owner_id as "ownerId", to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
            a.actor_id as "actorId", p.name as "actorName", a.kind, a.key_id as "keyId", a.principal_id as "principalId",
            a.action, a.target, a.outcome, a.times, a.address, a.request_id as "requestId", a.seq::text,
            a.before_hash as "beforeHash", a.after_hash as "afterHash", a.hash
       from audit a left join person p on p.owner_id = a.owner_id and p.id = a.actor_id
      where ${conditions.length === 0 ? 'true' : conditions.join(' and ')}
      order by a.at desc, a.id desc limit ${bind(query.limit + 1)}`,
    values,
  )
  return pageOf(
    rows,
    query.limit,
    (row) => row,
    (row) => [row.at, row.id],
  )
}

function conditionsOf(actor: Actor, query: AuditQuery, bind: (value: unknown) => string): readonly string[] {
  const owner = ownerScope(actor)
  const [at, id] = query.cursor ? decodeCursor(query.cursor, cursorKeys) : []
  const by = (value: string | null | undefined, condition: (parameter: string) => string) =>
    value === null || value === undefined ? [] : [condition(bind(value))]
  return [
    ...by(owner, (of) => `a.owner_id = ${of}`),
    ...(at === undefined ? [] : [`(a.at, a.id) < (${bind(at)}::timestamptz, ${bind(id)}::bigint)`]),
    ...by(query.actor, (id) => `a.actor_id = ${id}`),
    ...by(query.action, (action) => `a.action = ${action}`),
    // Not `like`: with row-level security the planner uses indexes for leakproof operators only.
    ...by(query.target, (start) => `a.target ~>=~ ${start}`),
    ...by(query.target && `${query.target}${LAST_CHARACTER}`, (end) => `a.target ~<~ ${end}`),
    // As a constant: the index of what was not done has a condition.
    ...(query.outcome ? [`a.outcome = '${query.outcome}'`] : []),
    ...by(query.from, (from) => `a.at >= ${from}::timestamptz`),
    ...by(query.to, (to) => `a.at < ${to}::timestamptz`),
  ]
}
