import { checkExpression, type ExpectedType } from '../../expression/check/check-expression.ts'
import { checkTemplate } from '../../expression/check/check-template.ts'
import { anyType, objectType, type ScopeTypes, typeOfSchema } from '../../expression/check/types.ts'
import type { Json } from '../../json.ts'
import type { Definition } from '../definition.ts'
import type { Envelope, EnvelopeCondition, EnvelopeDiscovery } from '../envelope.ts'
import type { SourceLocation } from '../read/source-location.ts'
import { reportExpression } from './report-expression.ts'
import { runType, variableNames } from './run-type.ts'

/** Rules between the keys of an envelope, and its expressions. */
export function checkEnvelope(
  { envelope, input_schema, timeout_seconds }: Pick<Definition, 'envelope' | 'input_schema' | 'timeout_seconds'>,
  root: SourceLocation,
): void {
  if (envelope === undefined) return
  const at = root.child('envelope')
  if (timeout_seconds !== undefined && envelope.run_timeout_seconds !== undefined) {
    unused(root, 'timeout_seconds', 'The envelope has run_timeout_seconds, which means the same.')
  }
  if (envelope.locks !== undefined && envelope.discover === undefined) {
    unused(at, 'locks', 'Nothing is locked: add discover, which names the resources.')
  }
  if (envelope.conditions === undefined && envelope.conditions_timeout_seconds !== undefined) {
    unused(at, 'conditions_timeout_seconds', 'There are no conditions.')
  }
  checkConditions(envelope.conditions ?? [], at.child('conditions'))
  if (envelope.discover !== undefined) checkDiscovery(envelope.discover, at.child('discover'))
  checkExpressionsOf(envelope, at, typesBeforeSteps(input_schema))
}

function checkConditions(conditions: readonly EnvelopeCondition[], location: SourceLocation): void {
  const names = new Set<string>()
  for (const [index, { name, when, signal, at, every_seconds }] of conditions.entries()) {
    const here = location.child(index)
    if (name !== '' && names.has(name)) here.child('name').error('NAME_TWICE', `There is another condition ${name}.`)
    names.add(name)
    if (when === undefined && signal === undefined) {
      here.error('KEY_MISSING', `When is ${name || 'the condition'} true? Set when or signal.`)
    }
    if (when !== undefined) continue
    if (at !== undefined) unused(here, 'at', 'A signal is checked when it arrives.')
    if (every_seconds !== undefined) unused(here, 'every_seconds', 'A signal is checked when it arrives.')
  }
}

function checkDiscovery(
  { resources, function: named, queue, with: args }: EnvelopeDiscovery,
  location: SourceLocation,
) {
  if (resources === undefined && named === undefined) {
    location.error('KEY_MISSING', 'Which resources does the run touch? Set resources or function.')
  }
  if (resources !== undefined && named !== undefined) {
    unused(location, 'function', 'The expressions in resources name the resources.')
  }
  if (named !== undefined) return
  if (queue !== undefined) unused(location, 'queue', 'Only a function is called by workers.')
  if (args !== undefined) unused(location, 'with', 'Only a function has arguments.')
}

function unused(location: SourceLocation, key: string, reason: string): void {
  location.child(key).warning('KEY_UNUSED', `${key} has no effect. ${reason}`, { atKey: true })
}

/** Names that the expressions of an envelope may read: no step has run. */
export function typesBeforeSteps(schema: Definition['input_schema']): ScopeTypes {
  const input = schema === undefined ? anyType : typeOfSchema(schema)
  const state = input.kind === 'object' ? objectType(input.fields, anyType) : objectType({}, anyType)
  return { input, state, steps: objectType({}, undefined), run: runType, names: variableNames }
}

function checkExpressionsOf(
  { validate, conditions, discover, locks }: Envelope,
  at: SourceLocation,
  types: ScopeTypes,
) {
  const world: ScopeTypes = { ...types, world: true }
  const check = (source: string | undefined, location: SourceLocation, expected: ExpectedType, known = types) => {
    if (source === undefined || source.trim() === '') return
    for (const problem of checkExpression(source, known, expected)) reportExpression(problem, source, location)
  }
  for (const [index, each] of (validate ?? []).entries()) {
    check(each.check, at.child('validate').child(index).child('check'), 'boolean')
  }
  for (const [index, { when, at: instant, signal }] of (conditions ?? []).entries()) {
    const here = at.child('conditions').child(index)
    check(when, here.child('when'), 'boolean', world)
    check(instant, here.child('at'), 'instant', world)
    if (signal !== undefined) checkTexts(signal, here.child('signal'), types)
  }
  for (const [index, source] of (discover?.resources ?? []).entries()) {
    check(source, itemOf(at.child('discover').child('resources'), index), 'names')
  }
  if (discover?.with !== undefined) checkTexts(discover.with, at.child('discover').child('with'), types)
  for (const [index, source] of (locks?.shared ?? []).entries()) {
    check(source, itemOf(at.child('locks').child('shared'), index), 'names')
  }
}

function checkTexts(value: Json, location: SourceLocation, types: ScopeTypes): void {
  for (const problem of checkTemplate(value, types)) {
    const inner = problem.path.reduce<SourceLocation>((parent, key) => parent.child(key), location)
    const text = problem.path.reduce<unknown>((part, key) => (part as { [key: string | number]: unknown })[key], value)
    reportExpression(problem, text as string, inner)
  }
}

/** The place of an entry; a single one may be written without the list. */
function itemOf(location: SourceLocation, index: number): SourceLocation {
  return location.node?.items === undefined ? location : location.child(index)
}
