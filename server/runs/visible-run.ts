import { type Actor, hasPermission } from '#server/access/actor.ts'
import { type Bind, mayDecideCondition } from '#server/access/entitlement.ts'
import { ownerScope } from '#server/access/may.ts'
import { reachedWorkflows } from '#server/access/workflow-scope.ts'

/**
 * The condition under which the actor may see the run `run r`, as SQL: it belongs to the owner, to a workflow that the
 * request reaches and, for an actor who may not see every run, a task of its family asks the actor, or the actor has decided one.
 */
export function visibleRun(actor: Actor, bind: Bind): string {
  const owner = bind(ownerScope(actor))
  const isOwned = [
    `(${owner}::text is null or r.owner_id = ${owner})`,
    ...reachedWorkflows(actor, 'r.workflow', bind),
  ].join(' and ')
  if (hasPermission(actor, 'run.read')) return isOwned
  const asked = `t.decided_by = ${bind(actor.id)} or ${mayDecideCondition(actor, bind)}`
  return `${isOwned} and exists (
    select from run f join human_task t on t.run_id = f.id where f.root_run_id = r.root_run_id and (${asked}))`
}
