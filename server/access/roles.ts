import { allPermissions, type Permission } from './permissions.ts'

const viewer = [
  'me',
  'directory.read',
  'workflow.read',
  'run.read',
  'run.view',
  'lock.read',
] as const satisfies readonly Permission[]
const approver = [
  'me',
  'directory.read',
  'run.view',
  'task.read',
  'task.decide',
  'file.upload',
] as const satisfies readonly Permission[]

/** The roles of a member of an owner, each with its permissions. The permissions of several roles add up. */
const permissionsByRole = {
  viewer,
  operator: [...viewer, 'run.start', 'run.act', 'run.override', 'task.read', 'file.upload', 'key.own'],
  approver,
  designer: [
    ...viewer,
    'workflow.edit',
    'workflow.test',
    'workflow.publish',
    'run.start',
    'run.act',
    'trigger.edit',
    'variable.edit',
    'file.upload',
    'agent.work',
    'secret.use',
    'key.own',
  ],
  manager: [...viewer, ...approver, 'run.override', 'task.manage'],
  admin: allPermissions.filter((permission) => permission !== 'installation.admin'),
} as const satisfies Readonly<Record<string, readonly Permission[]>>

export type Role = keyof typeof permissionsByRole

export const roles = Object.keys(permissionsByRole) as readonly Role[]

export function permissionsOfRole(role: Role): readonly Permission[] {
  return permissionsByRole[role]
}

/** The roles that hold the permission, weakest first, for the sentence of a refusal. */
export function rolesWith(permission: Permission): readonly Role[] {
  return roles.filter((role) => permissionsOfRole(role).includes(permission))
}

/** Those of the stored names that are roles. */
export function knownRoles(stored: readonly string[]): readonly Role[] {
  return roles.filter((role) => stored.includes(role))
}

/** Whether a member with the stored roles holds the permission. */
export function rolesPermit(stored: readonly string[], permission: Permission): boolean {
  return knownRoles(stored).some((role) => permissionsOfRole(role).includes(permission))
}
