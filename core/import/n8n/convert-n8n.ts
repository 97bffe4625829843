import { Document, isMap, type YAMLSeq } from 'yaml'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import type { Imported, ImportNote } from '../import-note.ts'
import { workflowNameOf } from '../workflow-name.ts'
import { conditionOf, testOf } from './conditions.ts'
import { type Converted, convertNode } from './convert-node.ts'
import { drawingOf } from './drawing.ts'
import { isNote, isNothing, isTrigger, type Outline, outlineOf } from './outline.ts'
import { kindOf, type N8nNode, type N8nWorkflow, readN8n } from './read-n8n.ts'
import type { Names } from './translate.ts'

/**
 * A workflow of n8n as one of ours, with a word about everything that it was.
 * What certainly means the same is translated; the rest stands there for
 * somebody to mend, or is said to be lost. Credentials are never taken over.
 */
export function convertN8n(value: Json): Imported {
  const workflow = readN8n(value)
  if (workflow === null)
    return { ok: false, message: 'This looks like a workflow of n8n, but it cannot be read as one.' }
  const outline = outlineOf(workflow)
  const notes = notesOf(workflow, outline)
  const steps = outline.steps.flatMap((node) => stepsOf(node, outline, notes))
  const name = workflowNameOf(workflow.name)
  const drawing = drawingOf(outline.steps, outline.stepName)
  const document = { workflow_type: name, steps, ...(drawing.layout && { layout: drawing.layout }) }
  return { ok: true, name, text: textOf(document), notes: [...notes, ...drawing.notes] }
}

/** Places stand on one line each, as the designer writes them. */
function textOf(value: JsonObject): string {
  const document = new Document(value)
  const layout = document.get('layout')
  for (const { value: place } of isMap(layout) ? layout.items : []) (place as YAMLSeq).flow = true
  return document.toString({ lineWidth: 0, flowCollectionPadding: false })
}

/** What does not become a step. */
function notesOf({ nodes }: N8nWorkflow, outline: Outline): ImportNote[] {
  const notes: ImportNote[] = []
  for (const node of nodes) {
    const part = node.name
    if (isTrigger(node)) notes.push({ part, ...startOf(node) })
    else if (isNote(node)) notes.push({ part, fate: 'lost', message: 'Notes on the canvas are not taken over.' })
    else if (isNothing(node)) {
      const message = 'Does nothing by itself here: what stands before it leads straight to what comes after it.'
      notes.push({ part, fate: kindOf(node) === 'noOp' ? 'understood' : 'changed', message })
    }
  }
  for (const { name: part } of outline.unreached) {
    notes.push({ part, fate: 'lost', message: 'Nothing leads to it, so it never ran. It is left out.' })
  }
  return notes
}

function startOf(node: N8nNode): Pick<ImportNote, 'fate' | 'message'> {
  const kind = kindOf(node)
  if (/^manual|^start$|executeWorkflowTrigger/i.test(kind)) {
    return { fate: 'understood', message: 'A run is started by hand, or by another workflow.' }
  }
  if (kind === 'webhook') {
    return { fate: 'changed', message: 'A run is started by POST /v1/workflows/run; the body is its input.' }
  }
  return { fate: 'lost', message: 'Nothing starts a run by itself. Let something outside call POST /v1/workflows/run.' }
}

function stepsOf(node: N8nNode, outline: Outline, notes: ImportNote[]): readonly JsonObject[] {
  const name = outline.stepName(node.name)
  const helpers: JsonObject[] = []
  /** Of several targets of a route, one step that leads to them all. */
  const one = (output: number): string => {
    const targets = outline.targets(node.name, output)
    const [first = 'END', second] = targets
    if (second === undefined) return first
    const helper = `${name}_${output}`
    helpers.push({ name: helper, type: 'TRANSFORM', set: { [`${name}_chose`]: String(output) }, next: targets })
    return helper
  }
  const { body, ...what } = chooses(node, outline.names(node.name), one) ?? convertNode(node, outline.names(node.name))
  const { kept } = what
  notes.push({ part: node.name, step: name, fate: what.fate, message: what.message })
  for (const source of new Set(kept)) {
    const message = `\`${source}\` could not be translated for certain. It stands as it was, and is to be mended.`
    notes.push({ part: node.name, step: name, fate: 'kept', message })
  }
  if (node.credentials !== undefined) {
    const message = 'Its credentials are not taken over. Set them as secrets, and use them as {{ secrets.NAME }}.'
    notes.push({ part: node.name, step: name, fate: 'lost', message })
  }
  const begins = outline.beginnings.has(node.name) ? { dependencies: [] } : {}
  const step = {
    name,
    ...describe(node),
    ...body,
    ...policies(node, body),
    ...begins,
    ...leads(node, body, outline, one),
  }
  return [step, ...helpers]
}

const describe = ({ notes }: N8nNode): JsonObject => (notes === undefined || notes === '' ? {} : { description: notes })

function policies(node: N8nNode, body: JsonObject): JsonObject {
  const goesOn = node.continueOnFail || node.onError === 'continueRegularOutput'
  const interval = { initial_interval_seconds: (node.waitBetweenTries ?? 1_000) / 1_000 }
  return {
    ...(node.disabled && body.type !== 'DECISION' && { when: 'false' }),
    ...(node.retryOnFail && { retry: { max_attempts: node.maxTries ?? 3, ...interval } }),
    ...(goesOn && { on_error: 'ignore' }),
  }
}

/** Where it leads: a DECISION says so by its routes, and an output for errors is a failure edge. */
function leads(node: N8nNode, body: JsonObject, outline: Outline, one: (output: number) => string): JsonObject {
  if (body.type === 'DECISION') return {}
  const targets = outline.targets(node.name, 0)
  const last = outline.outputs(node.name) - 1
  const handler = node.onError === 'continueErrorOutput' && last > 0 ? one(last) : 'END'
  return {
    next: targets.length === 0 ? ['END'] : targets,
    ...(handler !== 'END' && { on_failure: { target_step: handler } }),
  }
}

/** What is switched off hands everything on by its first output. */
function switchedOff(routes: readonly Route[]): readonly Route[] {
  return [{ condition: 'true', output: 0 }, ...routes.filter(({ output }) => output !== 0)]
}

type Route = { readonly condition: string; readonly output: number }

/** If, Switch and Filter choose among their outputs, the last of which is taken when nothing fits. */
function chooses(node: N8nNode, names: Names, one: (output: number) => string): Converted | null {
  const kind = kindOf(node)
  const kept: string[] = []
  const take = (condition: { readonly value: string; readonly kept: readonly string[] }): string => {
    kept.push(...condition.kept)
    return condition.value
  }
  const decision = (routes: readonly Route[], otherwise: number | null): Converted => ({
    body: {
      type: 'DECISION',
      routes: [
        ...(node.disabled ? switchedOff(routes) : routes).map(({ condition, output }) => ({
          condition,
          target: one(output),
        })),
        { default: otherwise === null ? 'END' : one(otherwise) },
      ],
    },
    fate: 'understood',
    message: node.disabled ? 'It is switched off: the first way is taken, as there.' : 'Chooses in the same way.',
    kept,
  })
  if (kind === 'if') return decision([{ condition: take(conditionOf(node.parameters, names)), output: 0 }], 1)
  if (kind === 'filter') return decision([{ condition: take(conditionOf(node.parameters, names)), output: 0 }], null)
  if (kind !== 'switch') return null
  const { rules, value1 = '', options, fallbackOutput } = node.parameters
  const written: Json | undefined = isJsonObject(rules) ? (rules.values ?? rules.rules) : undefined
  const list: readonly JsonObject[] = isJsonList(written) ? written.filter(isJsonObject) : []
  const routes = list.map((rule, index): Route => {
    if (rule.conditions !== undefined) return { condition: take(conditionOf(rule, names)), output: index }
    const condition = take(testOf(value1, String(rule.operation ?? 'equal'), rule.value2 ?? '', names))
    return { condition, output: typeof rule.output === 'number' ? rule.output : index }
  })
  const fallback = isJsonObject(options) ? options.fallbackOutput : fallbackOutput
  const otherwise = fallback === 'extra' ? list.length : typeof fallback === 'number' && fallback >= 0 ? fallback : null
  return decision(routes, otherwise)
}
