import { Document, isMap, type YAMLSeq } from 'yaml'
import { isJsonList, type Json, type JsonObject } from '#core/json.ts'
import type { AboutFile, Imported, ImportNote } from '../import-note.ts'
import { unsettledNote, withNotImported } from '../not-imported.ts'
import { type ImportedSchedules, schedulesOf } from '../schedules.ts'
import { SourceRecord } from '../source-record.ts'
import { workflowNameOf } from '../workflow-name.ts'
import { drawingOf } from './drawing.ts'
import { formNotes, formOf } from './forms.ts'
import { headOf, restNotes } from './head.ts'
import { isNote, isNothing, isTrigger } from './outline/kinds.ts'
import { type Outline, outlineOf } from './outline/outline.ts'
import { books, kindOf, type N8nNode, type N8nWorkflow, readN8n, recordOf, wrappersOf } from './read-n8n.ts'
import { timeKeys, timePaths, timesOf } from './schedule-times.ts'
import { stepsOf } from './steps.ts'
import { webhookNotes, webhooksOf } from './webhooks.ts'

/**
 * A workflow of n8n as one of ours, with a word about everything that it was.
 * What certainly means the same is translated; the rest stands there to be
 * mended, or is said to be lost, in the report and in the text. Every key of the
 * file is accounted for. Credentials are never taken over.
 */
export function convertN8n(value: Json, about: AboutFile = { notes: [] }): Imported {
  const file = new SourceRecord(value)
  const wrappers = wrappersOf(value) ?? []
  const workflow = readN8n(file.at(...wrappers))
  if (typeof workflow === 'string')
    return { ok: false, message: `This looks like an n8n workflow, but it cannot be read. ${workflow}` }
  const outline = outlineOf(workflow)
  const notes: ImportNote[] = [...about.notes, ...notesOf(workflow, outline)]
  const steps = stepsOf(outline.list, { workflow, outline, notes }, outline.beginnings)
  const { head, notes: headNotes } = headOf(workflow, outline)
  const drawing = drawingOf(outline.list.nodes.map(outline.node), outline.stepName)
  for (const node of workflow.nodes) recordOf(workflow, node).ignore('position', ...books)
  const name = workflowNameOf(workflow.name)
  const all = [...notes, ...headNotes, ...drawing.notes, ...restNotes(workflow), ...wrapperNotes(file, wrappers)]
  const triggers = triggersOf(workflow)
  const schema = workflow.nodes.map(formOf).find((form) => form !== null)?.schema
  const started = { ...(triggers.length > 0 && { triggers }), ...(schema && { input_schema: schema }) }
  const { steps: kept, ...first } = withNotImported({ workflow_type: name, ...head, ...started, steps }, all)
  const document = { ...first, steps: kept as Json, ...(drawing.layout && { layout: drawing.layout }) }
  return { ok: true, name, text: textOf(document), notes: all }
}

/** FlowLookup stand on one line each, as the designer writes them. */
function textOf(value: JsonObject): string {
  const document = new Document(value)
  const layout = document.get('layout')
  for (const { value: place } of isMap(layout) ? layout.items : []) (place as YAMLSeq).flow = true
  return document.toString({ lineWidth: 0, flowCollectionPadding: false })
}

/** Keys of a wrapped workflow that stand beside it. */
function wrapperNotes(file: SourceRecord, wrappers: readonly string[]): readonly ImportNote[] {
  if (wrappers.length === 0) return []
  file.take(...wrappers)
  return unsettledNote(file, { part: 'The file' })
}

/** What does not become a step. */
function notesOf(workflow: N8nWorkflow, { unreached }: Outline): readonly ImportNote[] {
  return workflow.nodes.flatMap((node): readonly ImportNote[] => {
    const part = node.name
    const record = recordOf(workflow, node)
    if (isTrigger(node)) return startNotes(workflow, node)
    if (isNote(node)) {
      record.settle('name', 'type', 'parameters', 'disabled')
      const message = `A sticky note was not imported: \`${JSON.stringify(node.parameters)}\`.`
      return [{ part, fate: 'lost', message }]
    }
    if (unreached.includes(node)) record.settle(...Object.keys(record.value as JsonObject))
    if (!isNothing(node)) return []
    record.settle('name', 'type', 'disabled')
    const message = `Not needed here: the step before leads directly to the step after.${kindOf(node) === 'merge' ? ' Its inputs (`index`) are not distinguished.' : ''}`
    const fate = kindOf(node) === 'noOp' ? 'understood' : 'changed'
    const rest = unsettledNote(record.at('parameters'), { part })
    record.settle('parameters')
    return [{ part, fate, message }, ...rest]
  })
}

/** The schedules and webhooks of the file, under names that differ, and its first form: a workflow has one input schema. */
function triggersOf(workflow: N8nWorkflow): readonly JsonObject[] {
  const others = otherTriggersOf(workflow)
  return [...others, ...webhooksOf(workflow.nodes, others.length)]
}

function otherTriggersOf(workflow: N8nWorkflow): readonly JsonObject[] {
  const triggers: JsonObject[] = []
  for (const node of workflow.nodes) {
    if (isTrigger(node)) triggers.push(...(schedulesOfNode(workflow, node, triggers.length)?.triggers ?? []))
  }
  const form = workflow.nodes.map(formOf).find((one) => one !== null)
  if (form) triggers.push(form.trigger)
  return triggers
}

function schedulesOfNode(workflow: N8nWorkflow, node: N8nNode, taken: number): ImportedSchedules | null {
  if (node.disabled) return null
  const zone = workflow.source.at('settings').peek('timezone')
  const times = timesOf(node, typeof zone === 'string' && zone !== 'DEFAULT' ? zone : undefined)
  return times && schedulesOf(node.name, times, taken)
}

/** Settles what the times of a trigger are made of; the rest of its parameters is reported. */
function settleTimes(parameters: SourceRecord, part: string): readonly ImportNote[] {
  for (const path of timePaths) {
    const list = parameters.at(...path)
    for (const index of isJsonList(list.value) ? list.value.keys() : []) list.at(index).settle(...timeKeys)
  }
  return unsettledNote(parameters, { part })
}

/** What becomes of a trigger: it is no step, but a schedule, or another way in which runs start here. */
function startNotes(workflow: N8nWorkflow, node: N8nNode): readonly ImportNote[] {
  const record = recordOf(workflow, node)
  record.settle('name', 'type', 'disabled', 'notes')
  const part = node.name
  const schedules = schedulesOfNode(workflow, node, 0)
  if (schedules !== null) return [...schedules.notes, ...settleTimes(record.at('parameters'), part)]
  const hook = webhookNotes(node, record.at('parameters'), {
    nodes: workflow.nodes,
    taken: otherTriggersOf(workflow).length,
  })
  if (hook !== null) {
    record.settle('parameters')
    return hook
  }
  const isFirstForm = workflow.nodes.find((one) => formOf(one) !== null) === node
  if (isFirstForm) return formNotes(record.at('parameters'), part)
  record.settle('parameters')
  const kind = kindOf(node)
  const { parameters, disabled, notes } = node
  const settings = {
    ...parameters,
    ...(disabled && { disabled }),
    ...(notes !== undefined && { notes }),
  }
  const was: readonly ImportNote[] =
    Object.keys(settings).length === 0
      ? []
      : [{ part, fate: 'lost', message: `Its settings were not imported: \`${JSON.stringify(settings)}\`.` }]
  if (/^manual|^start$|executeWorkflowTrigger/i.test(kind)) {
    return [{ part, fate: 'understood', message: 'Start a run manually, or from another workflow.' }, ...was]
  }
  const message = `${kind} started runs automatically; that is not converted. Add a trigger, or call POST /v1/workflows/run from outside.`
  return [{ part, fate: 'lost', message }, ...was]
}
