import type { KeySpec } from '#core/definition/catalogue.ts'

/** The fields of the workflow itself. */
export const workflowKeys: readonly KeySpec[] = [
  {
    key: 'description',
    kind: 'long_text',
    label: 'Description',
    help: 'What the workflow is for, in a sentence.',
    section: 'main',
  },
  {
    key: 'input_schema',
    kind: 'json_schema',
    label: 'Input',
    help: 'What a run needs to start. The form to start one is made from this.',
    section: 'main',
  },
  {
    key: 'timeout_seconds',
    kind: 'duration',
    label: 'Time limit',
    help: 'For the whole run, without the time it waits for people.',
    placeholder: 'None',
    section: 'main',
  },
  {
    key: 'workflow_version',
    kind: 'text',
    label: 'Version label',
    help: 'Your own; publishing counts by itself.',
    section: 'main',
  },
  {
    key: 'fail_fast',
    kind: 'boolean',
    label: 'Stop at the first failure',
    help: 'Other branches are cancelled when a step fails for good.',
    default: true,
    section: 'main',
  },
  {
    key: 'saga_enabled',
    kind: 'boolean',
    label: 'Undo completed steps on failure',
    help: 'Runs the compensation of every completed step, newest first.',
    default: false,
    section: 'main',
  },
]
