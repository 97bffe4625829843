/**
 * The permissions, each with what it allows, in the words of a refusal: "Your roles do not allow you to …". Every
 * procedure and route names the one that it needs; `me` is held by every actor.
 */
export const permissions = {
  me: 'use Heddle',
  'directory.read': 'see people and groups',
  'workflow.read': 'see workflows',
  'workflow.edit': 'edit workflows',
  'workflow.publish': 'publish workflows',
  'workflow.test': 'test workflows',
  /** Any run of the owner. */
  'run.read': 'see runs',
  /** One run by its id: any run with `run.read`, otherwise a run that asks or has asked the actor. */
  'run.view': 'see runs',
  'run.start': 'start runs',
  'run.act': 'act on runs',
  /** To skip a step, to mark it done, to jump. */
  'run.override': 'override steps of runs',
  /** To remove an ended run with its history. Nobody who acts on runs or decides tasks can remove the traces of it. */
  'run.remove': 'remove runs',
  'task.read': 'see tasks',
  /** To decide tasks that ask the actor: no permission replaces being asked. */
  'task.decide': 'decide tasks',
  'task.manage': 'manage the tasks of other people',
  'member.admin': 'change people and groups',
  'retention.admin': 'change how long runs are kept',
  'trigger.edit': 'edit triggers',
  'variable.edit': 'change variables',
  /** To upload files, for the inputs of starts and decisions. */
  'file.upload': 'upload files',
  /** To take tasks of queues and answer them, with all that their runs hand to them. */
  'agent.work': 'work as an agent',
  /** Resources with the runs that hold them and wait for them. */
  'lock.read': 'see locks',
  /** To label resources, and to take locks away from runs. */
  'lock.admin': 'change locks',
  /** The names of secrets, to use them in a workflow. */
  'secret.use': 'use secrets',
  'secret.admin': 'change secrets',
  'key.own': 'have API keys',
  'key.admin': 'change the API keys of other people',
  'webhook.admin': 'change webhooks',
  'audit.read': 'read the audit',
  /** Metrics and details of readiness. */
  metrics: 'see metrics',
  /** To make owners, to start runs in the name of another owner, to write source code of step functions. */
  'installation.admin': 'administer the installation',
} as const

export type Permission = keyof typeof permissions

export const allPermissions = Object.keys(permissions) as readonly Permission[]
