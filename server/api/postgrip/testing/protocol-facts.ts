/**
 * Facts of PostGrip's protocol, typed from its published description: the paths, the status of a success, and the fields
 * that an answer must have. A list of words: the values that a field may have.
 */
export interface Fact {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly status: number
  readonly isList?: true
  readonly answer: Shape
}
export type Shape = {
  readonly [field: string]: 'text' | 'number' | 'instant' | 'object' | 'list' | readonly string[] | Shape
}

const taskStates = ['queued', 'leased', 'blocked', 'succeeded', 'failed']
const task = {
  id: 'text',
  namespace: 'text',
  queue: 'text',
  type: 'text',
  state: taskStates,
  attempt: 'number',
  lease_timeout_seconds: 'number',
  created_at: 'instant',
  updated_at: 'instant',
} as const satisfies Shape
const taskEvent = {
  id: 'text',
  task_id: 'text',
  kind: ['leased', 'started', 'heartbeat', 'milestone', 'progress', 'stdout', 'stderr', 'completed', 'failed'],
  created_at: 'instant',
} as const satisfies Shape
const workflow = {
  id: 'text',
  run_id: 'text',
  namespace: 'text',
  type: 'text',
  queue: 'text',
  task_id: 'text',
  state: ['running', 'succeeded', 'failed', 'continued_as_new'],
  created_at: 'instant',
  updated_at: 'instant',
} as const satisfies Shape
const event = { id: 'text', workflow_id: 'text', type: 'text', created_at: 'instant' } as const satisfies Shape
const namespace = { name: 'text', created_at: 'instant', updated_at: 'instant' } as const satisfies Shape
const schedule = {
  id: 'text',
  namespace: 'text',
  state: ['active', 'paused', 'deleted'],
  spec: 'object',
  action: { workflowType: 'text' },
  next_run_at: 'instant',
  created_at: 'instant',
  updated_at: 'instant',
} as const satisfies Shape
const session = {
  agentId: 'text',
  tenantId: 'text',
  tokenFamilyId: 'text',
  accessToken: 'text',
  refreshToken: 'text',
  accessExpiresAt: 'instant',
  refreshExpiresAt: 'instant',
  status: 'text',
  trustState: 'text',
} as const satisfies Shape
const error = { error: 'text', code: 'text' } as const satisfies Shape

const get = (path: string, answer: Shape, status = 200): Fact => ({ method: 'GET', path, status, answer })
const list = (path: string, answer: Shape): Fact => ({ ...get(path, answer), isList: true })
const post = (path: string, status: number, answer: Shape): Fact => ({ method: 'POST', path, status, answer })
/** Parts of the protocol that Heddle answers with 501. */
const absent = (method: Fact['method'], path: string): Fact => ({ method, path, status: 501, answer: error })

const tasks = '/api/v1/tasks'
const workflows = '/api/v1/workflows'
const agent = '/api/v1/agent'
const schedules = '/api/v1/schedules'

/** The operations by the names of the description, in an order in which one client can ask them. */
export const protocolFacts = {
  health: get('/healthz', { status: 'text' }),
  ready: get('/readyz', { status: 'text', stats: 'object' }),
  listNamespaces: list('/api/v1/namespaces', namespace),
  createNamespace: post('/api/v1/namespaces', 201, namespace),
  refreshAgentSession: post(`${agent}/session/refresh`, 200, session),
  enqueueTask: post(tasks, 202, task),
  pollAgentTask: get(`${agent}/poll?queue=pg&agent_id=one&wait_seconds=30`, { task }),
  listTasks: list(tasks, task),
  getTask: get(`${tasks}/{run}`, task),
  heartbeatAgentTask: post(`${agent}/tasks/{run}/heartbeat`, 200, task),
  appendAgentTaskEvent: post(`${agent}/tasks/{run}/events`, 202, taskEvent),
  blockAgentTask: post(`${agent}/tasks/{run}/block`, 200, { ...task, state: ['blocked'] }),
  listTaskEvents: list(`${tasks}/{run}/events`, taskEvent),
  listWorkflows: list(workflows, workflow),
  countWorkflows: get(`${workflows}/count`, { count: 'number' }),
  getWorkflow: get(`${workflows}/{workflow}`, workflow),
  signalWorkflow: post(`${workflows}/{workflow}/signal`, 202, event),
  signalWithStartWorkflow: post(`${workflows}/{workflow}/signal-with-start`, 202, { workflow, task, signal: event }),
  listWorkflowHistory: list(`${workflows}/{workflow}/history`, event),
  cancelWorkflow: post(`${workflows}/{workflow}/cancel`, 202, event),
  completeAgentTask: post(`${agent}/tasks/{run}/complete`, 200, { ...task, state: ['succeeded'] }),
  failAgentTask: post(`${agent}/tasks/{other}/fail`, 200, { ...task, state: ['failed'] }),
  terminateWorkflow: post(`${workflows}/{third}/terminate`, 202, event),
  createSchedule: post(schedules, 202, schedule),
  listSchedules: list(schedules, schedule),
  getSchedule: get(`${schedules}/nightly`, schedule),
  updateSchedule: { ...get(`${schedules}/nightly`, schedule), method: 'PATCH' },
  pauseSchedule: post(`${schedules}/nightly/pause`, 200, schedule),
  unpauseSchedule: post(`${schedules}/nightly/unpause`, 200, schedule),
  triggerSchedule: post(`${schedules}/nightly/trigger`, 202, { schedule, task }),
  deleteSchedule: { ...get(`${schedules}/nightly`, schedule), method: 'DELETE' },
  backfillSchedule: absent('POST', `${schedules}/nightly/backfill`),
  compact: absent('POST', '/api/v1/admin/compact'),
  listSandboxes: absent('GET', '/api/v1/sandboxes'),
  createSandbox: absent('POST', '/api/v1/sandboxes'),
  getSandbox: absent('GET', '/api/v1/sandboxes/{run}'),
  deleteSandbox: absent('DELETE', '/api/v1/sandboxes/{run}'),
  startSandbox: absent('POST', '/api/v1/sandboxes/{run}/start'),
  stopSandbox: absent('POST', '/api/v1/sandboxes/{run}/stop'),
  createSandboxSession: absent('POST', '/api/v1/sandboxes/{run}/sessions'),
  listWorkspaces: absent('GET', '/api/v1/workspaces'),
  uploadWorkspace: absent('POST', '/api/v1/workspaces'),
  getWorkspace: absent('GET', '/api/v1/workspaces/{run}'),
  deleteWorkspace: absent('DELETE', '/api/v1/workspaces/{run}'),
  connectSandboxSession: absent('GET', '/api/v1/sandbox-sessions/{run}/connect'),
} as const satisfies Record<string, Fact>

/** Refusals that the SDKs rely on. */
export const refusals = {
  'an unknown task': get(`${tasks}/00000000-0000-7000-8000-000000000000`, error, 404),
  'an unknown workflow': get(`${workflows}/nothing`, error, 404),
  'a late answer, whose text the SDK looks for': post(`${agent}/tasks/{run}/complete`, 409, { error: 'text' }),
  'a type that is none': post(tasks, 400, error),
  'a program to start': post(tasks, 501, error),
  'a filter that Heddle lacks': get(`${workflows}?query=x`, error, 400),
  'a poll of an agent that was removed': get(
    `${agent}/poll?queue=pg&agent_id=gone`,
    { directive: { type: ['shutdown'] } },
    410,
  ),
} as const satisfies Record<string, Fact>
