import type { KeySpec } from './key-spec.ts'

/** The key of a step, or of the workflow, under which an import lists what it could not carry over. */
export const notImported: Omit<KeySpec, 'key'> = {
  kind: 'names',
  label: 'Not imported',
  help: 'From an import: what could not be converted. Each entry is a warning until you remove it; no effect on runs.',
  section: 'data',
  advanced: true,
}
