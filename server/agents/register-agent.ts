import type { CodeDefinition } from '#core/definition/definition.ts'
import { checkSchema } from '#core/definition/schema/json-schema.ts'
import type { Actor } from '#server/access/actor.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import { ApiError } from '../api-error.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { Stores } from '../stores.ts'
import { publishText } from '../workflows/versions/publish-texts.ts'
import { saveAgent } from './agent-rows.ts'
import { UNREGISTERED_CODE } from './gathered/held-tasks.ts'
import type { AgentCode, AgentWorkflow, NewAgent } from './models.ts'
import { requireQueues } from './require-queues.ts'

/**
 * Registers an agent, which replaces its earlier registration. Code that differs from the latest version of its workflow
 * is published as the next version, as a changed file is. Throws `FORBIDDEN`, `BAD_REQUEST`, `NAME_TAKEN`, `TOO_MANY`.
 */
export async function registerAgent(stores: Stores, actor: Actor, agent: NewAgent): Promise<AgentCode> {
  requirePermission(permits(actor, 'agent.work'))
  requireQueues(actor, agent.queues)
  if (agent.workflows.length > 0) requirePermission(permits(actor, 'workflow.publish'))
  const code: Record<string, AgentCode[string]> = {}
  for (const workflow of agent.workflows) {
    if (workflow.queue !== undefined && !agent.queues.includes(workflow.queue)) {
      const message = `${workflow.type} has the queue ${workflow.queue}, which the agent does not serve. Add it to queues.`
      throw new ApiError('BAD_REQUEST', message, 'workflows')
    }
    const problem = workflow.inputSchema === undefined ? null : checkSchema(workflow.inputSchema)
    if (problem !== null) throw new ApiError('BAD_REQUEST', `input_schema of ${workflow.type}: ${problem}`, 'workflows')
    const { version, hash } = await publish(stores, actor, workflow, agent.queues)
    code[workflow.type] = { hash: workflow.hash, version, of: hash }
  }
  await saveAgent(stores, actor, agent, code)
  return code
}

/**
 * Publishes a workflow whose agents register nothing, at its first start in a queue. Throws `FORBIDDEN`, `NAME_TAKEN`.
 */
export async function publishUnregistered(stores: Stores, actor: Actor, type: string, queue: string): Promise<void> {
  requirePermission(permits(actor, 'workflow.publish'))
  requireQueues(actor, [queue])
  const messages = { signals: [], queries: [], updates: [] }
  await publish(stores, actor, { type, hash: UNREGISTERED_CODE, ...messages }, [queue])
}

function publish(stores: Stores, actor: Actor, workflow: AgentWorkflow, queues: readonly string[]) {
  const definition = definitionOf(workflow, queues)
  const text = workflow.source ?? `${workflow.type} ${workflow.hash}\n`
  return inTransaction(stores.pool, (client) => publishText(client, actor, { name: workflow.type, text, definition }))
}

/** The definition of a workflow that has no sources here: agents run its bodies. */
function definitionOf(workflow: AgentWorkflow, [first = 'default']: readonly string[]): CodeDefinition {
  const { type, hash, signals, queries, updates, inputSchema } = workflow
  const queue = workflow.queue ?? first
  return {
    kind: 'code',
    workflow_type: type,
    ...(inputSchema !== undefined && { input_schema: inputSchema }),
    saga_enabled: false,
    fail_fast: false,
    timeout_includes_waits: true,
    steps: [],
    code: { entry: '', export_name: '', sources: {}, queue, by: 'agents', hash, signals, queries, updates },
  }
}
