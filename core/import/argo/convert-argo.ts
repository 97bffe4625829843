import { stringify } from 'yaml'
import { snakeCase } from '#core/definition/function-name.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import type { AboutFile, Fate, Imported, ImportNote } from '../import-note.ts'
import { withNotImported } from '../not-imported.ts'
import { nothingLike } from '../nothing-like.ts'
import { stepNames } from '../step-names.ts'
import type { Taken } from '../taken.ts'
import { workflowNameOf } from '../workflow-name.ts'
import { takeCondition, takeTemplate, type Words } from './expressions.ts'
import { type ArgoTask, type ArgoTemplate, readArgo, specKeys, taskKeys } from './read-argo.ts'

type Tell = (fate: Fate, message: string) => void

/** A task, and the tasks of its template that it waits for. */
interface Placed {
  readonly task: ArgoTask
  readonly key: string
  readonly after: readonly string[]
}

/**
 * A workflow of Argo as ours: the template that it begins with, and one workflow
 * more for each template that is made of tasks again. There are no containers
 * here, so what they did are functions that are still to be written.
 */
export function convertArgo(value: Json, about: AboutFile = { notes: [] }): Imported {
  const workflow = readArgo(value)
  const { metadata, spec } = workflow ?? { metadata: {}, spec: null }
  const templates = new Map((spec?.templates ?? []).map((one) => [one.name, one]))
  const entry = templates.get(spec?.entrypoint ?? '')
  if (spec === null || entry === undefined)
    return { ok: false, message: 'This looks like a workflow of Argo, but it cannot be read as one.' }
  const name = workflowNameOf(metadata.name ?? (metadata.generateName ?? 'Imported').replace(/-$/, ''))
  const notes = [...about.notes, ...headNotes(value)]
  const workflowOf = (template: string) => (template === entry.name ? name : workflowNameOf(`${name}.${template}`))
  const composed = [entry, ...[...templates.values()].filter((one) => one !== entry && isComposed(one))]
  const placed = composed.map((template) => ({ template, tasks: tasksOf(template) }))
  const names = stepNames(
    placed.flatMap(({ tasks }) =>
      tasks.flatMap(({ key, task }) => [
        [key, task.name] as const,
        ...(isEach(task) ? [[itemOf(key), `${task.name} item`] as const] : []),
      ]),
    ),
  )
  const documents = placed.map(({ template, tasks }): JsonObject => {
    const words: Words = { stepOf: (task) => names.get(keyOf(template, task)), isEntry: template === entry }
    const given =
      template === entry ? [...spec.arguments.parameters, ...template.inputs.parameters] : template.inputs.parameters
    const steps = tasks.map((one) => {
      const step = names.get(one.key) as string
      const told: Tell = (fate, message) => notes.push({ part: one.task.name, step, fate, message })
      return stepFor(one, step, { templates, words, workflowOf, nameOfItem: names.get(itemOf(one.key)) }, told)
    })
    return { workflow_type: workflowOf(template.name), ...inputSchema(given), steps }
  })
  const texts = documents.map((one, index) => {
    const own = index === 0 ? notes : notes.filter(({ step }) => step !== undefined)
    return stringify(withNotImported(one, own), { lineWidth: 0 })
  })
  return { ok: true, name, text: texts.join('---\n'), notes }
}

function headNotes(value: Json): ImportNote[] {
  const { kind, spec } = value as { readonly kind: Json; readonly spec: JsonObject }
  const unlike = nothingLike(spec, specKeys)
  const part = 'The specification'
  return [
    ...(kind === 'CronWorkflow'
      ? [
          {
            part,
            fate: 'lost',
            message: 'Nothing starts a run by itself. Let something outside call POST /v1/workflows/run.',
          } as const,
        ]
      : []),
    ...(unlike === null ? [] : [{ part, fate: 'lost', message: unlike } as const]),
  ]
}

const isComposed = ({ dag, steps }: ArgoTemplate): boolean => dag !== undefined || steps !== undefined
const isEach = ({ withItems, withParam }: ArgoTask): boolean => withItems !== undefined || withParam !== undefined
const itemOf = (key: string): string => `${key}\nitem`
const keyOf = (template: ArgoTemplate, task: string): string => `${template.name}\n${task}`

/** The tasks of a template with what they wait for; one that is no composition is its only task. */
function tasksOf(template: ArgoTemplate): readonly Placed[] {
  const { dag, steps, name } = template
  const place = (task: ArgoTask, after: readonly string[]): Placed => ({ task, after, key: keyOf(template, task.name) })
  if (dag !== undefined) return dag.tasks.map((task) => place(task, task.dependencies ?? namesIn(task.depends)))
  if (steps === undefined) return [place({ name, template: name, arguments: { parameters: [] }, continueOn: {} }, [])]
  return steps.flatMap((group, index) => {
    const before = (steps[index - 1] ?? []).map((task) => task.name)
    return group.map((task) => place(task, before))
  })
}

/** The tasks that `A && B.Succeeded` names. */
const namesIn = (depends = ''): readonly string[] => depends.match(/(?<![\w.-])[\w-]+/g) ?? []

function inputSchema(parameters: ArgoTemplate['inputs']['parameters']): JsonObject {
  if (parameters.length === 0) return {}
  const field = (usual: string | undefined) => ({ type: 'string', ...(usual !== undefined && { default: usual }) })
  const properties = Object.fromEntries(parameters.map((one) => [one.name, field(one.value ?? one.default)]))
  return { input_schema: { type: 'object', properties } }
}

interface Around {
  readonly templates: ReadonlyMap<string, ArgoTemplate>
  readonly words: Words
  readonly workflowOf: (template: string) => string
  /** The step that is done for each item, where there are some. */
  readonly nameOfItem: string | undefined
}

function stepFor({ task, after }: Placed, name: string, around: Around, told: Tell): JsonObject {
  const take = <Value>({ value, kept }: Taken<Value>): Value => {
    for (const source of new Set(kept)) {
      told('kept', `\`${source}\` could not be translated for certain. It stands as it was, and is to be mended.`)
    }
    return value
  }
  if (task.withSequence !== undefined) told('lost', '`withSequence`: it is done once. Make a LOOP of it.')
  const { withSequence: _, ...others } = task
  const unlike = nothingLike(others, taskKeys)
  if (unlike !== null) told('lost', unlike)
  const given = Object.fromEntries(task.arguments.parameters.map((one) => [one.name, one.value ?? '']))
  const args = take(takeTemplate(given, around.words)) as JsonObject
  const request = requestOf(around.templates.get(task.template ?? ''), given)
  const body = bodyOf(task, args, request && take(takeTemplate(request, around.words)), around, told)
  const when = task.when === undefined ? {} : { when: take(takeCondition(task.when, around.words)) }
  if (/[|!]|\.(?!Succeeded)\w/.test(task.depends ?? '')) {
    told('changed', `\`${task.depends}\`: it waits until all of them have succeeded.`)
  }
  const dependencies = after.flatMap((one) => around.words.stepOf(one) ?? [])
  const flow = { ...when, ...(task.continueOn.failed === true && { on_error: 'ignore' }), dependencies }
  const { withItems, withParam = '' } = task
  if (around.nameOfItem === undefined) return { name, ...body, ...flow }
  told('changed', 'Its items are done one after the other.')
  const list = withItems === undefined ? take(takeCondition(withParam, around.words)) : JSON.stringify(withItems)
  const item = { name: around.nameOfItem, ...body }
  return { name, type: 'LOOP', mode: 'ITERATE', iterate_over: list, ...flow, loop_body: [item] }
}

function bodyOf(
  task: ArgoTask,
  args: JsonObject,
  request: Json | null,
  { templates, workflowOf }: Around,
  told: Tell,
): JsonObject {
  const { templateRef, template: called = '' } = task
  const template = templates.get(called)
  if (templateRef !== undefined) {
    const child = workflowNameOf(`${templateRef.name}.${templateRef.template}`)
    told('changed', `Starts the workflow ${child}, which has to be imported as well.`)
    return { type: 'SUB_WORKFLOW', sub_workflow_type: child, input: args }
  }
  if (template !== undefined && isComposed(template)) {
    told('understood', 'Starts the workflow that its template became.')
    return { type: 'SUB_WORKFLOW', sub_workflow_type: workflowOf(called), input: args }
  }
  const { retryStrategy, activeDeadlineSeconds, suspend } = template ?? {}
  const policies = {
    ...(retryStrategy?.limit !== undefined && { retry: { max_attempts: retryStrategy.limit + 1 } }),
    ...(activeDeadlineSeconds !== undefined && { timeout_seconds: activeDeadlineSeconds }),
  }
  if (suspend !== undefined) return waitsFor(task.name, suspend?.duration, told)
  if (template?.http !== undefined) {
    tellOfRequest(template.http, told)
    return { type: 'HTTP', http_config: request, ...policies }
  }
  const name = `argo.${snakeCase(called || task.name).replace(/\W+/g, '_')}`
  told('lost', `There is no container to do it here. It calls the function ${name}, which is still to be written.`)
  return { function: name, ...(Object.keys(args).length > 0 && { with: args }), ...policies }
}

/** The request of a template, with the arguments that it gets; null where it sends none. */
function requestOf(template: ArgoTemplate | undefined, given: Readonly<Record<string, string>>): JsonObject | null {
  if (template?.http === undefined) return null
  const { url, method = 'GET', body, headers, timeoutSeconds } = template.http
  const filled = (text: Json) =>
    typeof text === 'string'
      ? text.replace(/\{\{\s*inputs\.parameters\.([\w-]+)\s*\}\}/g, (whole, name) => given[name] ?? whole)
      : text
  const named = valuesOf(headers).map(({ name, value }) => [String(name), filled(value as Json)])
  return {
    url: filled(url),
    method,
    ...(named.length > 0 && { headers: Object.fromEntries(named) }),
    ...(body !== undefined && { body: filled(body) }),
    ...(typeof timeoutSeconds === 'number' && { timeout: timeoutSeconds }),
  }
}

/** Headers that are written out; what others hold is a secret. */
const valuesOf = (headers: Json | undefined): readonly JsonObject[] =>
  (isJsonList(headers) ? headers : []).filter(isJsonObject).filter(({ value }) => value !== undefined)

const requestKeys: ReadonlySet<string> = new Set(['url', 'method', 'body', 'headers', 'timeoutSeconds'])

function tellOfRequest(http: NonNullable<ArgoTemplate['http']>, told: Tell): void {
  told('understood', 'One request.')
  const unlike = nothingLike(http, requestKeys)
  if (unlike !== null) told('lost', unlike)
  const { headers } = http
  if (isJsonList(headers) && valuesOf(headers).length < headers.length) {
    told('lost', 'Headers from secrets are not taken over. Set them as secrets, and use them as {{ secrets.NAME }}.')
  }
}

const unitSeconds: { readonly [unit: string]: number } = { '': 1, s: 1, m: 60, h: 3_600, d: 86_400 }

function waitsFor(task: string, duration: string | undefined, told: Tell): JsonObject {
  const [, amount, unit = ''] = /^(\d+)([smhd]?)$/.exec(duration ?? '') ?? []
  if (amount !== undefined) {
    told('understood', 'Waits as long.')
    return { type: 'WAIT', duration_seconds: Number(amount) * (unitSeconds[unit] as number) }
  }
  const signal = snakeCase(task).replace(/\W+/g, '_')
  told('changed', `Waits for the signal ${signal} until somebody lets it go on.`)
  return { type: 'SIGNAL', signal }
}
