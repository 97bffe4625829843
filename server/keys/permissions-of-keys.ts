import { allPermissions, type Permission } from '#server/access/permissions.ts'

/** What no key allows: a stolen key must not make further access, which would outlive it. */
const never: readonly Permission[] = [
  'key.own',
  'key.admin',
  'member.admin',
  'secret.admin',
  'webhook.admin',
  'retention.admin',
  'installation.admin',
]

/** The permissions that a key can have; `me` is held by every key. */
export const keyPermissions: readonly Permission[] = allPermissions.filter(
  (permission) => permission !== 'me' && !never.includes(permission),
)

/**
 * The permissions that a key which is limited to workflows can have: their use can be limited to the runs of a workflow.
 * Any other permission reaches all of the owner.
 */
const withinWorkflows: readonly Permission[] = [
  'workflow.read',
  'run.read',
  'run.view',
  'run.start',
  'run.act',
  'run.override',
  'task.read',
  'task.decide',
  // An upload belongs to no workflow: a start or a decision names it.
  'file.upload',
]

export const permissionsOfKeys = (isLimitedToWorkflows: boolean): readonly Permission[] =>
  isLimitedToWorkflows ? withinWorkflows : keyPermissions

/**
 * What is in force of the stored permissions. Rows that an earlier version or another program has written get no
 * permission that a key cannot have.
 */
export function permissionsInForce(stored: readonly string[], isLimitedToWorkflows: boolean): readonly Permission[] {
  return permissionsOfKeys(isLimitedToWorkflows).filter((permission) => stored.includes(permission))
}
