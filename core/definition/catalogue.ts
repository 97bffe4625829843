import { commonKeys } from './catalogue/common-keys.ts'
import { fireAndForget, subWorkflow } from './catalogue/compose.ts'
import { decision, loop, parallel } from './catalogue/decide.ts'
import { async, http, script, standard, transform } from './catalogue/do.ts'
import type { KeySpec, StepTypeEntry } from './catalogue/key-spec.ts'
import { ai, mail, sql } from './catalogue/services.ts'
import { human, signal, wait } from './catalogue/wait.ts'
import { type StepType, stepTypes } from './definition.ts'

export { commonKeys } from './catalogue/common-keys.ts'
export type { KeySpec, StepTypeEntry } from './catalogue/key-spec.ts'
export { concurrencyKeys, workflowKeys } from './catalogue/workflow-keys.ts'

/**
 * Every step type with every key, declared once: the palette, the
 * inspector, validation, the JSON Schema for editors and the docs are made from
 * it. A new step type is an entry here and an executor.
 */
export const catalogue: { readonly [Type in StepType]: StepTypeEntry } = {
  STANDARD: standard,
  ASYNC: async,
  DECISION: decision,
  PARALLEL: parallel,
  SUB_WORKFLOW: subWorkflow,
  LOOP: loop,
  HUMAN: human,
  HTTP: http,
  MAIL: mail,
  SQL: sql,
  AI: ai,
  SCRIPT: script,
  TRANSFORM: transform,
  WAIT: wait,
  SIGNAL: signal,
  FIRE_AND_FORGET: fireAndForget,
}

/** Other spellings of step types, as existing Ruvon files have them. */
export const typeAliases: { readonly [written: string]: StepType } = { HUMAN_IN_LOOP: 'HUMAN' }

/** All keys that a step of a type may have: its own first, then the common ones. */
export function keysOfType(type: StepType | 'UNKNOWN'): readonly KeySpec[] {
  return type === 'UNKNOWN' ? commonKeys : allKeys[type]
}

const allKeys = Object.fromEntries(
  Object.values(catalogue).map(({ type, keys }) => {
    const own = new Set(keys.map(({ key }) => key))
    return [type, [...keys, ...commonKeys.filter(({ key }) => !own.has(key))]]
  }),
) as unknown as { readonly [Type in StepType]: readonly KeySpec[] }

/** Types that hold other steps, or choose among them: these are no tasks of a PARALLEL step. */
const notInBranch: ReadonlySet<StepType | 'UNKNOWN'> = new Set(['PARALLEL', 'LOOP', 'DECISION'])

/** Types of the whole steps that may be tasks of a PARALLEL step. */
export const branchTypes: readonly StepType[] = stepTypes.filter(isBranchType)

export function isBranchType(type: StepType | 'UNKNOWN'): boolean {
  return !notInBranch.has(type)
}

/** Keys of a step that lead on to other steps; a whole step within a PARALLEL step ends at the join instead. */
export const leadingKeys: ReadonlySet<string> = new Set([
  'next',
  'dependencies',
  'on_failure',
  'routes',
  'dynamic_injection',
])

/** All keys that a whole step of a type may have as a task of a PARALLEL step. */
export function branchKeysOf(type: StepType | 'UNKNOWN'): readonly KeySpec[] {
  return keysOfType(type).filter(({ key }) => !leadingKeys.has(key))
}
