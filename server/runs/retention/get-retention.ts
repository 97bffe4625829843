import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import type { Stores } from '../../stores.ts'
import { allWorkflows, effectiveDays, type InstallationRetention } from './retention-rule.ts'

/** What is set: days, `forever`, or `inherit`, where the next wider setting applies. */
export type Keep = number | 'forever' | 'inherit'

export interface WorkflowRetention {
  readonly workflow: string
  readonly keep: Keep
  /** The days in force; null for ever. */
  readonly days: number | null
}

export interface Retention {
  /** Of the installation; null for ever, and for no bound. */
  readonly installationDays: number | null
  readonly mostDays: number | null
  /** Of all workflows of the owner without a setting of their own. */
  readonly keep: Keep
  readonly days: number | null
  readonly workflows: readonly WorkflowRetention[]
}

interface Row {
  readonly workflow: string
  readonly days: number | null
}

/** How long ended runs of the actor's owner are kept. Throws `FORBIDDEN`. */
export async function getRetention(
  { pool }: Pick<Stores, 'pool'>,
  actor: Actor,
  installation: InstallationRetention,
): Promise<Retention> {
  requirePermission(permits(actor, 'retention.admin'))
  const [settings, workflows] = await Promise.all([
    pool.query<Row>('select workflow, days from retention_setting where owner_id = $1', [actor.ownerId]),
    pool.query<{ name: string }>('select name from workflow where owner_id = $1 order by name limit $2', [
      actor.ownerId,
      limits.shown.workflowNames,
    ]),
  ])
  const set = new Map(settings.rows.map(({ workflow, days }) => [workflow, days]))
  const whole = set.get(allWorkflows)
  return {
    installationDays: effectiveDays(installation, undefined, undefined),
    mostDays: installation.mostDays ?? null,
    keep: keepOf(whole),
    days: effectiveDays(installation, undefined, whole),
    workflows: workflows.rows.map(({ name }) => ({
      workflow: name,
      keep: keepOf(set.get(name)),
      days: effectiveDays(installation, set.get(name), whole),
    })),
  }
}

function keepOf(days: number | null | undefined): Keep {
  if (days === undefined) return 'inherit'
  return days ?? 'forever'
}
