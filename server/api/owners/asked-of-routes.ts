import { randomUUID } from 'node:crypto'
import type { Ids } from './foreign-owner.ts'

/** A request of REST: its path and, where it changes something, its body. */
export interface RestRequest {
  readonly path: string
  readonly body?: unknown
  readonly yaml?: string
  /** The content of a file. */
  readonly file?: string
  /** POST, unless it says otherwise. */
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
}

/** How the request is sent; a question has no body. */
export function initOf({ body, yaml, file, method = 'POST' }: RestRequest): RequestInit {
  const sent = (type: string, content?: string) => ({
    method,
    headers: { 'content-type': type },
    body: content ?? null,
  })
  if (file !== undefined) return sent('application/octet-stream', file)
  if (yaml !== undefined) return sent('application/yaml', yaml)
  return body !== undefined || method === 'DELETE' ? sent('application/json', JSON.stringify(body)) : {}
}

type RequestsOf = (ids: Ids) => readonly RestRequest[]
const run = (rest: string): RequestsOf => {
  return ({ runId }) => [{ path: `/v1/workflow-runs/${runId}${rest}` }]
}
const verb =
  (name: string, body: unknown = {}) =>
  (id: string): RestRequest => ({
    path: `/v1/workflow-runs/${id}/${name}`,
    body,
  })
const ofWaiting = [
  verb('cancel'),
  verb('pause'),
  verb('resume', { input: {} }),
  verb('approve'),
  verb('signal', { signal_name: 'paid' }),
  verb('query', { name: 'status' }),
  verb('update', { name: 'replace' }),
  verb('terminate'),
  verb('next-step'),
  verb('skip', { step: 'Approval' }),
  verb('mark-done', { step: 'Approval', output: {} }),
  verb('jump', { from_step: 'Approval', to_step: 'END' }),
]
const ofFailed = [verb('retry'), verb('rollback'), verb('acknowledge')]

/** Monitoring routes; their permissions do not depend on an owner. */
export const withoutOwner = ['GET /healthz', 'GET /readyz', 'GET /metrics', 'POST /hooks/:id']

/** The requests to each route, with the ids and names of another owner's resources. */
/** What an agent says of a task that it holds. */
const ofTask = ({ id, token }: Ids['work'], name: string, body: object = {}): RestRequest => ({
  path: `/v1/agent/tasks/${id}/${name}`,
  body: { token, ...body },
})

/** The webhooks of alpha. */
const hooks = '/v1/organizations/alpha/webhooks'

export const routeRequests: Readonly<Record<string, RequestsOf>> = {
  'POST /v1/workflows/run': ({ runId }) => [
    { path: '/v1/workflows/run?name=Ask', body: { input: {} } },
    { path: '/v1/workflows/run', body: { bundle: [{ name: 'Ask' }, { name: 'Ask' }] } },
    { path: '/v1/workflows/run?name=Ask', body: { input: { regenerate: { parent_run_id: runId } } } },
  ],
  'POST /v1/workflows/signal-with-start': () => [
    { path: '/v1/workflows/signal-with-start?name=Ask', body: { workflow_id: 'one', signal_name: 'go' } },
  ],
  'POST /v1/signals': () => [{ path: '/v1/signals', body: { signal_name: 'go' } }],
  'POST /v1/files': () => [{ path: '/v1/files?name=notes.txt', file: 'Notes' }],
  'POST /v1/workflows': () => [
    { path: '/v1/workflows', yaml: 'workflow_type: Fresh\nsteps: [{ name: A, function: t.pass }]\n' },
  ],
  'POST /v1/workflows/validate': () => [
    {
      path: '/v1/workflows/validate',
      yaml: 'workflow_type: Fresh\nsteps: [{ name: A, type: SUB_WORKFLOW, workflow: Ask }]\n',
    },
  ],
  'GET /v1/openapi.json': () => [{ path: '/v1/openapi.json' }],
  'GET /v1/workflows': () => [{ path: '/v1/workflows' }],
  'GET /v1/workflows/:name{.+}': () => [{ path: '/v1/workflows/Ask' }, { path: '/v1/workflows/Ask?version=1' }],
  'GET /v1/workflows/:name{.+}/schemas': () => [{ path: '/v1/workflows/Ask/schemas' }],
  'GET /v1/workflow-runs': ({ runId }) => [
    { path: '/v1/workflow-runs' },
    { path: '/v1/workflow-runs?owner_id=alpha' },
    { path: `/v1/workflow-runs?run_id=${runId}` },
  ],
  'GET /v1/workflow-runs/export': () => [
    { path: '/v1/workflow-runs/export?format=json' },
    { path: '/v1/workflow-runs/export?format=csv&filter={"ownerId":"alpha"}' },
  ],
  'GET /v1/workflow-runs/:id': run(''),
  'DELETE /v1/workflow-runs/:id': ({ largeId }) => [{ path: `/v1/workflow-runs/${largeId}`, method: 'DELETE' }],
  'GET /v1/workflow-runs/:id/history': run('/history'),
  'GET /v1/workflow-runs/:id/tree': run('/tree'),
  'GET /v1/workflow-runs/:id/values/:sha256': ({ largeId, sha256 }) => [
    { path: `/v1/workflow-runs/${largeId}/values/${sha256}` },
  ],
  'GET /v1/workflow-runs/:id/files/:file': ({ failedId, fileId }) => [
    { path: `/v1/workflow-runs/${failedId}/files/${fileId}` },
  ],
  'GET /v1/workflow-runs/:id/history/stream': run('/history/stream'),
  'GET /v1/workflow-runs/:id/events': run('/events'),
  'GET /v1/events/stream': ({ runId }) => [
    { path: '/v1/events/stream' },
    { path: `/v1/events/stream?run_id=${runId}` },
  ],
  'GET /v1/events/ws': () => [{ path: '/v1/events/ws' }],
  'GET /v1/workflow-runs/:id/preview': ({ runId, failedId }) => [
    { path: `/v1/workflow-runs/${runId}/preview?of=skip&step=Approval` },
    { path: `/v1/workflow-runs/${runId}/preview?of=rerun` },
    { path: `/v1/workflow-runs/${failedId}/preview?of=retry` },
  ],
  'POST /v1/workflow-runs/:id/rerun': ({ runId }) => [verb('rerun')(runId)],
  'POST /v1/workflow-runs/:id/:verb': ({ runId, failedId }) => [
    ...ofWaiting.map((of) => of(runId)),
    ...ofFailed.map((of) => of(failedId)),
  ],
  'GET /v1/resources': () => [{ path: '/v1/resources' }, { path: '/v1/resources?in_use=true' }],
  'GET /v1/resources/:id': ({ resourceId }) => [{ path: `/v1/resources/${resourceId}` }],
  'POST /v1/resources': ({ resourceId }) => [
    { path: '/v1/resources', body: { id: resourceId, labels: { site: randomUUID() } } },
  ],
  'POST /v1/resources/:id/force-release': ({ resourceId, runId }) => [
    { path: `/v1/resources/${resourceId}/force-release`, body: { run_id: runId, reason: 'Stuck' } },
  ],
  'POST /v1/agent/register': () => [
    { path: '/v1/agent/register', body: { agent_id: 'zara', queues: ['default'] } },
    {
      path: '/v1/agent/register',
      body: { agent_id: 'zara', queues: ['default'], workflows: [{ type: 'Fresh', hash: 'a' }] },
    },
  ],
  'POST /v1/agent/unregister': () => [{ path: '/v1/agent/unregister', body: { agent_id: 'zara' } }],
  'POST /v1/agent/poll': () => [{ path: '/v1/agent/poll', body: { agent_id: 'zulu' } }],
  'POST /v1/agent/tasks/:id/heartbeat': ({ work }) => [ofTask(work, 'heartbeat')],
  'POST /v1/agent/tasks/:id/history': ({ work }) => [ofTask(work, 'history')],
  'POST /v1/agent/tasks/:id/release': ({ work }) => [ofTask(work, 'release')],
  'POST /v1/agent/tasks/:id/respond': ({ work }) => [ofTask(work, 'respond', { up_to_seq: 1, outcome: 'blocked' })],
  'GET /v1/variables': () => [{ path: '/v1/variables' }],
  'PUT /v1/variables/:name': () => [
    { path: '/v1/variables/ZANZIBAR', body: { value: 'another value' }, method: 'PUT' },
  ],
  'DELETE /v1/variables/:name': () => [{ path: '/v1/variables/ZANZIBAR', method: 'DELETE' }],
  'GET /v1/connections': () => [{ path: '/v1/connections' }],
  'POST /v1/connections/:name/test': () => [{ path: '/v1/connections/zebra/test', body: {} }],
  'GET /v1/locks/wait-graph': () => [{ path: '/v1/locks/wait-graph' }],
  'GET /v1/audit/export': () => [{ path: '/v1/audit/export?outcome=done&action=workflow.create' }],
  'GET /v1/human-tasks': () => [{ path: '/v1/human-tasks?scope=available' }, { path: '/v1/human-tasks?scope=all' }],
  'GET /v1/human-tasks/:id': ({ taskId }) => [{ path: `/v1/human-tasks/${taskId}` }],
  'POST /v1/human-tasks/:id/:verb': ({ taskId, heldTaskId }) => [
    { path: `/v1/human-tasks/${heldTaskId}/release`, body: { expected_revision: 2 } },
    ...[
      ['decide', { expected_revision: 1, input: {} }],
      ['claim', { expected_revision: 1 }],
      ['assign', { expected_revision: 1, to: 'zara' }],
      ['delegate', { expected_revision: 1, to: 'zara' }],
      ['follow-up', { expected_revision: 1, until: '2030-01-01T00:00:00Z' }],
      ['comment', { text: 'Hello' }],
    ].map(([name, body]) => ({ path: `/v1/human-tasks/${taskId}/${name}`, body })),
  ],
  'GET /v1/organizations/:org/webhooks': () => [{ path: hooks }],
  'POST /v1/organizations/:org/webhooks': () => [{ path: hooks, body: { url: 'https://1.1.1.1/hook' } }],
  'GET /v1/organizations/:org/webhooks/:id': ({ webhookId }) => [{ path: `${hooks}/${webhookId}` }],
  'PATCH /v1/organizations/:org/webhooks/:id': ({ webhookId }) => [
    { path: `${hooks}/${webhookId}`, method: 'PATCH', body: { max_retries: 2 } },
  ],
  'DELETE /v1/organizations/:org/webhooks/:id': ({ webhookId }) => [
    { path: `${hooks}/${webhookId}`, method: 'DELETE' },
  ],
  'POST /v1/organizations/:org/webhooks/:id/rotate': ({ webhookId }) => [
    { path: `${hooks}/${webhookId}/rotate`, body: {} },
  ],
  'POST /v1/organizations/:org/webhooks/:id/test': ({ webhookId }) => [
    { path: `${hooks}/${webhookId}/test`, body: {} },
  ],
  'GET /v1/organizations/:org/webhooks/:id/deliveries': ({ webhookId }) => [
    { path: `${hooks}/${webhookId}/deliveries` },
  ],
  'GET /v1/organizations/:org/webhooks/deliveries/:id': ({ deliveryId }) => [
    { path: `${hooks}/deliveries/${deliveryId}` },
  ],
  'POST /v1/organizations/:org/webhooks/deliveries/:id/redeliver': ({ deliveryId }) => [
    { path: `${hooks}/deliveries/${deliveryId}/redeliver`, body: {} },
  ],
  'GET /v1/keys': () => [{ path: '/v1/keys' }],
  'POST /v1/keys': () => [{ path: '/v1/keys', body: { name: 'New', permissions: [] } }],
  'GET /v1/keys/current': () => [{ path: '/v1/keys/current' }],
  'DELETE /v1/keys/current': () => [{ path: '/v1/keys/current', method: 'DELETE' }],
  'DELETE /v1/keys/:id': ({ keyId }) => [{ path: `/v1/keys/${keyId}`, method: 'DELETE' }],
}
