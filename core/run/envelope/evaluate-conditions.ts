import type { EnvelopeCondition } from '#core/definition/envelope.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { evaluate, evaluateCondition } from '#core/expression/evaluate/evaluate.ts'
import type { Scope, World } from '#core/expression/scope.ts'
import { renderTemplate } from '#core/expression/template/template.ts'
import type { Json, JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { parseInstant } from '#core/parse-instant.ts'
import type { ResourceState } from '../command.ts'
import type { ConditionResult } from '../events/envelope-event.ts'
import { namedValues } from '../plan/named-values.ts'
import { queuedSignals } from '../signals.ts'
import type { RunState } from '../state.ts'
import { readsWorld } from './reads-world.ts'

/** What is known of a resource; undefined where it has not been read. */
type Known = (id: string) => ResourceState | undefined

export interface Evaluation {
  readonly conditions: readonly ConditionResult[]
  /** Resources that were read and whose state is not known. */
  readonly missing: readonly string[]
  /** When the conditions are evaluated next, unless a signal or a resource makes it due before. */
  readonly checkAt: number | null
}

/** Evaluates all conditions at an instant, with the known states of resources. Pure. */
export function evaluateConditions(
  executable: ExecutableDefinition,
  state: RunState,
  { now, known, run }: { readonly now: number; readonly known: Known; readonly run: Json },
): Evaluation {
  const missing = new Set<string>()
  const dues: number[] = []
  const conditions = (executable.definition.envelope?.conditions ?? []).map((condition) => {
    const read = new Set<string>()
    const world: World = {
      now,
      resource: (id) => {
        read.add(id)
        const found = known(id)
        if (found === undefined) missing.add(id)
        return found && stateOf(id, found)
      },
    }
    const names = namedValues(state)
    const scope: Scope = { input: state.header.input, state: state.data, steps: {}, run, world, ...names }
    const result = resultOf(executable, state, condition, scope)
    if (!result.value) dues.push(...nextChecks(executable, condition, scope, now))
    return { ...result, ...(read.size > 0 && { resources: [...read].sort() }) }
  })
  return { conditions, missing: [...missing].sort(), checkAt: dues.length === 0 ? null : Math.min(...dues) }
}

function stateOf(id: string, { free, holders, waiting }: ResourceState): JsonObject {
  return { id, free, holders, waiting }
}

function resultOf(
  executable: ExecutableDefinition,
  state: RunState,
  { name, when, signal }: EnvelopeCondition,
  scope: Scope,
): ConditionResult {
  const awaited = signal === undefined ? undefined : signalName(executable, signal, scope)
  if (awaited !== undefined && !awaited.ok) return { name, value: false, error: awaited.error }
  const has = awaited === undefined || queuedSignals(state, awaited.name).length > 0
  const named = awaited === undefined ? {} : { signal: awaited.name }
  if (when === undefined) return { name, value: has, ...named }
  const parsed = executable.expression(when)
  if (!parsed.ok) return { name, value: false, error: parsed.message, ...named }
  const result = evaluateCondition(parsed.expression, scope)
  return result.ok
    ? { name, value: has && result.value, ...named }
    : { name, value: false, error: result.message, ...named }
}

function signalName(executable: ExecutableDefinition, template: string, scope: Scope) {
  const result = renderTemplate(template, scope, executable.expression)
  if (!result.ok) return { ok: false as const, error: result.message }
  const isName = typeof result.value === 'string' && result.value !== ''
  return isName
    ? { ok: true as const, name: result.value as string }
    : { ok: false as const, error: 'The name of the signal is no text.' }
}

/** The instants at which a false condition may have become true. */
function nextChecks(
  executable: ExecutableDefinition,
  { when, at, every_seconds }: EnvelopeCondition,
  scope: Scope,
  now: number,
): readonly number[] {
  if (when === undefined) return []
  const parsed = executable.expression(when)
  const changes = parsed.ok && readsWorld(parsed.expression.tree)
  const every = every_seconds ?? limits.envelope.everySeconds
  const instant = at === undefined ? null : instantOf(executable, at, scope)
  return [
    ...(changes || every_seconds !== undefined ? [now + Math.round(every * 1_000)] : []),
    ...(instant !== null && instant > now ? [instant] : []),
  ]
}

/** The instant of an expression in milliseconds; null where it gives none. */
function instantOf(executable: ExecutableDefinition, source: string, scope: Scope): number | null {
  const parsed = executable.expression(source)
  const result = parsed.ok ? evaluate(parsed.expression, scope) : parsed
  if (!result.ok || !('value' in result) || typeof result.value !== 'string') return null
  return parseInstant(result.value)
}

/** The resources that the conditions may read, whatever the answers are; to be read before the evaluation. */
export function resourcesToRead(executable: ExecutableDefinition, state: RunState, run: Json): readonly string[] {
  const ids = new Set<string>()
  for (const free of [true, false]) {
    const known = (id: string): ResourceState => {
      ids.add(id)
      return { free, holders: [], waiting: free ? 0 : 1 }
    }
    evaluateConditions(executable, state, { now: state.at, known, run })
  }
  return [...ids].sort().slice(0, limits.envelope.resources)
}
