import { inferExpression } from '../../expression/check/check-expression.ts'
import {
  anyType,
  type ObjectType,
  objectType,
  type ScopeTypes,
  unionType,
  type ValueType,
} from '../../expression/check/types.ts'
import type { ControlFlow } from '../control-flow.ts'
import { rulesOf, type Step } from '../definition.ts'
import { outputOf, type ResultTypes } from './output-type.ts'

type KnownScope = Omit<ScopeTypes, 'state'> & { readonly results: ResultTypes }

/** With more fields than this, only the names of fields are tracked. */
const mostFields = 500

/**
 * Types of `state` in the expressions of each step, propagated along the forward edges. Fields from forms and from
 * TRANSFORM are known. What a function returns is not, so that afterwards any field may have changed; so it may at a
 * step that a loop leads back to. Parallel steps write in an undefined order: in a workflow that forks, only the names
 * of fields are known, for suggestions. A generator, so that the caller can do other work between two steps.
 */
export function* stateTypes(
  steps: readonly Step[],
  flow: ControlFlow,
  initial: ObjectType,
  scope: KnownScope,
): Generator<void, ReadonlyMap<string, ObjectType>> {
  if (forks(steps, flow)) {
    const blurred = allNames(steps, initial, scope)
    return new Map(steps.map(({ name }) => [name, blurred]))
  }
  const byName = new Map(steps.map((step) => [step.name, step]))
  const states = new Map<string, ObjectType>(flow.roots.map((name) => [name, initial]))
  for (const name of forwardOrder(steps, flow)) {
    yield
    const arrived = states.get(name)
    const step = byName.get(name)
    if (arrived === undefined || step === undefined) continue
    const before = flow.incoming(name).some(({ back }) => back) ? unknownWrites(arrived) : arrived
    const done = after(step, before, scope)
    states.set(name, seenBy(step, before, done))
    for (const { to, kind, back } of flow.outgoing(name)) {
      if (back) continue
      const arriving = kind === 'failure' ? failed(step, before) : done
      const known = states.get(to)
      states.set(to, known === undefined ? arriving : join(known, arriving))
    }
  }
  return states
}

/** Every field that exists or that a step writes, without types; what a step writes does not depend on the others. */
function allNames(steps: readonly Step[], initial: ObjectType, scope: KnownScope): ObjectType {
  const names = new Set(Object.keys(initial.fields))
  for (const step of steps) {
    for (const name of Object.keys(after(step, nothing, scope).fields)) names.add(name)
  }
  const known = [...names].slice(0, mostFields).map((name): [string, ValueType] => [name, anyType])
  return unknownWrites(objectType(Object.fromEntries(known), undefined))
}
const nothing = objectType({}, undefined)

/** The state after unknown writes: the names stay, for suggestions. */
export function unknownWrites(state: ObjectType): ObjectType {
  const names = Object.keys(state.fields)
  if (state.others?.kind === 'any' && names.every((name) => state.fields[name]?.kind === 'any')) return state
  return objectType(Object.fromEntries(names.map((name) => [name, anyType])), anyType)
}

function forks(steps: readonly Step[], flow: ControlFlow): boolean {
  if (flow.roots.length > 1) return true
  return steps.some(({ name }) => {
    const always = flow.outgoing(name).filter(({ kind }) => kind !== 'route' && kind !== 'failure')
    return always.length > 1
  })
}

/** The steps in topological order of the forward edges. */
function forwardOrder(steps: readonly Step[], flow: ControlFlow): readonly string[] {
  const left = new Map(steps.map(({ name }) => [name, flow.incoming(name).filter(({ back }) => !back).length]))
  const ready = steps.map(({ name }) => name).filter((name) => left.get(name) === 0)
  // The list grows while it is walked.
  for (const name of ready) {
    for (const { to, back } of flow.outgoing(name)) {
      if (back) continue
      const count = (left.get(to) as number) - 1
      left.set(to, count)
      if (count === 0) ready.push(to)
    }
  }
  return ready
}

/**
 * The conditions of a DECISION see the result of its function, each assignment of a TRANSFORM those above it, and the
 * condition of a WHILE loop what its steps wrote in the round before.
 */
function seenBy(step: Step, before: ObjectType, done: ObjectType): ObjectType {
  if (step.type === 'TRANSFORM') return join(before, done)
  if (step.type === 'LOOP' && step.mode === 'WHILE') return unknownWrites(before)
  return step.type === 'DECISION' ? done : before
}

/** A step that fails has written nothing, but the inner steps of a LOOP may have. */
function failed(step: Step, before: ObjectType): ObjectType {
  return step.type === 'LOOP' ? unknownWrites(before) : before
}

function after(step: Step, before: ObjectType, scope: KnownScope): ObjectType {
  if (step.disabled) return before
  const own = written(step, before, scope)
  // Inserted steps may write anything.
  const done = rulesOf(step).length === 0 ? own : unknownWrites(own)
  return step.when === undefined ? done : join(before, done)
}

function written(step: Step, before: ObjectType, scope: KnownScope): ObjectType {
  switch (step.type) {
    case 'WAIT':
      return before
    case 'TRANSFORM':
      return Object.entries(step.set).reduce(
        (state, [path, source]) => set(state, path, inferExpression(source, { ...scope, state }).type),
        before,
      )
    case 'DECISION':
      return step.function === undefined ? before : result(step, before, anyType)
    case 'SUB_WORKFLOW':
      return step.output_key === undefined
        ? set(before, 'sub_workflow_results', anyType)
        : result(step, set(before, 'sub_workflow_results', anyType), anyType)
    case 'LOOP':
      return result(step, unknownWrites(before), anyType)
    default:
      return result(step, before, outputOf(step, scope.results))
  }
}

/** A result goes under `output_key`, or its fields are merged into the state. */
function result({ output_key: key }: Step, state: ObjectType, type: ValueType): ObjectType {
  if (key !== undefined) return set(state, key, type)
  if (type.kind !== 'object') return unknownWrites(state)
  const merged = Object.entries(type.fields).map(([name, field]): [string, ValueType] => {
    const known = own(state, name)
    return [name, known === undefined ? field : unionType([known, field])]
  })
  return bounded(objectType({ ...state.fields, ...Object.fromEntries(merged) }, state.others ?? type.others))
}

function set(state: ObjectType, path: string, type: ValueType): ObjectType {
  const [name = '', ...rest] = path.split('.')
  return bounded(objectType({ ...state.fields, [name]: rest.length === 0 ? type : anyType }, state.others))
}

function join(a: ObjectType, b: ObjectType): ObjectType {
  if (a === b) return a
  const fields: Record<string, ValueType> = { ...a.fields }
  for (const [name, type] of Object.entries(b.fields)) {
    const known = own(a, name) ?? a.others
    fields[name] = known === undefined || known === type ? type : unionType([known, type])
  }
  if (b.others !== undefined) {
    for (const name of Object.keys(a.fields)) if (own(b, name) === undefined) fields[name] = anyType
  }
  return bounded(objectType(fields, a.others ?? b.others))
}

function bounded(state: ObjectType): ObjectType {
  return Object.keys(state.fields).length > mostFields ? objectType({}, anyType) : state
}

function own(state: ObjectType, name: string): ValueType | undefined {
  return Object.hasOwn(state.fields, name) ? state.fields[name] : undefined
}
