import type { ClientBase, Pool } from 'pg'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { ApiError } from '../../api-error.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Stores } from '../../stores.ts'
import type { Keep } from './get-retention.ts'
import { allWorkflows, effectiveDays, type InstallationRetention } from './retention-rule.ts'

export interface RetentionChange {
  /** Null: all workflows of the owner without a setting of their own. */
  readonly workflow: string | null
  readonly keep: Keep
}

export interface RetentionPreview {
  /** The days that would be in force; null for ever. */
  readonly days: number | null
  /** Root runs that ended longer ago, counted to a bound: the next pass removes them. */
  readonly olderRuns: number
  readonly isBound: boolean
}

/** What a change would remove at once; it changes nothing. Throws `FORBIDDEN`, `INVALID_INPUT`, `NOT_FOUND`. */
export async function previewRetention(
  { pool }: Pick<Stores, 'pool'>,
  actor: Actor,
  installation: InstallationRetention,
  change: RetentionChange,
): Promise<RetentionPreview> {
  requirePermission(permits(actor, 'retention.admin'))
  requireWithinBound(installation, change.keep)
  const { workflow } = change
  await requireWorkflow(pool, actor.ownerId, workflow)
  const given = daysOf(change.keep)
  const whole = workflow === null ? given : await storedDays(pool, actor.ownerId, allWorkflows)
  const days = effectiveDays(installation, workflow === null ? undefined : given, whole)
  if (days === null) return { days, olderRuns: 0, isBound: false }
  const { rows } = await pool.query<{ runs: number }>(
    `select count(*)::int as runs from (
       select from run_state s join run r on r.id = s.run_id
        where s.owner_id = $1 and s.ended_at < now() - make_interval(days => $2) and r.parent_run_id is null
          and ($3::text is null or r.workflow = $3)
          and ($3::text is not null
               or not exists (select from retention_setting o where o.owner_id = $1 and o.workflow = r.workflow))
        limit $4) older`,
    [actor.ownerId, days, workflow, limits.retention.previewedRuns],
  )
  const olderRuns = rows[0]?.runs ?? 0
  return { days, olderRuns, isBound: olderRuns >= limits.retention.previewedRuns }
}

/**
 * Sets how long ended runs are kept. What is older already goes with the next pass of the retention, within minutes; live
 * runs never go. Throws `FORBIDDEN`, `INVALID_INPUT`, `NOT_FOUND`.
 */
export async function saveRetention(
  { pool }: Pick<Stores, 'pool'>,
  actor: Actor,
  installation: InstallationRetention,
  { workflow, keep }: RetentionChange,
): Promise<{ readonly keep: Keep }> {
  requirePermission(permits(actor, 'retention.admin'))
  requireWithinBound(installation, keep)
  await requireWorkflow(pool, actor.ownerId, workflow)
  const name = workflow ?? allWorkflows
  return inTransaction(pool, async (client) => {
    const before = await storedDays(client, actor.ownerId, name)
    const days = daysOf(keep)
    if (days === undefined)
      await client.query('delete from retention_setting where owner_id = $1 and workflow = $2', [actor.ownerId, name])
    else
      await client.query(
        `insert into retention_setting (owner_id, workflow, days, updated_by) values ($1, $2, $3, $4)
         on conflict (owner_id, workflow) do update
           set days = excluded.days, updated_by = excluded.updated_by, updated_at = now()`,
        [actor.ownerId, name, days, actor.id],
      )
    await recordAudit(client, {
      actor,
      action: 'retention.save',
      target: `${workflow ?? 'all workflows'}: ${wordsOf(keep)}`,
      before: { days: before ?? null, isSet: before !== undefined },
      after: { days: days ?? null, isSet: days !== undefined },
      outcome: 'done',
    })
    return { keep }
  })
}

function wordsOf(keep: Keep): string {
  if (keep === 'inherit') return 'as set above'
  return keep === 'forever' ? 'for ever' : `${keep} days`
}

function daysOf(keep: Keep): number | null | undefined {
  if (keep === 'inherit') return undefined
  return keep === 'forever' ? null : keep
}

/** The stored setting: null for ever, undefined for none. */
async function storedDays(
  client: ClientBase | Pool,
  ownerId: string,
  workflow: string,
): Promise<number | null | undefined> {
  const { rows } = await client.query<{ days: number | null }>(
    'select days from retention_setting where owner_id = $1 and workflow = $2',
    [ownerId, workflow],
  )
  return rows[0]?.days
}

async function requireWorkflow(pool: Pool, ownerId: string, workflow: string | null): Promise<void> {
  if (workflow === null) return
  const { rowCount } = await pool.query('select from workflow where owner_id = $1 and name = $2', [ownerId, workflow])
  if (rowCount === 0) throw new ApiError('NOT_FOUND', `There is no workflow ${workflow}.`, 'workflow')
}

function requireWithinBound({ mostDays }: InstallationRetention, keep: Keep): void {
  if (mostDays === undefined || keep === 'inherit') return
  if (keep !== 'forever' && keep <= mostDays) return
  throw new ApiError(
    'INVALID_INPUT',
    `This installation keeps runs for at most ${mostDays} days. Choose fewer.`,
    'keep',
  )
}
