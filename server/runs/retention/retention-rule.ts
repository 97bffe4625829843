/** The retention of ended runs that the installation sets. */
export interface InstallationRetention {
  /** The days where an owner has set nothing; undefined: for ever. */
  readonly days: number | undefined
  /** No owner keeps runs for longer; undefined: no bound. */
  readonly mostDays: number | undefined
}

/** The `workflow` of a setting that holds for all workflows without one of their own. */
export const allWorkflows = ''

/**
 * SQL for the days that the runs of `run r` are kept, null for ever: the setting of the workflow, that of the owner, or
 * that of the installation, within its bound. `retentionJoins` are the tables.
 */
export const retentionDays = (installationDays: string, mostDays: string) => `
  least(case when own.owner_id is not null then own.days when whole.owner_id is not null then whole.days
             else ${installationDays}::float8 end, ${mostDays}::float8)`

export const retentionJoins = `
  left join retention_setting own on own.owner_id = r.owner_id and own.workflow = r.workflow
  left join retention_setting whole on whole.owner_id = r.owner_id and whole.workflow = '${allWorkflows}'`

/** The same rule for the settings of one workflow and its owner; undefined: there is none. Null: for ever. */
export function effectiveDays(
  { days, mostDays }: InstallationRetention,
  own: number | null | undefined,
  whole: number | null | undefined,
): number | null {
  const wanted = own !== undefined ? own : whole !== undefined ? whole : (days ?? null)
  if (wanted === null) return mostDays ?? null
  return Math.min(wanted, mostDays ?? wanted)
}
