import { limits } from '#core/limits.ts'
import type {
  Envelope,
  EnvelopeAcknowledgement,
  EnvelopeCheck,
  EnvelopeCondition,
  EnvelopeDiscovery,
  EnvelopeLocks,
} from '../envelope.ts'
import { type KeySpec, type KeyTable, keySpecs } from './key-spec.ts'

/** The longest wait and time limit of an envelope, in seconds. */
const longest = { min: 1, max: limits.envelope.timeoutSeconds }

const check = {
  check: {
    kind: 'expression',
    label: 'Must be true',
    help: 'A condition on the input. If it is false, the run ends as FAILED_SAFE before any step.',
    section: 'main',
    required: true,
    placeholder: 'size(input.devices) > 0',
    blank: 'true',
  },
  message: {
    kind: 'text',
    label: 'Message',
    help: 'The reason that the run shows when the check fails. Default: the expression.',
    section: 'main',
    oneLine: limits.text.title,
    placeholder: 'Name at least one device',
  },
} satisfies KeyTable<keyof EnvelopeCheck>

const condition = {
  name: {
    kind: 'text',
    label: 'Name',
    help: 'The name of the condition, shown while the run waits for it.',
    section: 'main',
    required: true,
    oneLine: limits.text.title,
    blank: '',
  },
  when: {
    kind: 'expression',
    label: 'True if',
    help: 'The run waits until this is true. `now` is the present time, `resources(id)` the state of a resource. An error counts as false.',
    section: 'main',
    placeholder: "resources('site:' + input.site).free",
  },
  signal: {
    kind: 'template',
    label: 'Signal',
    help: 'The run waits until it has received this signal.',
    section: 'main',
    placeholder: 'change-approved',
  },
  at: {
    kind: 'expression',
    label: 'Check again at',
    help: 'The time at which the condition is checked again.',
    section: 'main',
    advanced: true,
    expected: 'instant',
    placeholder: 'input.window_start',
  },
  every_seconds: {
    kind: 'duration',
    label: 'Check again every',
    help: 'How often a condition that reads `now` or `resources()` is checked again.',
    section: 'main',
    advanced: true,
    min: 1,
    max: 3_600,
    default: limits.envelope.everySeconds,
  },
} satisfies KeyTable<keyof EnvelopeCondition>

const discovery = {
  resources: {
    kind: 'expressions',
    label: 'Resources',
    help: 'Expressions of the resources that the run touches: each gives a name, or a list of names, such as device:7.',
    section: 'main',
    most: limits.envelope.expressions,
    expected: 'names',
    placeholder: "'site:' + input.site",
  },
  function: {
    kind: 'function',
    label: 'Or function',
    help: 'A function that reads, changes nothing and returns { resources: [...], data: {...} }. `data` becomes state.discovered.',
    section: 'main',
  },
  queue: {
    kind: 'text',
    label: 'Queue',
    help: 'Workers of this queue call the function. Default: the engine calls it.',
    section: 'main',
    placeholder: 'net-discovery',
  },
  with: {
    kind: 'json',
    label: 'Arguments',
    help: 'Passed to the function as context.with.',
    section: 'main',
    advanced: true,
    schema: { type: 'object' },
  },
  timeout_seconds: {
    kind: 'duration',
    label: 'Time limit',
    help: 'For the discovery. After it the run ends as FAILED_SAFE.',
    section: 'main',
    ...longest,
    default: limits.envelope.discoverySeconds,
  },
} satisfies KeyTable<keyof EnvelopeDiscovery>

const locks = {
  mode: {
    kind: 'choice',
    label: 'Mode',
    help: 'exclusive: no other run has the resource at the same time. shared: other runs may share it.',
    section: 'main',
    choices: ['exclusive', 'shared'],
    choiceWords: { exclusive: 'Exclusive', shared: 'Shared' },
    default: 'exclusive',
  },
  shared: {
    kind: 'expressions',
    label: 'Shared resources',
    help: 'Expressions of the resources that are locked shared, whatever the mode is.',
    section: 'main',
    most: limits.envelope.expressions,
    expected: 'names',
    placeholder: "'site:' + input.site",
  },
  wait_timeout_seconds: {
    kind: 'duration',
    label: 'Wait at most',
    help: 'How long the run waits for its locks. After it the run ends as FAILED_SAFE.',
    section: 'main',
    ...longest,
    default: limits.envelope.waitSeconds,
  },
  while_waiting: {
    kind: 'choice',
    label: 'While people are asked',
    help: 'hold: the run keeps its locks. release: it gives them back, and takes them again before the next step.',
    section: 'main',
    choices: ['hold', 'release'],
    choiceWords: { hold: 'Keep the locks', release: 'Give the locks back' },
    default: 'hold',
  },
  on_unsafe: {
    kind: 'choice',
    label: 'After an unsafe end',
    help: 'hold_until_ack: the locks stay until a person acknowledges or rolls back. release: they are given back.',
    section: 'main',
    choices: ['hold_until_ack', 'release'],
    choiceWords: { hold_until_ack: 'Keep until acknowledged', release: 'Give the locks back' },
    default: 'hold_until_ack',
  },
} satisfies KeyTable<keyof EnvelopeLocks>

const policy = (label: string, help: string, fallback: 'auto' | 'manual') =>
  ({
    kind: 'choice',
    label,
    help,
    section: 'main',
    choices: ['auto', 'manual'],
    choiceWords: { auto: 'Automatically', manual: 'By a person' },
    default: fallback,
  }) as const

const acknowledge = {
  completed: policy('Completed', 'How a completed run is acknowledged.', 'auto'),
  failed_safe: policy('Failed, safe', 'How a run is acknowledged that failed and left the world as it was.', 'auto'),
  failed_unsafe: policy('Failed, unsafe', 'How a run is acknowledged that failed and may have left changes.', 'manual'),
  after_seconds: {
    kind: 'duration',
    label: 'After',
    help: 'Delay of the automatic acknowledgement.',
    section: 'main',
    min: 0,
    max: limits.envelope.timeoutSeconds,
    default: 0,
  },
} satisfies KeyTable<keyof EnvelopeAcknowledgement>

export const envelopeCheckKeys = keySpecs(check)
export const envelopeConditionKeys = keySpecs(condition)
export const envelopeDiscoveryKeys = keySpecs(discovery)
export const envelopeLockKeys = keySpecs(locks)
export const envelopeAcknowledgeKeys = keySpecs(acknowledge)

const table = {
  validate: {
    kind: 'groups',
    label: 'Validate',
    help: 'Checks of the input before anything else. Invalid input is recorded, with all reasons.',
    section: 'main',
    keys: envelopeCheckKeys,
    most: limits.envelope.checks,
  },
  conditions: {
    kind: 'groups',
    label: 'Conditions',
    help: 'All have to be true before the run continues: a maintenance window, an approval, a free resource.',
    section: 'main',
    keys: envelopeConditionKeys,
    most: limits.envelope.conditions,
  },
  conditions_timeout_seconds: {
    kind: 'duration',
    label: 'Wait for conditions at most',
    help: 'After this time the run ends as FAILED_SAFE.',
    section: 'main',
    ...longest,
    default: limits.envelope.waitSeconds,
  },
  discover: {
    kind: 'group',
    label: 'Resources',
    help: 'The resources that the run will touch.',
    section: 'main',
    keys: envelopeDiscoveryKeys,
  },
  locks: {
    kind: 'group',
    label: 'Locks',
    help: 'How the resources are locked while the run works on them.',
    section: 'main',
    keys: envelopeLockKeys,
  },
  run_timeout_seconds: {
    kind: 'duration',
    label: 'Run at most',
    help: 'The time limit of the steps. After it the run fails and rolls back.',
    section: 'main',
    ...longest,
    placeholder: 'None',
  },
  rollback: {
    kind: 'choice',
    label: 'Rollback',
    help: 'when_possible: a failed run rolls back if every step with effects can be undone. saga_only: only if the workflow undoes completed steps on failure. Default: when_possible with locks, else saga_only.',
    section: 'main',
    choices: ['when_possible', 'saga_only'],
    choiceWords: { when_possible: 'When everything can be undone', saga_only: 'Only as a saga' },
  },
  rollback_timeout_seconds: {
    kind: 'duration',
    label: 'Roll back at most',
    help: 'After this time the rollback ends, and what was not undone is listed.',
    section: 'main',
    ...longest,
    placeholder: 'None',
  },
  acknowledge: {
    kind: 'group',
    label: 'Acknowledge',
    help: 'How each outcome is acknowledged. Only an acknowledged run is closed.',
    section: 'main',
    keys: envelopeAcknowledgeKeys,
  },
} satisfies KeyTable<keyof Envelope>

export const envelopeKeys: readonly KeySpec[] = keySpecs(table)
