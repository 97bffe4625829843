import { inferExpression } from '../../expression/check/check-expression.ts'
import {
  alternatives,
  anyType,
  listType,
  numberType,
  type ObjectType,
  objectType,
  type ScopeTypes,
  stringType,
  typeOfSchema,
  unionType,
  type ValueType,
} from '../../expression/check/types.ts'
import { type ControlFlow, flowOf } from '../control-flow.ts'
import { type Definition, type LoopStep, type ParallelStep, rulesOf, type Step } from '../definition.ts'
import { allSteps, branchLists, innerLists } from '../inner-lists.ts'
import { noResults, outputOf, type ResultTypes } from './output-type.ts'
import { runType, variableNames } from './run-type.ts'
import { stateTypes, unknownWrites } from './state-types.ts'

/**
 * Static types of the names that the expressions of each step may read: `input` from its schema, `steps` from forms,
 * `state` from both and from assignments on the way. Keyed by step name, loop bodies included. `results` adds the types
 * that functions return: enough for suggestions, too little to report errors.
 */
export function scopeTypes(
  definition: Definition,
  flow: ControlFlow,
  results: ResultTypes = noResults,
): ReadonlyMap<string, ScopeTypes> {
  const work = scopesAhead(definition, flow, results)
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** `scopeTypes` as a generator that yields between steps, so that the caller can do other work. */
export function* scopesAhead(
  definition: Definition,
  flow: ControlFlow,
  results: ResultTypes = noResults,
): Generator<void, ReadonlyMap<string, ScopeTypes>> {
  const input = definition.input_schema === undefined ? anyType : typeOfSchema(definition.input_schema)
  const initial = input.kind === 'object' ? input : objectType({}, anyType)
  const outputs = objectType(outputsOf(definition.steps, results), undefined)
  const absent = absentOutputs(definition.steps)
  const steps = absent === undefined ? outputs : { ...outputs, absent }
  const common = { input, steps, run: runType, results, names: variableNames }
  const scopes = new Map<string, ScopeTypes>()
  yield* addScopes(scopes, definition.steps, flow, { initial, common })
  return scopes
}

interface Outer {
  readonly initial: ObjectType
  readonly common: Omit<ScopeTypes, 'state'> & { readonly results: ResultTypes }
}

function* addScopes(
  scopes: Map<string, ScopeTypes>,
  steps: readonly Step[],
  flow: ControlFlow,
  { initial, common: { results, ...common } }: Outer,
): Generator<void> {
  const states = yield* stateTypes(steps, flow, initial, { ...common, results })
  for (const step of steps) {
    // An unreachable step has no state of its own: nothing certain is known about it.
    const state = states.get(step.name) ?? unknownWrites(initial)
    const scope = { ...common, state }
    scopes.set(step.name, step.type === 'PARALLEL' ? { ...scope, ...iteration(step, scope) } : scope)
    // Inserted steps see what the step has written, and nothing else is certain.
    for (const { steps_to_insert: inserted } of rulesOf(step)) {
      yield* addScopes(scopes, inserted, flowOf(inserted), {
        initial: unknownWrites(state),
        common: { ...common, results },
      })
    }
    if (step.type === 'PARALLEL') {
      // Whole steps run at the same time: each sees the state before, and writes at the join.
      const each = step.iterate_over === undefined ? {} : iteration(step, scope)
      const inner = { initial: state, common: { ...common, ...each, results } }
      for (const { steps: branch } of branchLists(step)) yield* addScopes(scopes, branch, flowOf(branch), inner)
    }
    if (step.type !== 'LOOP') continue
    // A later round sees what the steps of the body have written in the round before.
    const inner = { initial: unknownWrites(state), common: { ...common, ...iteration(step, scope), results } }
    yield* addScopes(scopes, step.loop_body, flowOf(step.loop_body), inner)
  }
}

/** `item`, `index` and the item's own name, where a step iterates over a list. */
function iteration(
  { iterate_over: list, item_var_name: name = 'item' }: LoopStep | ParallelStep,
  scope: ScopeTypes,
): Partial<ScopeTypes> {
  if (list === undefined) return { index: numberType }
  const item = unionType(alternatives(inferExpression(list, scope).type).map(elementOf))
  return { item, index: numberType, names: { ...scope.names, [name]: item } }
}

function elementOf(type: ValueType): ValueType {
  return type.kind === 'list' ? type.element : anyType
}

/** The disabled steps, whose outputs are absent, and those within them. */
function absentOutputs(steps: readonly Step[]): ObjectType['absent'] {
  const disabled = allSteps(steps).filter((step) => step.disabled)
  if (disabled.length === 0) return undefined
  const because = ({ name }: Step) =>
    `${name} is disabled, so it has no output. Enable it, or ask for the output with has().`
  return Object.fromEntries(allSteps(disabled).map((step) => [step.name, because(step)]))
}

/** `decided_by` of a HUMAN step: the ids of the deciders, or null where the step was skipped. */
function deciders({ type }: Step): { readonly decided_by?: ValueType } {
  return type === 'HUMAN' ? { decided_by: unionType([listType(stringType), { kind: 'null' }]) } : {}
}

function outputsOf(steps: readonly Step[], results: ResultTypes): { readonly [step: string]: ValueType } {
  const entries = steps.flatMap((step): [string, ValueType][] => [
    [step.name, objectType({ output: outputOf(step, results), http: anyType, ...deciders(step) }, undefined)],
    ...innerLists(step).flatMap(({ steps: inner, first }) =>
      // The results of a step that runs per item are in the result of its PARALLEL step.
      first === null ? [] : Object.entries(outputsOf(inner, results)),
    ),
  ])
  return Object.fromEntries(entries)
}
