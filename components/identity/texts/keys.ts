import type { Permission } from '#components/api/models.ts'

/** Texts of API keys and services. A function gives a sentence around its values. */
export const keyTexts = {
  // keys-page
  apiKeys: 'API keys',
  keysAbout: 'Keys let programs and the command line act for you. A key can never do more than you.',
  keysOfAll: 'Keys let programs act for a member or a service. You see and revoke those of everyone here.',
  createKey: 'Create a key',
  noKeysYet: 'No API keys yet',
  noKeysAbout: 'Create one for a program, or for the command line: npx heddle login asks for it.',
  noKeys: 'No API keys.',
  localMode: 'Heddle runs without login, so programs need no key. Start it with HEDDLE_AUTH=on to turn on login.',
  services: 'Services',
  servicesAbout: 'A service acts by its keys and has no login: its keys stay when a person leaves.',
  addService: 'Add a service',
  noServices: 'No services yet',
  noServicesAbout: 'Add one for a program whose keys should not belong to a person.',

  // key-list
  shownId: (id: string) => `hdl_${id}…`,
  revoked: 'revoked',
  expired: 'expired',
  service: 'service',
  ends: 'ends',
  used: 'used',
  usedFrom: (address: string) => `from ${address}`,
  neverUsed: 'never used',
  onlyWorkflows: (workflows: string) => `only ${workflows}`,
  onlyFrom: (networks: string) => `only from ${networks}`,
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke ${name}`,

  // revoke-dialog
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeAbout: 'Programs that use this key lose access immediately. This cannot be undone.',
  cancel: 'Cancel',

  // create-key-dialog
  createTitle: 'Create an API key',
  createAbout: 'The key is shown once, in the next step.',
  create: 'Create',
  name: 'Name',
  nameHint: 'What uses it, such as “deployment pipeline”.',
  keyFor: 'For',
  yourself: 'You',
  permissions: 'Permissions',
  onlyYours: 'You can only grant what you can do yourself.',
  expiry: 'Expires after',
  days: (days: number) => (days === 365 ? '1 year' : `${days} days`),
  workflows: 'Only these workflows',
  workflowsHint: 'Names, separated by commas. Leave empty for all.',
  networks: 'Only from these networks',
  networksHint: 'Such as 192.0.2.0/24, separated by commas. Leave empty for anywhere.',
  optional: 'optional',

  // created-key-dialog
  createdTitle: 'Copy the key now',
  createdAbout: 'It is shown only once. Anyone who has it can use it.',
  key: 'API key',

  // service-list, service-dialog
  oneKey: '1 key',
  keys: (count: number) => `${count} keys`,
  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Remove ${name}`,
  serviceAbout: 'A member without login. Create keys for it afterwards.',
  roles: 'Roles',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeAbout: 'Its keys stop working immediately. Its runs and decisions stay.',
  removeLabel: 'Remove',
} as const

/** The permissions that a key can have, in the order of the dialog. */
export const keyPermissionTexts: Readonly<Partial<Record<Permission, string>>> = {
  'workflow.read': 'See workflows',
  'run.read': 'See runs',
  'run.start': 'Start runs',
  'run.act': 'Act on runs',
  'run.override': 'Override steps',
  'run.remove': 'Remove ended runs',
  'task.read': 'See tasks',
  'task.decide': 'Decide tasks assigned to it',
  'task.manage': 'Manage other people’s tasks',
  'workflow.edit': 'Edit workflows',
  'workflow.test': 'Test workflows',
  'workflow.publish': 'Publish workflows',
  'directory.read': 'See people and groups',
  'trigger.edit': 'Edit triggers',
  'variable.edit': 'Change variables',
  'file.upload': 'Upload files',
  'agent.work': 'Work as an agent',
  'lock.read': 'See locks',
  'lock.admin': 'Change locks',
  'secret.use': 'Use secrets',
  'audit.read': 'Read the audit',
  metrics: 'See metrics',
}

/** What a key that is limited to workflows can have. */
export const workflowPermissions: readonly Permission[] = [
  'workflow.read',
  'run.read',
  'run.start',
  'run.act',
  'run.override',
  'task.read',
  'task.decide',
  'file.upload',
]
