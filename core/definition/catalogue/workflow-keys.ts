import { limits } from '#core/limits.ts'
import type { Concurrency } from '../concurrency.ts'
import type { Definition } from '../definition.ts'
import { envelopeKeys } from './envelope-keys.ts'
import { type KeyTable, keySpecs } from './key-spec.ts'
import { notImported } from './not-imported.ts'

const concurrency = {
  key: {
    kind: 'expression',
    label: 'Key',
    help: 'An expression on the input: runs with the same value share the limit. Default: all runs of the workflow share it.',
    section: 'main',
    expected: 'key',
    placeholder: 'input.customer_id',
  },
  limit: {
    kind: 'integer',
    label: 'Runs at the same time',
    help: 'How many runs with the same key work at the same time.',
    section: 'main',
    required: true,
    min: 1,
    max: limits.envelope.concurrency,
    blank: 1,
  },
  when_full: {
    kind: 'choice',
    label: 'When the limit is reached',
    help: 'queue: the new run waits for its turn. skip: it ends as CANCELLED before its first step. cancel_oldest: the oldest working run is cancelled, and the new one takes its place.',
    section: 'main',
    choices: ['queue', 'skip', 'cancel_oldest'],
    choiceWords: { queue: 'Wait in a queue', skip: 'Skip the new run', cancel_oldest: 'Cancel the oldest run' },
    default: 'queue',
  },
} satisfies KeyTable<keyof Concurrency>

export const concurrencyKeys = keySpecs(concurrency)

/** Keys of the workflow itself, apart from `steps` and `layout`. */
const table = {
  workflow_type: {
    kind: 'text',
    label: 'Id',
    help: 'The id used to start the workflow, through the API or as a sub-workflow.',
    section: 'main',
    required: true,
  },
  title: {
    kind: 'text',
    label: 'Title',
    help: 'The name of the workflow for people, in any language. Default: the id.',
    section: 'main',
    oneLine: limits.text.title,
  },
  description: {
    kind: 'long_text',
    label: 'Description',
    help: 'A sentence about what the workflow does.',
    section: 'main',
  },
  tags: {
    kind: 'names',
    label: 'Tags',
    help: 'Words by which the list of workflows is filtered, such as finance or monthly.',
    section: 'main',
    oneLine: limits.definition.tagCharacters,
    most: limits.definition.tags,
    placeholder: 'finance, monthly',
  },
  input_schema: {
    kind: 'json_schema',
    label: 'Input',
    help: 'What a run needs to start. Defines the start form. Input that does not match is rejected.',
    section: 'main',
  },
  triggers: {
    kind: 'triggers',
    label: 'Triggers',
    help: 'What starts runs automatically, such as a schedule. Takes effect once the workflow is published.',
    section: 'main',
  },
  timeout_seconds: {
    kind: 'duration',
    label: 'Time limit',
    help: 'For the whole run. The clock stops while the run is paused or waits for people.',
    section: 'main',
    min: 0.001,
    max: limits.run.timerMs / 1000,
    placeholder: 'None',
  },
  timeout_includes_waits: {
    kind: 'boolean',
    label: 'Count waiting time',
    help: 'The time limit keeps running while a person has the task.',
    section: 'main',
    default: false,
  },
  envelope: {
    kind: 'group',
    label: 'Envelope',
    help: 'What a run passes through around its steps: checks, conditions, locks on resources, rollback and acknowledgement.',
    section: 'main',
    advanced: true,
    keys: envelopeKeys,
  },
  concurrency: {
    kind: 'group',
    label: 'Concurrency',
    help: 'How many runs of the workflow work at the same time, for each key such as a customer.',
    section: 'main',
    keys: concurrencyKeys,
  },
  workflow_version: {
    kind: 'text',
    label: 'Version label',
    help: 'Optional: versions are numbered automatically.',
    section: 'main',
  },
  fail_fast: {
    kind: 'boolean',
    label: 'Stop at the first failure',
    help: 'Cancels the other branches when a step fails after all retries.',
    section: 'main',
    default: true,
  },
  fan_out: {
    kind: 'boolean',
    label: 'Accept variants in the input',
    help: 'A start may ask for several runs by variants, bundle and regenerate in its input. Off: these are ordinary values.',
    section: 'main',
    default: true,
  },
  recovery: {
    kind: 'recovery',
    label: 'When a worker is lost',
    help: 'For the async functions of the workflow: when a worker counts as lost, and how often a step that is safe to run again restarts.',
    section: 'main',
    advanced: true,
  },
  saga_enabled: {
    kind: 'boolean',
    label: 'Undo completed steps on failure',
    help: 'Runs the undo function of every completed step, newest first.',
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
