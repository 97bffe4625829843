import {
  agentBody,
  heartbeatBody,
  heldBody,
  pollBody,
  registerBody,
  respondBody,
} from '../../../request/agent-inputs.ts'
import type { Operations } from '../operation.ts'
import {
  acceptedAnswer,
  polledTasks,
  registeredAgent,
  releasedTask,
  renewedLease,
  taskHistory,
  unregisteredAgent,
} from '../shapes/agent-shapes.ts'

const permission = 'agent.work' as const

/** The routes of agents: programs that take tasks of queues, in any language. */
export const agentOperations: Operations = {
  'POST /v1/agent/register': {
    id: 'registerAgent',
    summary: 'Register an agent with its queues and what it can do',
    description:
      'Replaces the earlier registration. The code of its `workflows` is published, which also needs the permission `workflow.publish`. Without `activities` the agent takes every function of its queues.',
    permission,
    body: registerBody,
    answers: { 200: { says: 'The agent is registered.', json: registeredAgent } },
    errors: ['NAME_TAKEN', 'TOO_MANY'],
  },
  'POST /v1/agent/unregister': {
    id: 'unregisterAgent',
    summary: 'Remove an agent that stops',
    permission,
    body: agentBody,
    answers: { 200: { says: 'The agent is not registered.', json: unregisteredAgent } },
  },
  'POST /v1/agent/poll': {
    id: 'pollAgentTasks',
    summary: 'Take tasks, and wait for the first one',
    description:
      '`cached` names the runs whose bodies the agent has in memory, each with the last event that the body has seen. Their deliveries have news and no history.',
    permission,
    body: pollBody,
    answers: { 200: { says: 'The tasks; an empty list when none came in time.', json: polledTasks } },
    errors: ['AGENT_REMOVED'],
  },
  'POST /v1/agent/tasks/:id/heartbeat': {
    id: 'heartbeatAgentTask',
    summary: 'Renew the lease of a task, and show its progress',
    permission,
    body: heartbeatBody,
    answers: { 200: { says: 'The lease is renewed, or the task is no longer awaited.', json: renewedLease } },
    errors: ['NOT_LEASED'],
  },
  'POST /v1/agent/tasks/:id/history': {
    id: 'getAgentTaskHistory',
    summary: 'Read the whole history of a delivery that had only news',
    permission,
    body: heldBody,
    answers: { 200: { says: 'The history up to the last event of the delivery.', json: taskHistory } },
    errors: ['NOT_LEASED'],
  },
  'POST /v1/agent/tasks/:id/release': {
    id: 'releaseAgentTask',
    summary: 'Return a delivery or a query to its queue',
    permission,
    body: heldBody,
    answers: { 200: { says: 'Another agent can take the task.', json: releasedTask } },
    errors: ['NOT_LEASED'],
  },
  'POST /v1/agent/tasks/:id/respond': {
    id: 'respondAgentTask',
    summary: 'Answer a task',
    description:
      'A body answers with `up_to_seq`, `outcome` and the new `commands`; a function or a query with `result` or `failure`. The same answer can be repeated.',
    permission,
    body: respondBody,
    answers: { 200: { says: 'The answer is recorded.', json: acceptedAnswer } },
    errors: ['NOT_LEASED', 'STALE_HISTORY', 'TERMINAL'],
  },
}
