import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { unsettledNote } from '../../not-imported.ts'
import type { SourceRecord } from '../../source-record.ts'
import { toTemplate } from '../expression/translate.ts'
import type { Outline } from '../outline/outline.ts'
import { books, kindOf, type N8nNode, type N8nWorkflow, recordOf } from '../read-n8n.ts'
import { type Part, toolsOf } from './ai-tools.ts'
import { connectionOf } from './connection-of.ts'
import type { Work } from './work.ts'

/** Nodes that ask a model: an AI step each. */
const asking: ReadonlySet<string> = new Set(['agent', 'chainLlm', 'informationExtractor', 'textClassifier'])

export const asksModel = (node: N8nNode): boolean => asking.has(kindOf(node))

/** A node that asks a model as an AI step: its model, its tools and the form of its answer are parts of the node. */
export function aiStep(work: Work, around: PartsAround): JsonObject {
  const { given, say } = work
  const all = partsIn(work.node.name, around)
  const byKind = Map.groupBy(all, ({ kind }) => kind)
  const parts = (kind: string) => byKind.get(kind) ?? []
  const [model] = parts('ai_languageModel')
  const asked = modelOf(work, model)
  const tools = toolsOf(work, parts('ai_tool'))
  const [parser] = parts('ai_outputParser')
  const form = formOf(parser?.given ?? given)
  for (const [kind, list] of byKind) {
    if (['ai_languageModel', 'ai_tool', 'ai_outputParser'].includes(kind)) continue
    for (const { node } of list) say('lost', `Its part ${node.name} (${kindOf(node)}, ${kind}) has no equivalent.`)
  }
  const system = given.at('options').take('systemMessage') ?? given.at('options').take('systemPromptTemplate')
  given.ignore('promptType', 'hasOutputParser', 'agent')
  tellRestOf(work, all)
  say('understood', 'One AI step. Its answer is stored in state.answers.')
  return {
    type: 'AI',
    connection: asked.connection,
    prompt: promptOf(work),
    ...(system !== undefined && { system: textOf(work, system) }),
    ...asked.settings,
    ...(form !== null && { output_schema: form }),
    ...(tools.length > 0 && { tools }),
    output_key: `answers.${work.step}`,
  }
}

interface PartsAround {
  readonly workflow: N8nWorkflow
  readonly outline: Outline
}

/** The parts of a node, with the kind of their connection. */
function partsIn(name: string, { workflow, outline }: PartsAround): readonly (Part & { readonly kind: string })[] {
  return outline.links.parts(name).map(({ kind, node: inner }) => {
    const node = outline.node(inner)
    const record = recordOf(workflow, node)
    record.settle('name', 'type', 'notes', 'credentials')
    record.ignore('position', ...books)
    return { kind, node, record, given: record.at('parameters') }
  })
}

/** The settings of parts that the step does not have. */
function tellRestOf(work: Work, parts: readonly Part[]): void {
  for (const { node, record } of parts) {
    for (const note of unsettledNote(record, { part: node.name, step: work.step })) {
      work.say(note.fate, `Of its part ${node.name}: ${note.message}`)
    }
    record.settle(...Object.keys(record.value as JsonObject))
  }
}

const textOf = (work: Work, written: Json): Json => {
  const value = work.take(toTemplate(written, work.names))
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The prompt of the node; without one, the text that the node before it gives. */
function promptOf(work: Work): Json {
  const { given, names, say } = work
  for (const key of ['text', 'inputText', 'prompt']) {
    const written = given.peek(key)
    if (typeof written !== 'string' || written === '') continue
    given.settle(key)
    return textOf(work, written)
  }
  const from = names.json([])
  if (from === null) say('kept', 'Its prompt could not be determined. Write it.', { isProblem: true })
  return from === null ? 'Write the prompt here.' : `{{ ${from} }}`
}

function modelOf(work: Work, part: Part | undefined): { readonly connection: string; readonly settings: JsonObject } {
  const credentials = part?.node.credentials === undefined ? {} : { credentials: part.node.credentials }
  const connection = connectionOf({ node: { ...work.node, ...credentials }, say: work.say }, 'model')
  const model = part?.given.at('model')
  const isListed = isJsonObject(model?.value ?? null)
  if (isListed) model?.ignore('__rl', 'mode', 'cachedResultName', 'cachedResultUrl')
  const name = isListed ? model?.take('value') : part?.given.take('model')
  const temperature = part?.given.at('options').take('temperature')
  const maxTokens = part?.given.at('options').take('maxTokens')
  return {
    connection,
    settings: {
      ...(typeof name === 'string' && name !== '' && { model: name.replace(/^=/, '') }),
      ...(typeof temperature === 'number' && temperature >= 0 && temperature <= 2 && { temperature }),
      ...(typeof maxTokens === 'number' && maxTokens > 0 && { max_tokens: maxTokens }),
    },
  }
}

/** The form of the answer: a schema, the schema of an example, or listed attributes. */
function formOf(given: SourceRecord): JsonObject | null {
  given.ignore('schemaType')
  for (const key of ['inputSchema', 'jsonSchema']) {
    const written = jsonIn(given.peek(key))
    if (written === null) continue
    given.settle(key)
    return written
  }
  const example = jsonIn(given.peek('jsonSchemaExample'))
  if (example !== null) {
    given.settle('jsonSchemaExample')
    return objectWith(Object.entries(example).map(([name, value]) => [name, typeOf(value)]))
  }
  const listed = given.at('attributes').at('attributes')
  const { length } = Array.isArray(listed.value) ? listed.value : []
  if (length === 0) return null
  const fields = Array.from({ length }, (_, index) => listed.at(index)).map((field) => {
    const type = field.take('type')
    field.ignore('description', 'required')
    return [String(field.take('name')), type === 'number' || type === 'boolean' ? type : 'string'] as const
  })
  return objectWith(fields)
}

const objectWith = (fields: readonly (readonly [string, string])[]): JsonObject => ({
  type: 'object',
  required: fields.map(([name]) => name),
  properties: Object.fromEntries(fields.map(([name, type]) => [name, { type }])),
})

function typeOf(value: Json): string {
  if (Array.isArray(value)) return 'array'
  return value === null ? 'string' : typeof value
}

function jsonIn(written: Json | undefined): JsonObject | null {
  if (typeof written !== 'string') return null
  try {
    const value = JSON.parse(written) as Json
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}
