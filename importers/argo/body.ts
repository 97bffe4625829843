import { snakeCase } from '#core/definition/function-name.ts'
import { type Json, type JsonObject, objectOf } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { workflowNameOf } from '../workflow-name.ts'
import { type ArgoInline, type ArgoTask, type ArgoTemplate, workers } from './read-argo.ts'
import { filled, requestOf, tellOfRequest } from './request.ts'
import { isComposed } from './tasks.ts'
import type { Tell } from './tell.ts'

export interface TemplateContext {
  readonly templates: ReadonlyMap<string, ArgoTemplate>
  readonly workflowOf: (template: string) => string
  /** Translates the expressions in a value, and reports the expressions that it cannot translate. */
  readonly take: (value: Json) => Json
}

/** The step for a task: another workflow, a request, a wait, or a call of a function that is still to be written. */
export function bodyOf(task: ArgoTask, around: TemplateContext, reported: Tell): JsonObject {
  const { templateRef, template: called = '' } = task
  const own = Object.fromEntries(task.arguments.parameters.map((one) => [one.name, one.value ?? one.default ?? '']))
  if (templateRef !== undefined) {
    const child = workflowNameOf(`${templateRef.name}.${templateRef.template}`)
    reported('changed', `Starts the workflow ${child}. Import the template ${templateRef.name} to create it.`)
    return { type: 'SUB_WORKFLOW', sub_workflow_type: child, input: around.take(own) }
  }
  const template = around.templates.get(called)
  if (template !== undefined && isComposed(template)) {
    reported('understood', 'Starts the workflow created from its template.')
    return { type: 'SUB_WORKFLOW', sub_workflow_type: around.workflowOf(called), input: around.take(own) }
  }
  const work: ArgoInline | undefined = task.inline ?? template
  const usual = (work?.inputs.parameters ?? []).flatMap(({ name, value, default: other }) =>
    (value ?? other) === undefined ? [] : [[name, value ?? other]],
  )
  const given = { ...Object.fromEntries(usual), ...own } as Readonly<Record<string, string>>
  const policies = policiesOf(work, reported)
  if (work?.suspend !== undefined) return waitsFor(task.name, work.suspend?.duration, reported)
  if (work?.http !== undefined) {
    tellOfRequest(work.http, reported)
    return { type: 'HTTP', http_config: around.take(requestOf(work.http, given)), ...policies }
  }
  const name = `argo.${snakeCase(called || task.name).replace(/\W+/g, '_')}`
  reported('lost', `Heddle runs no containers. It calls the function ${name}, which you need to write.`, true)
  const kept = workers.flatMap((key) => (work?.[key] === undefined ? [] : [[key, filled(work[key], given)] as const]))
  const args = around.take({ ...own, ...Object.fromEntries(kept) }) as JsonObject
  return { function: name, ...(Object.keys(args).length > 0 && { with: args }), ...policies }
}

function policiesOf(work: ArgoInline | undefined, reported: Tell): JsonObject {
  const { retryStrategy, activeDeadlineSeconds } = work ?? {}
  const retry = retryStrategy && retryOf(retryStrategy)
  if (retry === null && retryStrategy !== null) {
    reported('lost', `\`retryStrategy.limit: ${JSON.stringify(retryStrategy?.limit)}\` was not converted. Set retry.`)
  }
  const seconds = activeDeadlineSeconds && secondsOf(activeDeadlineSeconds)
  if (seconds === null || seconds === 0) {
    reported('lost', `\`activeDeadlineSeconds: ${activeDeadlineSeconds}\` was not converted. Set timeout_seconds.`)
  }
  return { ...(retry && { retry }), ...(seconds && { timeout_seconds: Number(seconds) }) }
}

function waitsFor(task: string, duration: string | undefined, reported: Tell): JsonObject {
  const seconds = secondsOf(duration)
  if (seconds !== null) {
    reported('understood', 'Waits for the same duration.')
    return { type: 'WAIT', duration_seconds: seconds }
  }
  const signal = snakeCase(task).replace(/\W+/g, '_')
  reported('changed', `Waits for signal ${signal} from a person or a program.`)
  return { type: 'SIGNAL', signal }
}

const unitSeconds: { readonly [unit: string]: number } = { '': 1, s: 1, m: 60, h: 3_600, d: 86_400 }

/** Seconds of `10`, `"5m"` or `2h`; null where it is none of these. */
function secondsOf(written: Json | undefined): number | null {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)([smhd]?)$/.exec(String(written)) ?? []
  return amount === undefined ? null : Number(amount) * (unitSeconds[unit] as number)
}

/** The retry policy: without `backoff` an immediate retry, with it a constant back-off unless a factor is given. */
function retryOf(strategy: JsonObject): JsonObject | null {
  const limit = Number(strategy.limit)
  if (!Number.isInteger(limit) || limit < 0 || limit >= limits.run.retryAttempts) return null
  const { duration, factor, cap } = objectOf(strategy.backoff)
  const longest = limits.run.timerMs / 1000
  const first = Math.min(secondsOf(duration) ?? 0, longest)
  const times = Math.max(1, Math.min(100, Number(factor ?? 1) || 1))
  const most = Math.min(secondsOf(cap) ?? longest, longest)
  return {
    max_attempts: limit + 1,
    initial_interval_seconds: first,
    backoff: times,
    ...(first > 0 && { max_interval_seconds: Math.max(most, first) }),
  }
}
