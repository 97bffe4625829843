import { isJsonList, type Json, type JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { checkTemplate } from '../../expression/check/check-template.ts'
import {
  anyType,
  listType,
  numberType,
  objectType,
  type ScopeTypes,
  stringType,
  type ValueType,
} from '../../expression/check/types.ts'
import { triggerCatalogue, triggerTypeKey } from '../catalogue/trigger-keys.ts'
import { reportExpression } from '../check/report-expression.ts'
import { variableNames } from '../check/run-type.ts'
import { scheduleDefaults, type Trigger, type TriggerType, triggerName } from '../trigger.ts'
import { fieldsOfNickname, isTimeZone, readCron } from '../triggers/cron.ts'
import { nextInstant } from '../triggers/planned-instants.ts'
import { type Fields, mapAt, type ReadValue, readKeys } from './read-keys.ts'
import type { SourceLocation } from './source-location.ts'

/** Reads the list of triggers. A trigger without a usable type is reported and left out. */
export function readTriggers(value: Json, location: SourceLocation, read: ReadValue): Json | undefined {
  if (!Array.isArray(value)) {
    location.error('TYPE_WRONG', 'triggers must be a list. Start each trigger with - type: and what starts the runs.')
    return undefined
  }
  const most = limits.triggers.perWorkflow
  if (value.length > most) location.error('OUT_OF_RANGE', `A workflow can have up to ${most} triggers.`)
  const names = new Set<string>()
  return value.slice(0, most).flatMap((one: Json, index): JsonObject[] => {
    const at = location.child(index)
    const trigger = readTrigger(one, at, read)
    if (trigger === undefined) return []
    const name = triggerName(trigger as unknown as Trigger)
    if (names.has(name)) {
      const message = `Two triggers have the name ${name}. Give this one another name.`
      at.child('name').error('TRIGGER_TWICE', message)
    }
    names.add(name)
    return [trigger]
  })
}

function readTrigger(value: Json, location: SourceLocation, read: ReadValue): JsonObject | undefined {
  const map = mapAt(value, location, 'A trigger')
  if (map === undefined) return undefined
  const { type } = readKeys(map, location, { specs: [triggerTypeKey], read, isKept: () => true, what: 'A trigger' })
  if (typeof type !== 'string') return undefined
  const { keys, label } = triggerCatalogue[type as TriggerType]
  const fields = readKeys(map, location, {
    specs: keys,
    read,
    isKept: (key) => key === 'type',
    what: `A ${label.toLowerCase()}`,
  })
  checks[type as TriggerType]?.(fields, location)
  checkTexts(type as TriggerType, fields, location)
  return { type, ...fields }
}

/** Rules of a type beyond its keys. */
const checks: { readonly [Type in TriggerType]?: (fields: Fields, location: SourceLocation) => void } = {
  schedule: checkSchedule,
  webhook: checkWebhook,
}

function checkSchedule(fields: Fields, location: SourceLocation): void {
  const { cron, every_seconds: every, timezone = scheduleDefaults.timezone } = fields
  if (cron === undefined && every === undefined && location.node?.entries?.has('every_seconds') !== true) {
    location.error('KEY_MISSING', 'A schedule needs cron or every_seconds, such as cron: 0 6 * * *.')
  }
  if (cron !== undefined && every !== undefined) {
    location.child('every_seconds').error('KEY_TWICE', 'Keep either cron or every_seconds.', { atKey: true })
  }
  const isZone = typeof timezone === 'string' && isTimeZone(timezone)
  if (!isZone) {
    const message = `There is no time zone ${timezone}. Use a name such as Europe/Berlin or UTC.`
    location.child('timezone').error('TIME_ZONE_UNKNOWN', message)
  }
  if (typeof cron === 'string') checkCron(cron, isZone ? (timezone as string) : 'UTC', location.child('cron'))
}

const secretName = /^[A-Za-z_]\w*$/
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/

function checkWebhook(fields: Fields, location: SourceLocation): void {
  const { verify, secret, signature_header: header } = fields
  if (verify === 'none') {
    const message = 'Anyone who knows the address starts runs. Choose another way to verify the sender.'
    location.child('verify').warning('WEBHOOK_OPEN', message)
    return
  }
  const names = isJsonList(secret) ? secret : []
  if (names.length === 0) {
    location
      .child('secret')
      .error('KEY_MISSING', 'A webhook needs secret: the name of the secret that its sender knows.')
  }
  if (names.some((name) => !secretName.test(String(name)))) {
    const message =
      'A secret is named by letters, digits and _, such as SHOP_WEBHOOK. Its value is under Settings, Secrets.'
    location.child('secret').error('NAME_INVALID', message)
  }
  if (verify !== 'hmac') return
  if (header === undefined) {
    location
      .child('signature_header')
      .error('KEY_MISSING', 'hmac needs signature_header: the header with the signature.')
  } else if (!headerName.test(String(header))) {
    location
      .child('signature_header')
      .error('NAME_INVALID', 'This is not the name of a header. Use a name such as X-Signature.')
  }
}

function checkCron(text: string, timezone: string, location: SourceLocation): void {
  const read = readCron(text, timezone)
  if (!read.ok) {
    const fields = fieldsOfNickname(text)
    const fix =
      fields === undefined ? undefined : { title: `Change to ${fields}`, range: location.range(), text: `"${fields}"` }
    location.error('CRON_INVALID', read.message, fix === undefined ? {} : { fix })
    return
  }
  if (nextInstant({ cron: text, timezone }, 0) !== null) return
  location.error('CRON_INVALID', 'This time never comes: no month has such a day.')
}

const nothing = objectType({}, undefined)

/** Names that are no text: the body is any JSON; a header or parameter may be absent. */
const typesOfNames: Readonly<Record<string, ValueType>> = {
  body: anyType,
  payload: anyType,
  headers: objectType({}, anyType),
  query: objectType({}, anyType),
}

/** The ended run that a `run` trigger tells about. */
const endedRun = objectType(
  {
    id: stringType,
    workflow: stringType,
    version: numberType,
    outcome: stringType,
    input: anyType,
    output: anyType,
    error: anyType,
    tags: listType(stringType),
    started_by: stringType,
    ended_at: stringType,
  },
  undefined,
)

/** The types of the names that the texts of a trigger may read: those of its type, and variables. */
export function triggerScope(type: TriggerType): ScopeTypes {
  const names: Record<string, ValueType> = { ...variableNames }
  for (const name of triggerCatalogue[type].names) if (name !== 'run') names[name] = typesOfNames[name] ?? stringType
  return { input: nothing, state: nothing, steps: nothing, run: type === 'run' ? endedRun : nothing, names }
}

/** The keys whose texts are templates. */
const templated = ['input', 'correlate'] as const

function checkTexts(type: TriggerType, fields: Fields, location: SourceLocation): void {
  for (const key of templated) {
    const template = fields[key]
    if (template === undefined) continue
    for (const problem of checkTemplate(template, triggerScope(type))) {
      const inner = problem.path.reduce<SourceLocation>((parent, part) => parent.child(part), location.child(key))
      const text = problem.path.reduce<unknown>((value, part) => (value as JsonObject)[part as string], template)
      reportExpression(problem, String(text), inner)
    }
  }
}
