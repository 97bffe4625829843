import type { Role } from './role-urls.ts'

/**
 * The tables that need more than the rule. The rule: a table with `owner_id` is divided by it; a table with `run_id`
 * alone by the owner of the run. Engines and requests read and write it. A table that has neither column and stands in no
 * list below is closed to all roles, and `row-security.test.ts` names it.
 */

/**
 * The version of the policies and grants: raised with a change of them that comes without a migration. A program with a
 * lower one, or one that does not know a migration of the database, leaves them as a later version has made them.
 */
export const grantsVersion = 1

/** Accounts and sessions belong to people, who may be members of several owners: the role of logins alone has them. */
export const accountTables: readonly string[] = [
  'user',
  'session',
  'account',
  'verification',
  'two_factor',
  'used_code',
  'attempt',
  'login_link',
  'provider_logout',
]

/** Tables of the installation, which say nothing about an owner. No policy applies to them. */
export const installationTables: readonly string[] = [
  'engine',
  'worker',
  'fleet_process',
  'fleet',
  'bookmark',
  'run_count',
  'row_security',
  '_prisma_migrations',
]

/** Conditions for the rows of an owner in tables where `owner_id` or `run_id` does not say it. */
export const ownerConditions: Readonly<Record<string, (owner: string) => string>> = {
  owner: (owner) => `id = ${owner}`,
}

/**
 * Views with the condition of the policies in themselves, which read their tables with the rights of the owner of the
 * tables. Only the condition itself separates owners there, so each of them has a test.
 */
export const ownRowViews: readonly string[] = [
  'own_run',
  'own_run_state',
  'own_run_search',
  'own_run_number',
  'own_run_progress',
]

/** Columns that a role may not read in a table it otherwise uses. */
export const hiddenColumns: Readonly<Record<string, readonly string[]>> = {
  secret: ['ciphertext'],
  webhook_secret: ['ciphertext'],
  connection: ['ciphertext', 'token'],
}

/** Rights on one table: of the whole table, or of some of its columns. */
export type Rights = readonly string[]

const whole = ['select', 'insert', 'update', 'delete']

/** Rights that differ from the rule. A role that is absent has no right on the table. */
const otherRights: Readonly<Record<string, Partial<Record<Role, Rights>>>> = {
  // Rows are only added; an engine seals them, and removes those that retention gives up.
  audit: {
    engine: ['select', 'insert', 'update (seq, hash)', 'delete'],
    web: ['select', 'insert'],
    auth: ['select', 'insert'],
  },
  audit_chain: { engine: whole, web: ['select'] },
  engine: { engine: whole, web: ['select'], start: ['select'] },
  worker: { engine: whole, web: ['select'] },
  fleet: { engine: ['select'], start: ['select'], web: ['select'] },
  // A web process shows itself by the role of starts and monitoring.
  fleet_process: { engine: whole, web: ['select'], start: whole },
  bookmark: { engine: whole, start: ['select'], web: ['select'] },
  run_count: { engine: whole, start: ['select'] },
  archived_run: { engine: whole, web: ['select'] },
  // The operator's command alone writes it, as the owner of the tables. A process looks at it before it starts.
  moved_owner: { engine: ['select'], web: ['select'], start: ['select (owner_id, direction, database, identity)'] },
  // Triggers keep it, with the rights of the owner of the tables.
  run_total: { engine: ['select'], web: ['select'] },
  _prisma_migrations: {
    start: ['select (migration_name, finished_at, rolled_back_at)'],
    engine: ['select (migration_name, finished_at, rolled_back_at)'],
  },
  row_security: {},
}

/**
 * What starts, change feed and monitoring of the web process need of the rows of all owners: ids, positions and statuses,
 * and nothing that people wrote.
 */
const startRights: Readonly<Record<string, Rights>> = {
  run: ['select (id, owner_id, idempotency_key, created_by, request_identity, variants, workflow_id)', 'insert'],
  run_state: ['select (run_id, owner_id, engine_id, status, phase, held, pending, called_failed, ended_at)', 'insert'],
  run_log: ['select (run_id, seq, xid)', 'insert'],
  task_event: ['select (run_id, xid)'],
  removed_run: ['select (run_id, owner_id, xid)'],
  ready: ['select (run_id, owner_id, priority, position, woken, created_at)', 'insert'],
  workflow: ['select (owner_id, name, archived_at, latest_version)'],
  trigger: ['select (owner_id, hook_id)'],
  test_call: ['select (owner_id, id)'],
  run_search: ['select (owner_id, bytes)'],
  payload: ['select (owner_id, sha256, kept_at, bytes, is_file)', 'insert', 'update (kept_at)'],
  payload_use: ['select (run_id, owner_id, sha256)', 'insert'],
  mailbox: ['select (id, run_id, handled_at)'],
  human_task: ['select (id, status)'],
  timer: ['select (run_id, due_at)'],
  failure_notice: ['select (run_id)'],
  bulk_operation: ['select (id, owner_id, resume_at, ended_at)'],
}

/** Tables that a login reads or writes before the owner of its request is known. */
const membershipTables = [
  'owner',
  'member',
  'person',
  'person_group',
  'group_member',
  'group_mapping',
  'invite',
  'api_key',
  'owner_entry',
  'erased_person',
]

/** The rights of each role on a table. */
export function rightsOn(table: string, hasOwner: boolean, columns: readonly string[]): Readonly<Record<Role, Rights>> {
  const none = { engine: [], web: [], start: [], auth: [] }
  if (accountTables.includes(table)) return { ...none, auth: whole }
  // The partitions of the archive have the rights of the whole.
  const other = otherRights[table.startsWith('archived_run_') ? 'archived_run' : table]
  if (other) return { ...none, ...other }
  if (!hasOwner) return none
  return {
    engine: whole,
    web: withoutHidden(table, columns),
    start: startRights[table] ?? [],
    auth: membershipTables.includes(table) ? whole : [],
  }
}

function withoutHidden(table: string, columns: readonly string[]): Rights {
  const hidden = hiddenColumns[table]
  if (!hidden) return whole
  const shown = columns.filter((column) => !hidden.includes(column)).map((column) => `"${column}"`)
  return [`select (${shown.join(', ')})`, 'insert', 'update', 'delete']
}
