import { snakeCase } from '#core/definition/function-name.ts'
import type { Json, JsonObject } from '#core/json.ts'
import { workflowNameOf } from '../workflow-name.ts'
import { type ArgoInline, type ArgoTask, type ArgoTemplate, workers } from './read-argo.ts'
import { filled, requestOf, tellOfRequest } from './request.ts'
import { retryOf, secondsOf } from './retry.ts'
import { isComposed } from './tasks.ts'
import type { Tell } from './tell.ts'

export interface Around {
  readonly templates: ReadonlyMap<string, ArgoTemplate>
  readonly workflowOf: (template: string) => string
  /** Translates the expressions in a value, and reports the expressions that it cannot translate. */
  readonly take: (value: Json) => Json
}

/** The step for a task: another workflow, a request, a wait, or a call of a function that is still to be written. */
export function bodyOf(task: ArgoTask, around: Around, told: Tell): JsonObject {
  const { templateRef, template: called = '' } = task
  const own = Object.fromEntries(task.arguments.parameters.map((one) => [one.name, one.value ?? one.default ?? '']))
  if (templateRef !== undefined) {
    const child = workflowNameOf(`${templateRef.name}.${templateRef.template}`)
    told('changed', `Starts the workflow ${child}, which the import of the template ${templateRef.name} gives.`)
    return { type: 'SUB_WORKFLOW', sub_workflow_type: child, input: around.take(own) }
  }
  const template = around.templates.get(called)
  if (template !== undefined && isComposed(template)) {
    told('understood', 'Starts the workflow that its template became.')
    return { type: 'SUB_WORKFLOW', sub_workflow_type: around.workflowOf(called), input: around.take(own) }
  }
  const work: ArgoInline | undefined = task.inline ?? template
  const usual = (work?.inputs.parameters ?? []).flatMap(({ name, value, default: other }) =>
    (value ?? other) === undefined ? [] : [[name, value ?? other]],
  )
  const given = { ...Object.fromEntries(usual), ...own } as Readonly<Record<string, string>>
  const policies = policiesOf(work, told)
  if (work?.suspend !== undefined) return waitsFor(task.name, work.suspend?.duration, told)
  if (work?.http !== undefined) {
    tellOfRequest(work.http, told)
    return { type: 'HTTP', http_config: around.take(requestOf(work.http, given)), ...policies }
  }
  const name = `argo.${snakeCase(called || task.name).replace(/\W+/g, '_')}`
  told(
    'lost',
    `There is no container to do it here. It calls the function ${name}, which is still to be written.`,
    true,
  )
  const kept = workers.flatMap((key) => (work?.[key] === undefined ? [] : [[key, filled(work[key], given)] as const]))
  const args = around.take({ ...own, ...Object.fromEntries(kept) }) as JsonObject
  return { function: name, ...(Object.keys(args).length > 0 && { with: args }), ...policies }
}

function policiesOf(work: ArgoInline | undefined, told: Tell): JsonObject {
  const { retryStrategy, activeDeadlineSeconds } = work ?? {}
  const retry = retryStrategy && retryOf(retryStrategy)
  if (retry === null && retryStrategy !== null) {
    told('lost', `\`retryStrategy.limit: ${JSON.stringify(retryStrategy?.limit)}\`: it is tried once. Set retry.`)
  }
  const seconds = activeDeadlineSeconds && secondsOf(activeDeadlineSeconds)
  if (seconds === null || seconds === 0) {
    told('lost', `\`activeDeadlineSeconds: ${activeDeadlineSeconds}\`: it has no time limit. Set timeout_seconds.`)
  }
  return { ...(retry && { retry }), ...(seconds && { timeout_seconds: Number(seconds) }) }
}

function waitsFor(task: string, duration: string | undefined, told: Tell): JsonObject {
  const seconds = secondsOf(duration)
  if (seconds !== null) {
    told('understood', 'Waits as long.')
    return { type: 'WAIT', duration_seconds: seconds }
  }
  const signal = snakeCase(task).replace(/\W+/g, '_')
  told('changed', `Waits for the signal ${signal} until a person or a program sends it.`)
  return { type: 'SIGNAL', signal }
}
