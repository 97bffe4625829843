import type { Permission } from '#server/access/permissions.ts'
import type { Role } from '#server/access/roles.ts'

/** The roles, in the order of the marks below. */
const columns = ['viewer', 'operator', 'approver', 'designer', 'manager', 'admin'] as const satisfies readonly Role[]

/** What each role permits, apart from the code that says so (server/access/roles.ts). Y: the role holds the permission. */
const marks = `
me                  Y Y Y Y Y Y
directory.read      Y Y Y Y Y Y
workflow.read       Y Y - Y Y Y
workflow.edit       - - - Y - Y
workflow.test       - - - Y - Y
workflow.publish    - - - Y - Y
run.read            Y Y - Y Y Y
run.view            Y Y Y Y Y Y
run.start           - Y - Y - Y
run.act             - Y - Y - Y
run.override        - Y - - Y Y
run.remove          - - - - - Y
task.read           - Y Y - Y Y
task.decide         - - Y - Y Y
task.manage         - - - - Y Y
trigger.edit        - - - Y - Y
variable.edit       - - - Y - Y
file.upload         - Y Y Y Y Y
agent.work          - - - Y - Y
lock.read           Y Y - Y Y Y
lock.admin          - - - - - Y
secret.use          - - - Y - Y
key.own             - Y - Y - Y
member.admin        - - - - - Y
retention.admin     - - - - - Y
secret.admin        - - - - - Y
webhook.admin       - - - - - Y
key.admin           - - - - - Y
audit.read          - - - - - Y
metrics             - - - - - Y
installation.admin  - - - - - -`

const rows = marks
  .trim()
  .split('\n')
  .map((line) => line.split(/\s+/))

export const listedPermissions = rows.map(([permission]) => permission as Permission)

/** What the table says of the role. */
export const listedPermissionsOf = (role: Role): readonly Permission[] =>
  rows.filter((cells) => cells[columns.indexOf(role) + 1] === 'Y').map(([permission]) => permission as Permission)

/** The permissions that a call needs, with the calls that need them. Open calls are answered for everybody. */
const calls: readonly (readonly [needed: 'open' | `${Permission}` | `${Permission} + ${Permission}`, names: string])[] =
  [
    [
      'me',
      `directory.me views.list views.save views.remove help.entries help.page help.sections owners.mine owners.choose
     owners.entries notifications.get notifications.save notifications.test notifications.resend`,
    ],
    ['directory.read', 'directory.list'],
    ['audit.read', 'audit.list'],
    [
      'workflow.read',
      `workflows.list workflows.facets workflows.folders workflows.contracts workflows.brokenParents workflows.names
     workflows.titles workflows.draft workflows.versions workflows.version workflows.templates workflows.testData
     workflows.functions triggers.list`,
    ],
    [
      'workflow.edit',
      `workflows.create workflows.saveDraft workflows.presence workflows.import workflows.previewImport
     workflows.duplicate workflows.pin workflows.keepSample alerts.list alerts.save alerts.remove alerts.test
     alerts.resend triggers.listen triggers.heard triggers.stopListening`,
    ],
    ['workflow.edit + installation.admin', 'workflows.createFunction'],
    ['workflow.publish', 'workflows.publish workflows.archive'],
    ['workflow.test', 'runs.test'],
    [
      'run.read',
      `connections.exampleMails
     runs.list runs.counts runs.count runs.failures runs.grid runs.heat runs.observed bulk.list bulk.earlier bulk.get bulk.items
     overview.get overview.processes overview.trends overview.quotas triggers.firings`,
    ],
    [
      'run.view',
      `runs.get runs.tree runs.history runs.work runs.slot runs.previewRetry runs.previewRerun runs.watch runs.changes
     runs.query runs.code`,
    ],
    ['run.start', 'runs.start runs.rerun triggers.fire'],
    ['workflow.read', 'variables.list connectors.list'],
    ['workflow.edit', 'connectors.save connectors.remove'],
    ['variable.edit', 'variables.save variables.remove'],
    ['trigger.edit', 'triggers.pause triggers.resume triggers.previewBackfill triggers.backfill'],
    ['lock.read', 'locks.list locks.get locks.waitGraph'],
    ['lock.admin', 'locks.label locks.forceRelease'],
    ['run.remove', 'runs.remove'],
    ['retention.admin', 'retention.get retention.preview retention.save'],
    [
      'run.act',
      `runs.cancel runs.retry runs.nextStep runs.pause runs.signal runs.update runs.rollback runs.acknowledge bulk.preview bulk.start
     bulk.cancel`,
    ],
    ['run.override', 'runs.skip runs.markDone runs.jump'],
    ['task.read', 'inbox.counts inbox.news inbox.get inbox.ofRun'],
    [
      'task.decide',
      `inbox.decide inbox.decideMany inbox.claim inbox.release inbox.delegate inbox.setFollowUp inbox.comment runs.approve
     runs.resume`,
    ],
    // The scope of these questions is every task of the owner.
    ['task.read + task.manage', 'inbox.list inbox.facets inbox.assign'],
    // The token of an invitation is the right to accept it.
    ['open', 'invites.show invites.accept'],
    [
      'member.admin',
      `directory.savePerson directory.removePerson directory.saveGroup directory.removeGroup members.list members.setRoles
     members.disable members.enable members.remove members.secondFactor members.demandSecondFactor
     members.publishReview members.demandPublishReview invites.list invites.create invites.revoke loginProvider.get loginProvider.save loginProvider.test
     loginProvider.remove mappings.list mappings.providers mappings.save
     mappings.remove notifications.outbox`,
    ],
    [
      'installation.admin',
      'owners.list owners.create owners.rename owners.suspend owners.resume owners.enter owners.leave members.erase',
    ],
    ['key.own', 'keys.list keys.create keys.revoke'],
    ['key.admin', 'services.list services.create services.change services.remove'],
    [
      'webhook.admin',
      `webhooks.list webhooks.create webhooks.change webhooks.remove webhooks.rotate webhooks.test webhooks.deliveries
     webhooks.delivery webhooks.redeliver`,
    ],
    ['webhook.admin', 'alerts.replaceSecret'],
    ['secret.use', 'secrets.list connections.list connections.test'],
    [
      'secret.admin',
      `secrets.create secrets.replace secrets.change secrets.remove connections.create connections.change
     connections.remove`,
    ],
  ]

const routes: typeof calls = [
  // The address of a webhook is the right to call it.
  ['open', 'GET_/healthz GET_/readyz GET_/metrics POST_/hooks/:id'],
  ['workflow.read', 'GET_/v1/workflows GET_/v1/workflows/:name{.+} GET_/v1/workflows/:name{.+}/schemas'],
  ['workflow.edit', 'POST_/v1/workflows/validate'],
  ['workflow.publish', 'POST_/v1/workflows'],
  ['audit.read', 'GET_/v1/audit/export'],
  ['run.read', 'GET_/v1/workflow-runs GET_/v1/workflow-runs/export GET_/v1/events/stream GET_/v1/events/ws'],
  [
    'run.view',
    `GET_/v1/workflow-runs/:id GET_/v1/workflow-runs/:id/history GET_/v1/workflow-runs/:id/tree
     GET_/v1/workflow-runs/:id/values/:sha256 GET_/v1/workflow-runs/:id/files/:file
     GET_/v1/workflow-runs/:id/events
     GET_/v1/workflow-runs/:id/history/stream GET_/v1/workflow-runs/:id/preview`,
  ],
  [
    'run.start',
    `POST_/v1/workflows/run POST_/v1/workflows/signal-with-start POST_/v1/signals
     POST_/v1/workflow-runs/:id/rerun`,
  ],
  ['run.remove', 'DELETE_/v1/workflow-runs/:id'],
  ['workflow.read', 'GET_/v1/variables'],
  ['file.upload', 'POST_/v1/files'],
  ['variable.edit', 'PUT_/v1/variables/:name DELETE_/v1/variables/:name'],
  ['secret.use', 'GET_/v1/connections POST_/v1/connections/:name/test'],
  ['lock.read', 'GET_/v1/resources GET_/v1/resources/:id GET_/v1/locks/wait-graph'],
  ['lock.admin', 'POST_/v1/resources POST_/v1/resources/:id/force-release'],
  [
    'agent.work',
    `POST_/v1/agent/register POST_/v1/agent/unregister POST_/v1/agent/poll POST_/v1/agent/tasks/:id/heartbeat
     POST_/v1/agent/tasks/:id/history POST_/v1/agent/tasks/:id/release POST_/v1/agent/tasks/:id/respond`,
  ],
  ['task.read', 'GET_/v1/human-tasks GET_/v1/human-tasks/:id'],
  ['key.own', 'GET_/v1/keys POST_/v1/keys DELETE_/v1/keys/:id'],
  [
    'webhook.admin',
    `GET_/v1/organizations/:org/webhooks POST_/v1/organizations/:org/webhooks
     GET_/v1/organizations/:org/webhooks/:id PATCH_/v1/organizations/:org/webhooks/:id
     DELETE_/v1/organizations/:org/webhooks/:id POST_/v1/organizations/:org/webhooks/:id/rotate
     POST_/v1/organizations/:org/webhooks/:id/test GET_/v1/organizations/:org/webhooks/:id/deliveries
     GET_/v1/organizations/:org/webhooks/deliveries/:id POST_/v1/organizations/:org/webhooks/deliveries/:id/redeliver`,
  ],
  ['me', 'GET_/v1/keys/current DELETE_/v1/keys/current GET_/v1/openapi.json'],
  // The verbs of these are below.
  ['me', 'POST_/v1/workflow-runs/:id/:verb POST_/v1/human-tasks/:id/:verb'],
]

/** What an end of an address adds to the permission of its route. */
export const verbPermissions: Readonly<Record<string, Permission>> = {
  cancel: 'run.act',
  retry: 'run.act',
  pause: 'run.act',
  'next-step': 'run.act',
  signal: 'run.act',
  query: 'run.view',
  update: 'run.act',
  terminate: 'run.act',
  rollback: 'run.act',
  acknowledge: 'run.act',
  skip: 'run.override',
  'mark-done': 'run.override',
  jump: 'run.override',
  // With an input, which answers a task.
  resume: 'task.decide',
  approve: 'task.decide',
  decide: 'task.decide',
  claim: 'task.decide',
  release: 'task.decide',
  delegate: 'task.decide',
  'follow-up': 'task.decide',
  comment: 'task.decide',
  assign: 'task.manage',
  'human-tasks?scope=all': 'task.manage',
}

const flat = (table: typeof calls): Readonly<Record<string, readonly Permission[]>> =>
  Object.fromEntries(
    table.flatMap(([needed, names]) =>
      names
        .trim()
        .split(/\s+/)
        .map((name) => [name.replace('_', ' '), needed === 'open' ? [] : (needed.split(' + ') as Permission[])]),
    ),
  )

/** The permissions that each procedure needs; none for one that is open to everybody. */
export const procedureTable = flat(calls)
export const routeTable = flat(routes)
