import { isJsonObject, type JsonObject } from '#core/json.ts'
import type { ImportNote } from '../import-note.ts'
import { isSpelledOut } from '../latin.ts'
import { unsettledNote } from '../not-imported.ts'
import { looselyCompared } from './expression/loosely-compared.ts'
import { aiStep, asksModel } from './nodes/ai-step.ts'
import { choiceOf, drawChoice } from './nodes/choose.ts'
import { classifierOf, classifierRole, classifies } from './nodes/classifier.ts'
import { usesConnection } from './nodes/connection-of.ts'
import { convertNode } from './nodes/convert-node.ts'
import { loopHead } from './nodes/loop-step.ts'
import { chooseByState } from './nodes/many-outputs.ts'
import { partsOf } from './nodes/parts.ts'
import { policiesOf } from './nodes/policies.ts'
import { type Work, workOn } from './nodes/work.ts'
import { errorOutput } from './outline/errors.ts'
import { loopOutputs, regularOutputs } from './outline/kinds.ts'
import type { NodeList } from './outline/loops.ts'
import type { Outline } from './outline/outline.ts'
import { books, type N8nNode, type N8nWorkflow, recordOf } from './read-n8n.ts'

/** The conversion of one workflow: its source, its outline, and the notes of the report. */
export interface Conversion {
  readonly workflow: N8nWorkflow
  readonly outline: Outline
  readonly notes: ImportNote[]
}

/** The steps of a list of nodes: those of the workflow, or of the body of a loop. */
export function stepsOf(list: NodeList, around: Conversion, first: ReadonlySet<string>): readonly JsonObject[] {
  return list.nodes.flatMap((name) => stepOf(name, list.bodies.get(name), around, first.has(name)))
}

function stepOf(
  name: string,
  inner: NodeList | undefined,
  around: Conversion,
  isFirst: boolean,
): readonly JsonObject[] {
  const { workflow, outline, notes } = around
  const node = outline.node(name)
  const record = recordOf(workflow, node)
  const step = outline.stepName(name)
  const given = record.at('parameters')
  const work = workOn({ node, step, given, names: outline.names(name) }, notes)
  const helpers: JsonObject[] = []
  const one = waysTo(node, step, outline, helpers)
  const made = inner === undefined ? bodyOf(work, around, one, helpers) : loopOf(work, inner, around)
  const { body } = made
  const policies = policiesOf(node, record, body.type === 'DECISION', work.say)
  for (const source of new Set(looselyCompared(node.parameters, work.names))) work.say('changed', strictHere(source))
  tellRest(work, record)
  const ways = made.next === null ? {} : { next: made.next }
  const begins = isFirst ? { dependencies: [] } : {}
  return [
    {
      name: step,
      ...describe(node, step),
      ...body,
      ...policies,
      ...begins,
      ...ways,
      ...failure(work, outline, one, helpers),
    },
    ...helpers,
  ]
}

const strictHere = (source: string) =>
  `\`${source}\` compares values of different types after conversion. Here 1 and "1" are not equal.`

/** The step that leads to all targets of an output. */
function waysTo(node: N8nNode, step: string, outline: Outline, helpers: JsonObject[]): (output: number) => string {
  const known = new Map<number, string>()
  return (output) => {
    const found = known.get(output)
    if (found !== undefined) return found
    const targets = outline.targets(node.name, output).map(outline.stepName)
    const [first = 'END', second] = targets
    const way = second === undefined ? first : outline.freshName(`${step}_${output}`)
    if (second !== undefined)
      helpers.push({ name: way, type: 'TRANSFORM', set: { [`${step}_chose`]: String(output) }, next: targets })
    known.set(output, way)
    return way
  }
}

interface Made {
  readonly body: JsonObject
  /** Null for a step whose routes contain its targets. */
  readonly next: readonly string[] | null
}

function bodyOf(
  work: Work,
  { workflow, outline }: Conversion,
  one: (output: number) => string,
  helpers: JsonObject[],
): Made {
  const { node } = work
  const { links } = outline
  const choice = choiceOf(work)
  const known = outputsOf(choice)
  if (choice !== null) {
    const drawn = drawChoice(choice, work, one, outline.freshName)
    helpers.push(...drawn.helpers)
    tellUnknown(work, outline, known)
    return { body: drawn.body, next: drawn.next }
  }
  if (classifies(node)) return classified(work, { workflow, outline }, one, helpers)
  const converted = asksModel(node)
    ? aiStep(work, { workflow, outline })
    : withParts(convertNode(work, links), partsOf(node.name, { workflow, links, node: outline.node }, work.names, work))
  const outputs = links.outputs(node.name).filter((output) => output !== errorOutput(node, links))
  const isSingle = outputs.every((output) => output === 0)
  if (isSingle) return { body: converted, next: orEnd(outline.targets(node.name, 0).map(outline.stepName)) }
  if (regularOutputs(node) === null && converted.function !== undefined) {
    return { body: chooseByState(converted, outputs, work, one), next: null }
  }
  // A node that also does something else is followed by a DECISION.
  const decision = outline.freshName(`${work.step}_goes`)
  helpers.unshift({ name: decision, ...chooseByState({}, outputs, work, one) })
  return { body: converted, next: [decision] }
}

/** A node that classifies a text: an AI step whose answer is a category, and a DECISION on the answer. */
function classified(
  work: Work,
  around: Pick<Conversion, 'workflow' | 'outline'>,
  one: (output: number) => string,
  helpers: JsonObject[],
): Made {
  const { outline } = around
  const { output_schema, listed, choice } = classifierOf(work)
  const { system, ...step } = aiStep(work, around)
  const decision = outline.freshName(`${work.step}_goes`)
  const drawn = drawChoice(choice, { step: decision, say: work.say }, one, outline.freshName)
  helpers.unshift({ name: decision, ...drawn.body, ...(drawn.next !== null && { next: drawn.next }) }, ...drawn.helpers)
  tellUnknown(work, outline, outputsOf(choice))
  return { body: { ...step, system: classifierRole(system, listed), output_schema }, next: [decision] }
}

const orEnd = (next: readonly string[]): readonly string[] => (next.length === 0 ? ['END'] : next)

const outputsOf = (choice: ReturnType<typeof choiceOf>): ReadonlySet<number> =>
  new Set(
    choice === null
      ? []
      : [...choice.routes.map(({ output }) => output), ...(choice.otherwise === null ? [] : [choice.otherwise])],
  )

/** Outputs of a choosing node to which no rule leads. */
function tellUnknown({ node, say }: Work, { links, targets, stepName }: Outline, known: ReadonlySet<number>): void {
  for (const output of links.outputs(node.name)) {
    if (known.has(output) || output === errorOutput(node, links)) continue
    const to = targets(node.name, output).map(stepName).join(', ')
    say('lost', `No setting leads to its output ${output}, which continues to ${to}.`)
  }
}

function withParts(body: JsonObject, parts: JsonObject): JsonObject {
  if (Object.keys(parts).length === 0) return body
  return { ...body, with: { ...(isJsonObject(body.with) ? body.with : {}), parts } }
}

function loopOf(work: Work, inner: NodeList, around: Conversion): Made {
  const { outline, notes } = around
  const { each, done } = loopOutputs(work.node)
  const head = loopHead(work, outline)
  const first = new Set(outline.targets(work.node.name, each))
  const next = done === null ? [] : outline.targets(work.node.name, done).map(outline.stepName)
  return { body: { ...head, loop_body: stepsOf(inner, { ...around, notes }, first) }, next: orEnd(next) }
}

function describe(node: N8nNode, step: string): JsonObject {
  const lines = [
    ...(isSpelledOut(node.name, step.replace(/_\d+$/, '')) || isSpelledOut(node.name, step) ? [] : [node.name]),
    ...(node.notes === undefined || node.notes === '' ? [] : [node.notes]),
  ]
  return lines.length === 0 ? {} : { description: lines.join('\n') }
}

/** The output for errors as a failure edge. If the output leads nowhere, its branch ends without failing the run. */
function failure(
  { node, step, say }: Work,
  outline: Outline,
  one: (output: number) => string,
  helpers: JsonObject[],
): JsonObject {
  const output = errorOutput(node, outline.links)
  if (output === null) return {}
  const handler = one(output)
  if (handler !== 'END') return { on_failure: { target_step: handler } }
  const name = outline.freshName(`${step}_failed`)
  helpers.push({ name, type: 'TRANSFORM', set: { [name]: 'true' }, next: ['END'] })
  say('understood', 'If it fails, its branch ends and the run continues, as in n8n.')
  return { on_failure: { target_step: name } }
}

function tellRest({ node, step, say }: Work, record: ReturnType<typeof recordOf>): void {
  if (node.credentials !== undefined) {
    record.settle('credentials')
    if (!usesConnection(node))
      say('lost', 'Its `credentials` are not imported. Create secrets and use {{ secrets.NAME }}.')
  }
  record.ignore('position', ...books)
  for (const note of unsettledNote(record, { part: node.name, step })) say(note.fate, note.message)
  record.settle(...Object.keys(record.value as JsonObject))
}
