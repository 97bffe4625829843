import { snakeCase } from '#core/definition/function-name.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import type { Fate } from '../import-note.ts'
import { workflowNameOf } from '../workflow-name.ts'
import { assignmentsOf } from './outline.ts'
import { kindOf, type N8nNode } from './read-n8n.ts'
import { asOperand, type Names, toExpression, toTemplate } from './translate.ts'

/** What a node becomes, without its name and where it leads. */
export interface Converted {
  readonly body: JsonObject
  readonly fate: Fate
  readonly message: string
  /** Expressions that could not be translated. */
  readonly kept: readonly string[]
}

type Converter = (node: N8nNode, names: Names) => Converted

/** Nodes that do one thing and lead on; those that choose are in convert-n8n.ts. */
const converters: { readonly [kind: string]: Converter } = {
  httpRequest,
  set: setFields,
  code,
  function: code,
  functionItem: code,
  wait,
  executeWorkflow,
  stopAndError: (node, names) => {
    const { value, kept } = toExpression(node.parameters.errorMessage ?? 'Stopped', names)
    const body = { type: 'SCRIPT', code: `throw new Error(${kept.length === 0 ? value : JSON.stringify(value)})\n` }
    return { body, fate: 'understood', message: 'Fails the run with its message.', kept }
  },
}

export function convertNode(node: N8nNode, names: Names): Converted {
  const kind = kindOf(node)
  const convert = Object.hasOwn(converters, kind) ? converters[kind] : undefined
  return (convert ?? unknown)(node, names)
}

/** A function of that name is still to be written; its arguments are what the node was set to. */
function unknown(node: N8nNode, names: Names): Converted {
  const name = `n8n.${snakeCase(kindOf(node)).replace(/\W+/g, '_')}`
  const { value, kept } = toTemplate(node.parameters, names)
  const body = { function: name, ...(Object.keys(node.parameters).length > 0 && { with: value }) }
  const message = `There is no such step here. It calls the function ${name}, which is still to be written.`
  return { body, fate: 'lost', message, kept }
}

/** What is sent besides in the first versions, as text. */
const unsent = ['bodyParametersJson', 'queryParametersJson', 'headerParametersJson']

function httpRequest({ parameters, name }: N8nNode, names: Names): Converted {
  const named = (list: unknown): JsonObject => {
    // The first versions have one list less far in, by another name.
    const written = isJsonObject(list) ? (list.parameters ?? list.parameter) : undefined
    const entries = isJsonList(written) ? written.filter(isJsonObject) : []
    return Object.fromEntries(entries.map((entry) => [String(entry.name), entry.value ?? '']))
  }
  const { options } = parameters
  const timeoutMs = isJsonObject(options) ? options.timeout : undefined
  const config = {
    method: parameters.method ?? parameters.requestMethod ?? 'GET',
    url: parameters.url ?? '',
    ...(parameters.sendQuery === true && { query: named(parameters.queryParameters) }),
    ...(parameters.queryParametersUi !== undefined && { query: named(parameters.queryParametersUi) }),
    ...(parameters.sendHeaders === true && { headers: named(parameters.headerParameters) }),
    ...(parameters.headerParametersUi !== undefined && { headers: named(parameters.headerParametersUi) }),
    ...(parameters.sendBody === true && { body: bodyOf(parameters, named(parameters.bodyParameters)) }),
    ...(parameters.bodyParametersUi !== undefined && { body: named(parameters.bodyParametersUi) }),
    ...(typeof timeoutMs === 'number' && { timeout: timeoutMs / 1000 }),
  }
  const { value, kept } = toTemplate(config, names)
  const body = { type: 'HTTP', http_config: value, output_key: `answers.${name.replace(/\W+/g, '_')}` }
  const answered = 'One request; its answer is kept in state.answers as well.'
  const lost = [
    ...unsent.filter((key) => parameters[key] !== undefined).map((key) => `\`${key}\``),
    ...(parameters.contentType === undefined || parameters.contentType === 'json' ? [] : ['`contentType`']),
  ]
  if (lost.length === 0) return { body, fate: 'understood', message: answered, kept }
  return {
    body,
    fate: 'changed',
    message: `${answered} A body is sent as JSON; not taken over: ${lost.join(', ')}.`,
    kept,
  }
}

/** A body written as JSON is JSON here too, where it can be read. */
function bodyOf(parameters: JsonObject, fields: JsonObject): Json {
  const { jsonBody } = parameters
  if (parameters.specifyBody !== 'json' || typeof jsonBody !== 'string') return fields
  if (jsonBody.startsWith('=')) return jsonBody
  try {
    return JSON.parse(jsonBody) as Json
  } catch {
    return jsonBody
  }
}

function setFields(node: N8nNode, names: Names): Converted {
  const assignments = assignmentsOf(node)
  if (assignments.length === 0) return unknown(node, names)
  const kept: string[] = []
  const set: [string, string][] = []
  for (const { name, value = '' } of assignments) {
    const translated = toExpression(value, names)
    set.push([String(name), translated.value])
    kept.push(...translated.kept)
  }
  return {
    body: { type: 'TRANSFORM', set: Object.fromEntries(set) },
    fate: 'understood',
    message: 'Sets the same fields, in the state.',
    kept,
  }
}

function code({ parameters }: N8nNode, names: Names): Converted {
  const written = parameters.jsCode ?? parameters.functionCode
  if (typeof written !== 'string') {
    const message =
      'Only JavaScript runs here. The code is kept as a comment, and the step fails until it is written anew.'
    const lines = String(parameters.pythonCode ?? '')
      .split('\n')
      .map((line) => `// ${line}\n`)
    const text = `${lines.join('')}throw new Error('This step was not JavaScript and is still to be written.')\n`
    return { body: { type: 'SCRIPT', code: text }, fate: 'lost', message, kept: [] }
  }
  const from = names.json([])
  const lines = [
    `const $json = ${from ?? 'state'}`,
    'const $input = { all: () => [{ json: $json }], first: () => ({ json: $json }), item: { json: $json } }',
    'const items = $input.all()',
    'const item = $json',
    'const work = () => {',
    ...written.split('\n').map((line) => (line === '' ? '' : `  ${line}`)),
    '}',
    'const [result] = [work()].flat()',
    'return result?.json ?? result ?? {}',
  ]
  const message =
    'Works on one item: of what the code returns the first item is kept. Other helpers of n8n are not there.'
  return { body: { type: 'SCRIPT', code: `${lines.join('\n')}\n` }, fate: 'changed', message, kept: [] }
}

const unitSeconds: { readonly [unit: string]: number } = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 }

function wait({ parameters, name }: N8nNode, names: Names): Converted {
  const { resume = 'timeInterval', amount = 1, unit = 'hours', dateTime = '' } = parameters
  if (resume === 'specificTime') {
    const { value, kept } = toTemplate(dateTime, names)
    const body = { type: 'WAIT', until: value }
    if (/([zZ]|[+-]\d\d:\d\d|\}\})$/.test(String(value))) {
      return { body, fate: 'understood', message: 'Waits until the same time.', kept }
    }
    const message =
      'n8n means a time of the zone it is set to; here it is one of UTC. Write its offset behind it, as +01:00.'
    return { body, fate: 'changed', message, kept }
  }
  if (resume !== 'timeInterval') {
    const signal = snakeCase(name.replace(/\W+/g, '_'))
    const message = `Waits for the signal ${signal} instead of a call of its own address.`
    return { body: { type: 'SIGNAL', signal }, fate: 'changed', message, kept: [] }
  }
  const { value, kept } = toExpression(amount, names)
  const factor = unitSeconds[String(unit)] ?? 1
  const inUnit = factor === 1 ? value : `${asOperand(value)} * ${factor}`
  const seconds = typeof amount === 'number' ? amount * factor : inUnit
  return { body: { type: 'WAIT', duration_seconds: seconds }, fate: 'understood', message: 'Waits as long.', kept }
}

function executeWorkflow({ parameters }: N8nNode, names: Names): Converted {
  const { workflowId } = parameters
  const called = isJsonObject(workflowId) ? (workflowId.cachedResultName ?? workflowId.value) : workflowId
  const workflow = workflowNameOf(String(called ?? 'Workflow'))
  const from = names.json([])
  const body = { type: 'SUB_WORKFLOW', sub_workflow_type: workflow, ...(from !== null && { input: `{{ ${from} }}` }) }
  return {
    body,
    fate: 'changed',
    message: `Starts the workflow ${workflow}, which has to be imported as well.`,
    kept: [],
  }
}
