import { limits } from '#core/limits.ts'
import type { StepCommon } from '../definition.ts'
import { type KeyTable, keySpecs } from './key-spec.ts'
import { notImported } from './not-imported.ts'

const mostSeconds = limits.run.timerMs / 1000

/** Keys that a step of any type may have. */
const table = {
  name: {
    kind: 'text',
    label: 'Name',
    help: 'Unique in the workflow. Other steps and expressions refer to the step by it.',
    section: 'main',
    required: true,
  },
  description: {
    kind: 'long_text',
    label: 'Description',
    help: 'What the step is for, in a sentence. Shown beside it, without effect on the run.',
    section: 'main',
  },
  with: {
    kind: 'json',
    label: 'Arguments',
    help: 'What the function gets as context.with. {{ }} in any text is replaced when the step starts.',
    section: 'data',
    schema: { type: 'object' },
  },
  output_key: {
    kind: 'text',
    label: 'Save result as',
    help: 'Where in the state the result goes. Without it, the fields of the result are merged into the state.',
    section: 'data',
    placeholder: 'Merged into the state',
    path: true,
  },
  when: {
    kind: 'expression',
    label: 'Only when',
    help: 'If this is false, the step is skipped and the run goes on behind it.',
    section: 'flow',
    placeholder: 'state.amount > 100',
  },
  next: {
    kind: 'steps',
    label: 'Then go to',
    help: 'The steps that follow. END ends the branch; left out, the next step of the list follows.',
    section: 'flow',
  },
  dependencies: {
    kind: 'steps',
    label: 'Wait for',
    help: 'The step starts when all of these are decided. An empty list makes it a first step.',
    section: 'flow',
    advanced: true,
  },
  on_failure: {
    kind: 'step',
    label: 'On failure go to',
    help: 'The step that takes over when this one has failed for good. The run then does not fail.',
    section: 'flow',
  },
  max_visits: {
    kind: 'integer',
    label: 'Visits at most',
    help: 'How often a loop may come back to this step before the run fails.',
    section: 'flow',
    advanced: true,
    min: 1,
    max: limits.run.maxVisits,
    default: limits.run.maxVisits,
  },
  automate_next: {
    kind: 'boolean',
    label: 'Go on by itself',
    help: 'In a run that is driven by hand, the following step starts without being asked for.',
    section: 'flow',
    advanced: true,
    default: false,
  },
  retry: {
    kind: 'retry',
    label: 'Retry',
    help: 'How often the step is tried, and how long is waited between attempts.',
    section: 'retry',
  },
  timeout_seconds: {
    kind: 'duration',
    label: 'Time limit',
    help: 'For one attempt. What takes longer has failed. The limit of a wait stands still while the run is paused.',
    section: 'retry',
    min: 0.001,
    max: mostSeconds,
    placeholder: 'None',
  },
  on_error: {
    kind: 'choice',
    label: 'When it fails for good',
    help: 'fail: the run fails, or goes where “On failure go to” says. ignore: it goes on as if the step had completed.',
    section: 'retry',
    advanced: true,
    choices: ['fail', 'ignore'],
    choiceWords: { fail: 'The run fails', ignore: 'Go on as if it had completed' },
    choiceAliases: { continue: 'ignore' },
    default: 'fail',
  },
  compensate_function: {
    kind: 'function',
    label: 'Undo with',
    help: 'The function that undoes this step when a later one fails and the workflow undoes completed steps.',
    section: 'retry',
  },
  effects: {
    kind: 'choice',
    label: 'Effects on the world',
    help: 'none: the step changes nothing outside the run, so that nothing has to be undone after it.',
    section: 'retry',
    advanced: true,
    choices: ['none'],
    choiceWords: { none: 'None' },
  },
  input_model: {
    kind: 'text',
    label: 'Input model',
    help: 'From Ruvon: the name of a model class. Kept in the text, without effect here.',
    section: 'data',
    advanced: true,
  },
  required_input: {
    kind: 'json',
    label: 'Required input',
    help: 'From Ruvon: fields that a caller has to give. Kept in the text, without effect here.',
    section: 'data',
    advanced: true,
  },
  not_imported: notImported,
  dynamic_injection: {
    kind: 'injection',
    label: 'Insert steps while running',
    help: 'Rules that insert steps behind this one when it has completed, by what the state then holds. What follows it then follows the last of them.',
    section: 'flow',
    advanced: true,
  },
} satisfies KeyTable<Exclude<keyof StepCommon, 'pinned' | 'first_round_only'>>

export const commonKeys = keySpecs(table)
