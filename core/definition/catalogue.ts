import { commonKeys } from './catalogue/common-keys.ts'
import { fireAndForget, subWorkflow } from './catalogue/compose.ts'
import { decision, loop, parallel } from './catalogue/decide.ts'
import { async, http, script, standard, transform } from './catalogue/do.ts'
import type { KeySpec, StepTypeEntry } from './catalogue/key-spec.ts'
import { human, signal, wait } from './catalogue/wait.ts'
import type { StepType } from './definition.ts'

export { commonKeys } from './catalogue/common-keys.ts'
export type { KeySpec, StepTypeEntry } from './catalogue/key-spec.ts'
export { workflowKeys } from './catalogue/workflow-keys.ts'

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
  return type === 'UNKNOWN' ? commonKeys : [...catalogue[type].keys, ...commonKeys]
}
