import { stringify } from 'yaml'
import { isJsonList, type Json, type JsonObject, objectOf } from '#core/json.ts'
import type { AboutFile, Imported, ImportNote } from '../import-note.ts'
import { unsettledNote, withNotImported } from '../not-imported.ts'
import { type ImportedSchedules, schedulesOf } from '../schedules.ts'
import { SourceRecord } from '../source-record.ts'
import { stepNames } from '../step-names.ts'
import { workflowNameOf } from '../workflow-name.ts'
import type { NameResolver } from './expressions.ts'
import { type ArgoParameter, type ArgoTemplate, type ArgoWorkflow, readArgo, workers } from './read-argo.ts'
import { stepFor } from './step.ts'
import { isComposed, isEach, itemOf, keyOf, type Placed, tasksOf } from './tasks.ts'
import type { Tell } from './tell.ts'

/**
 * Converts a workflow of Argo: its entry template, and one more workflow for each further template that is made of
 * tasks. Of a library, each template becomes a workflow, because other files may start it. There are no containers
 * here, so their work becomes functions that are still to be written.
 */
export function convertArgo(value: Json, about: AboutFile = { notes: [] }): Imported {
  const read = readArgo(value)
  if (!read.ok) return read
  const { workflow } = read
  const { metadata, spec, kind } = workflow
  const name = workflowNameOf(metadata.name ?? (metadata.generateName ?? 'Imported').replace(/-$/, ''))
  const record = new SourceRecord(value)
  const { triggers, notes: ofHead } = headOf(record)
  const notes: ImportNote[] = [...about.notes, ...ofHead]
  const source =
    record.at('spec').peek('workflowSpec') === undefined ? record.at('spec') : record.at('spec', 'workflowSpec')
  const documents =
    spec.workflowTemplateRef === undefined
      ? documentsOf(workflow, name, source, notes)
      : [callOf(spec.workflowTemplateRef.name, workflow, name, source, notes)]
  source.settle('entrypoint', 'templates', 'arguments')
  const part = /Template$/.test(kind) ? 'The template' : 'The specification'
  notes.push(...unsettledNote(record, { part }))
  const texts = documents.map((one, index) => {
    const own = index === 0 ? notes : notes.filter(({ step }) => step !== undefined)
    const { steps = [], ...head } = one
    const started = index === 0 && triggers.length > 0 ? { ...head, triggers, steps } : one
    return stringify(withNotImported(started, own), { lineWidth: 0 })
  })
  return { ok: true, name: String(documents[0]?.workflow_type), text: texts.join('---\n'), notes }
}

/** The schedules of a CronWorkflow, and notes on the header. */
function headOf(record: SourceRecord): ImportedSchedules {
  record.settle('apiVersion', 'kind')
  record.at('metadata').settle('name', 'generateName')
  if (record.peek('kind') !== 'CronWorkflow') return { triggers: [], notes: [] }
  const { schedule, schedules, timezone, concurrencyPolicy: policy } = objectOf(record.peek('spec'))
  const spec = record.at('spec')
  spec.settle('schedule', 'schedules')
  const zone = typeof timezone === 'string' ? timezone : undefined
  if (zone !== undefined) spec.settle('timezone')
  const overlap = policy === 'Allow' ? 'allow' : policy === 'Forbid' ? 'skip' : undefined
  if (overlap !== undefined) spec.settle('concurrencyPolicy')
  const crons = [schedule, ...(isJsonList(schedules) ? schedules : [])].filter((one) => typeof one === 'string')
  const part = 'The schedule'
  if (crons.length === 0) return { triggers: [], notes: [{ part, fate: 'lost', message: 'The schedule has no time.' }] }
  const { triggers, notes } = schedulesOf(
    part,
    crons.map((cron) => ({ cron, timezone: zone })),
  )
  return { triggers: triggers.map((one) => (overlap === undefined ? one : { ...one, overlap })), notes }
}

/** A workflow that starts a template of another file. */
function callOf(
  ref: string,
  { spec }: ArgoWorkflow,
  name: string,
  source: SourceRecord,
  notes: ImportNote[],
): JsonObject {
  const child = workflowNameOf(spec.entrypoint === undefined ? ref : `${ref}.${spec.entrypoint}`)
  const step = stepNames([['', ref]]).get('') as string
  source.at('workflowTemplateRef').settle('name', 'clusterScope')
  const message = `Starts the workflow ${child}. Import the template ${ref} to create it.`
  notes.push({ part: ref, step, fate: 'changed', message })
  const { parameters } = spec.arguments
  const given = parameters.map((one) => [one.name, one.value ?? one.default ?? ''] as const)
  const input = Object.fromEntries(
    given.map(([key, usual]) => [
      key,
      `{{ ${JSON.stringify(key)} in input ? input[${JSON.stringify(key)}] : ${JSON.stringify(usual)} }}`,
    ]),
  )
  const body = { type: 'SUB_WORKFLOW', sub_workflow_type: child, input }
  return { workflow_type: name, ...inputSchema(parameters), steps: [{ name: step, ...body }] }
}

/** The workflows for the templates of the file itself. */
function documentsOf(
  { spec, kind }: ArgoWorkflow,
  name: string,
  source: SourceRecord,
  notes: ImportNote[],
): readonly JsonObject[] {
  const templates = new Map(spec.templates.map((one) => [one.name, one]))
  const entry = templates.get(spec.entrypoint ?? '')
  const isLibrary = /Template$/.test(kind)
  const others = [...templates.values()].filter((one) => one !== entry && (isLibrary || isComposed(one)))
  const composed = [...(entry === undefined ? [] : [entry]), ...others]
  const workflowOf = (template: string) => (template === entry?.name ? name : workflowNameOf(`${name}.${template}`))
  const placed = composed.map((template) => ({ template, tasks: tasksOf(template) }))
  const names = namesOf(placed)
  const documents = placed.map(({ template, tasks }): JsonObject => {
    const isEntry = template === entry
    const given = isEntry ? [...spec.arguments.parameters, ...template.inputs.parameters] : template.inputs.parameters
    const parameters = [...new Map(given.map((one) => [one.name, one])).values()]
    const words: NameResolver = { stepOf: (task) => names.get(keyOf(template, task)), isEntry, parameters }
    const steps = tasks.map((one) => {
      const step = names.get(one.key) as string
      const part = one.task.name
      const reported: Tell = (fate, message, isProblem) =>
        notes.push({ part, step, fate, message, ...(isProblem && { isProblem }) })
      const converted = stepFor(
        one,
        step,
        { templates, words, workflowOf, nameOfItem: names.get(itemOf(one.key)) },
        reported,
      )
      notes.push(...unsettledOfTask(recordOf(source, spec.templates, template), one, { part, step }))
      return converted
    })
    return { workflow_type: workflowOf(template.name), ...inputSchema(parameters), steps }
  })
  notes.push(...unsettledOfTemplates(spec, source))
  return isLibrary && entry !== undefined ? [...documents, alias(entry, name)] : documents
}

/** Another file may start the entry template of this workflow. */
function alias({ name: entry, inputs }: ArgoTemplate, name: string): JsonObject {
  const body = { type: 'SUB_WORKFLOW', sub_workflow_type: name, input: '{{ input }}' }
  const step = stepNames([['', entry]]).get('') as string
  const type = workflowNameOf(`${name}.${entry}`)
  return { workflow_type: type, ...inputSchema(inputs.parameters), steps: [{ name: step, ...body }] }
}

function namesOf(placed: readonly { readonly tasks: readonly Placed[] }[]): ReadonlyMap<string, string> {
  return stepNames(
    placed.flatMap(({ tasks }) =>
      tasks.flatMap(({ key, task }) => [
        [key, task.name] as const,
        ...(isEach(task) ? [[itemOf(key), `${task.name} item`] as const] : []),
      ]),
    ),
  )
}

function inputSchema(parameters: readonly ArgoParameter[]): JsonObject {
  if (parameters.length === 0) return {}
  const properties = parameters.map(({ name, value, default: other, description }) => [
    name,
    {
      type: 'string',
      ...(description !== undefined && { description }),
      ...((value ?? other) !== undefined && { default: value ?? other }),
    },
  ])
  return { input_schema: { type: 'object', properties: Object.fromEntries(properties) } }
}

const recordOf = (source: SourceRecord, templates: readonly ArgoTemplate[], template: ArgoTemplate): SourceRecord =>
  source.at('templates', templates.indexOf(template))

const taskKeys = ['name', 'template', 'depends', 'dependencies', 'when', 'withItems', 'withParam', 'withSequence']

/** Keys of a task that nothing was made of. */
function unsettledOfTask(
  template: SourceRecord,
  { path }: Placed,
  about: Pick<ImportNote, 'part' | 'step'>,
): readonly ImportNote[] {
  if (path.length === 0) return []
  const record = template.at(...path)
  record.settle(...taskKeys)
  record.at('continueOn').settle('failed')
  record.at('templateRef').settle('name', 'template', 'clusterScope')
  settleParameters(record.at('arguments'))
  settleWork(record.at('inline'))
  return unsettledNote(record, about)
}

/** Keys of the templates and arguments that nothing was made of. */
function unsettledOfTemplates({ templates }: ArgoWorkflow['spec'], source: SourceRecord): readonly ImportNote[] {
  settleParameters(source.at('arguments'))
  return [
    ...unsettledNote(source.at('arguments'), { part: 'The arguments' }),
    ...templates.flatMap(({ name }, index) => {
      const record = source.at('templates', index)
      record.settle('name', 'dag', 'steps')
      settleWork(record)
      return unsettledNote(record, { part: `Template ${name}` })
    }),
  ]
}

function settleWork(record: SourceRecord): void {
  record.settle(...workers, 'http', 'activeDeadlineSeconds')
  record.at('suspend').settle('duration')
  if (record.peek('suspend') === null) record.settle('suspend')
  const strategy = record.at('retryStrategy')
  strategy.settle('limit')
  strategy.at('backoff').settle('duration', 'factor', 'cap')
  settleParameters(record.at('inputs'))
}

function settleParameters(record: SourceRecord): void {
  const parameters = record.peek('parameters')
  const count = isJsonList(parameters) ? parameters.length : 0
  for (let index = 0; index < count; index += 1) {
    record.at('parameters', index).settle('name', 'value', 'default', 'description')
  }
}
