import type { Pool } from 'pg'
import { secretFields } from '#core/definition/connections/kinds.ts'
import type { Actor } from '#server/access/actor.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import type { Secrets } from '../../secrets.ts'
import type { ConnectionEntry, ConnectionTest } from './models.ts'
import type { OpenedConnection } from './opened-connection.ts'
import { workflowsWithConnection } from './workflows-with-connection.ts'

interface Row extends Omit<ConnectionEntry, 'source' | 'updatedAt' | 'lastUsedAt' | 'test' | 'usedBy'> {
  readonly updatedAt: Date
  readonly lastUsedAt: Date | null
  readonly testAskedAt: Date | null
  readonly testedAt: Date | null
  readonly testPassed: boolean | null
  readonly testMessage: string | null
}

/** The connections that steps of the owner may name, by name, without their secrets. `environment`: local mode. */
export async function listConnections(
  pool: Pool,
  actor: Actor,
  environment: Secrets | undefined,
): Promise<readonly ConnectionEntry[]> {
  requirePermission(permits(actor, 'secret.use'))
  const local = environment?.connections ?? []
  const [stored, users] = await Promise.all([
    storedConnections(pool, actor.ownerId),
    workflowsWithConnection(pool, actor.ownerId, { others: local.map(({ name }) => name) }),
  ])
  const hidden = new Set(stored.map(({ name }) => name))
  const others = local.filter(({ name }) => !hidden.has(name)).map(environmentEntry)
  return [...stored, ...others]
    .map((entry) => ({ ...entry, usedBy: users.get(entry.name) ?? [] }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Stored connections, without their users; no permission is checked. */
export async function storedConnections(pool: Pool, ownerId: string): Promise<readonly ConnectionEntry[]> {
  const { rows } = await pool.query<Row>(
    `select name, kind, version, settings, secret_fields as "secretFields", workflows, updated_by as "updatedBy",
            updated_at as "updatedAt", last_used_at as "lastUsedAt", test_asked_at as "testAskedAt",
            tested_at as "testedAt", test_passed as "testPassed", test_message as "testMessage"
       from connection where owner_id = $1 order by name`,
    [ownerId],
  )
  return rows.map(({ testAskedAt, testedAt, testPassed, testMessage, ...row }) => ({
    ...row,
    source: 'stored',
    usedBy: [],
    updatedAt: row.updatedAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    test: testOf({ testAskedAt, testedAt, testPassed, testMessage }),
  }))
}

function testOf({
  testAskedAt,
  testedAt,
  testPassed,
  testMessage,
}: Pick<Row, 'testAskedAt' | 'testedAt' | 'testPassed' | 'testMessage'>): ConnectionTest {
  if (testAskedAt) return { state: 'asked', at: testAskedAt.toISOString(), message: null }
  if (!testedAt) return { state: 'never', at: null, message: null }
  return { state: testPassed ? 'passed' : 'failed', at: testedAt.toISOString(), message: testMessage }
}

function environmentEntry({ name, kind, settings, secrets, isExample }: OpenedConnection): ConnectionEntry {
  return {
    name,
    kind,
    source: isExample ? 'example' : 'environment',
    version: null,
    settings,
    secretFields: secretFields(kind).flatMap(({ key }) => (secrets[key] === undefined ? [] : [key])),
    workflows: [],
    usedBy: [],
    updatedBy: null,
    updatedAt: null,
    lastUsedAt: null,
    test: { state: 'never', at: null, message: null },
  }
}
