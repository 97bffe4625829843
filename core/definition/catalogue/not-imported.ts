import type { KeySpec } from './key-spec.ts'

/** The key of a step, or of the workflow, under which an import lists what it could not carry over. */
export const notImported: Omit<KeySpec, 'key'> = {
  kind: 'names',
  label: 'Not imported',
  help: 'From an import: what it could not carry over, a sentence each. Each is a warning until it is removed, without effect on a run.',
  section: 'data',
  advanced: true,
}
