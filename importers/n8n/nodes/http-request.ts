import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { asTemplate, readJsonTemplate } from '../expression/json-template.ts'
import { toTemplate } from '../expression/translate.ts'
import { connectionOf, usesConnection } from './connection-of.ts'
import type { Convert, Work } from './work.ts'

const methods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])

/** An HTTP Request node as an HTTP step, from the keys of the current versions and of the first two. */
export const httpRequest: Convert = (work) => {
  const { given, step } = work
  const method = given.take('method') ?? given.take('requestMethod') ?? 'GET'
  if (!methods.has(String(method)))
    work.say('kept', `\`method\`: ${String(method)} is not supported.`, { isProblem: true })
  const timeoutMs = given.peek('options', 'timeout')
  const isTime = typeof timeoutMs === 'number' && timeoutMs > 0
  if (isTime) given.at('options').settle('timeout')
  const query = part(work, {
    send: 'sendQuery',
    how: 'specifyQuery',
    json: 'jsonQuery',
    fields: 'queryParameters',
    old: 'queryParametersUi',
    oldJson: 'queryParametersJson',
  })
  const headers = part(work, {
    send: 'sendHeaders',
    how: 'specifyHeaders',
    json: 'jsonHeaders',
    fields: 'headerParameters',
    old: 'headerParametersUi',
    oldJson: 'headerParametersJson',
  })
  const body = part(work, {
    send: 'sendBody',
    how: 'specifyBody',
    json: 'jsonBody',
    fields: 'bodyParameters',
    old: 'bodyParametersUi',
    oldJson: 'bodyParametersJson',
  })
  const kinds = [given.peek('contentType'), given.peek('options', 'bodyContentType')]
  if (kinds[0] === 'json') given.ignore('contentType')
  if (kinds[1] === 'json') given.at('options').ignore('bodyContentType')
  const connection = usesConnection(work.node) ? connectionOf(work, 'api') : undefined
  if (connection !== undefined) given.settle('authentication', 'genericAuthType', 'nodeCredentialType')
  tellOf(work)
  work.say('understood', 'One request; its response is also stored in state.answers.')
  return {
    type: 'HTTP',
    ...(connection !== undefined && { connection }),
    http_config: {
      method: work.take(toTemplate(method, work.names)),
      url: work.take(toTemplate(given.take('url') ?? '', work.names)),
      ...(query !== undefined && { query }),
      ...(headers !== undefined && { headers }),
      ...(body !== undefined && { body }),
      ...(isTime && { timeout: timeoutMs / 1000 }),
    },
    output_key: `answers.${step}`,
  }
}

interface PartKeys {
  readonly send: string
  readonly how: string
  readonly json: string
  readonly fields: string
  readonly old: string
  readonly oldJson: string
}

/** Query, headers or body; undefined if none is sent. */
function part(work: Work, keys: PartKeys): Json | undefined {
  const { given } = work
  const isOldJson = given.peek('jsonParameters') === true && given.peek(keys.oldJson) !== undefined
  if (isOldJson) {
    given.settle('jsonParameters')
    return ofJson(work, keys.oldJson)
  }
  if (given.peek(keys.send) === true) {
    given.settle(keys.send)
    if (given.peek(keys.how) === 'json' && given.peek(keys.json) !== undefined) {
      given.settle(keys.how)
      return ofJson(work, keys.json)
    }
    if (given.peek(keys.how) === 'keypair') given.ignore(keys.how)
    return named(work, keys.fields, 'parameters')
  }
  if (given.peek(keys.send) === false) {
    // A disabled part is not sent, whatever its value.
    given.ignore(keys.send, keys.how, keys.json, keys.fields)
  }
  return given.peek(keys.old) === undefined ? undefined : named(work, keys.old, 'parameter')
}

/** A body of JSON with expressions, as JSON if it can be parsed. */
function ofJson(work: Work, key: string): Json {
  const written = work.given.take(key) as Json
  if (typeof written !== 'string') return work.take(toTemplate(written, work.names))
  const template = readJsonTemplate(written)
  if (template !== null) return work.take(asTemplate(template, work.names))
  work.say('kept', `\`${key}\` is not valid JSON, so it is sent as text.`)
  return work.take(toTemplate(written, work.names))
}

function named(work: Work, key: string, list: string): JsonObject {
  const record = work.given.at(key, list)
  const entries = isJsonList(record.value) ? record.value : []
  const fields = entries.flatMap((entry, index): [string, Json][] => {
    if (!isJsonObject(entry) || (entry.parameterType ?? 'formData') !== 'formData') return []
    record.at(index).settle('name', 'value')
    record.at(index).ignore('parameterType')
    return [[String(entry.name), work.take(toTemplate(entry.value ?? '', work.names))]]
  })
  const names = fields.map(([name]) => name)
  if (new Set(names).size < names.length) work.say('lost', `\`${key}\`: only the last field of each name is sent.`)
  return Object.fromEntries(fields)
}

const instead: readonly (readonly [path: readonly [string, ...string[]], message: string])[] = [
  [['authentication'], 'its credentials are not imported. Create secrets and use {{ secrets.NAME }} in its headers.'],
  [['options', 'pagination'], 'only one page is requested. Use a LOOP for the others.'],
  [['options', 'batching'], 'requests are not batched and do not wait for each other.'],
  [
    ['options', 'response'],
    'the result is the response body, and a status of 400 or higher is a failure. Set `expect_status` to allow others.',
  ],
  [['options', 'proxy'], 'no proxy is used.'],
  [['options', 'allowUnauthorizedCerts'], 'certificates are always checked.'],
  [['contentType'], 'a body is sent as JSON; text is sent as is.'],
  [['options', 'bodyContentType'], 'a body is sent as JSON; text is sent as is.'],
]

/** Options that an HTTP step does not have, with advice for each. */
function tellOf({ given, say }: Work): void {
  if (given.peek('authentication') === 'none') given.ignore('authentication')
  for (const [path, message] of instead) {
    const [first, second] = path
    const record = second === undefined ? given : given.at(first)
    const key = second ?? first
    const isSettled = !record.unsettled().some((one) => one === key || one.startsWith(`${key}.`))
    if (record.peek(key) === undefined || isSettled) continue
    record.settle(key)
    say('lost', `\`${path.join('.')}\` (${JSON.stringify(record.peek(key)).slice(0, 300)}): ${message}`)
  }
}
