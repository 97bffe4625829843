import { limits } from '#core/limits.ts'
import type { Definition } from '../definition.ts'
import { type KeyTable, keySpecs } from './key-spec.ts'
import { notImported } from './not-imported.ts'

/** Keys of the workflow itself, apart from `steps` and `layout`. */
const table = {
  workflow_type: {
    kind: 'text',
    label: 'Name',
    help: 'The name by which the workflow is started, from outside and as a sub-workflow.',
    section: 'main',
    required: true,
  },
  description: {
    kind: 'long_text',
    label: 'Description',
    help: 'What the workflow is for, in a sentence.',
    section: 'main',
  },
  input_schema: {
    kind: 'json_schema',
    label: 'Input',
    help: 'What a run needs to start. The form to start one is made from this, and input that does not fit is refused.',
    section: 'main',
  },
  timeout_seconds: {
    kind: 'duration',
    label: 'Time limit',
    help: 'For the whole run. The time stands still while the run is paused, and while people are awaited.',
    section: 'main',
    min: 0.001,
    max: limits.run.timerMs / 1000,
    placeholder: 'None',
  },
  timeout_includes_waits: {
    kind: 'boolean',
    label: 'Waiting for people counts',
    help: 'The time limit goes on while a run waits for a person.',
    section: 'main',
    default: false,
  },
  workflow_version: {
    kind: 'text',
    label: 'Version label',
    help: 'Your own; publishing counts by itself.',
    section: 'main',
  },
  fail_fast: {
    kind: 'boolean',
    label: 'Stop at the first failure',
    help: 'Other branches are cancelled when a step fails for good.',
    section: 'main',
    default: true,
  },
  saga_enabled: {
    kind: 'boolean',
    label: 'Undo completed steps on failure',
    help: 'Runs the compensation of every completed step, newest first.',
    section: 'main',
    default: false,
  },
  not_imported: notImported,
} satisfies KeyTable<Exclude<keyof Definition, 'steps'>>

export const workflowKeys = keySpecs(table)

/** Ruvon's keys that name Python classes: known, kept in the text, without effect. */
export function isRuvonModelKey(key: string): boolean {
  return key.startsWith('initial_state_model')
}
