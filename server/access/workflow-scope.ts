import type { Actor } from './actor.ts'
import type { Bind } from './entitlement.ts'

/** The workflows that bound the request, because its API key is limited to them; null for all. */
export function workflowScope({ key }: Actor): readonly string[] | null {
  return key?.workflows ?? null
}

/** Whether the request reaches the workflow, its runs and their tasks. */
export function reachesWorkflow(actor: Actor, workflow: string): boolean {
  return workflowScope(actor)?.includes(workflow) ?? true
}

/** The same as conditions on a column with the name of a workflow; none for a request that reaches all. */
export function reachedWorkflows(actor: Actor, column: string, bind: Bind): readonly string[] {
  const workflows = workflowScope(actor)
  return workflows === null ? [] : [`${column} = any(${bind(workflows)}::text[])`]
}
