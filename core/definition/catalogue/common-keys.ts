import { limits } from '#core/limits.ts'
import type { StepCommon } from '../definition.ts'
import { type KeyTable, keySpecs } from './key-spec.ts'
import { notImported } from './not-imported.ts'

const mostSeconds = limits.run.timerMs / 1000

/** Keys that a step of any type may have. */
const table = {
  name: {
    kind: 'text',
    label: 'Id',
    help: 'Unique in the workflow. Steps and expressions refer to this id.',
    section: 'main',
    required: true,
  },
  title: {
    kind: 'text',
    label: 'Title',
    help: 'The name of the step for people, in any language. Default: the id.',
    section: 'main',
    oneLine: limits.text.title,
  },
  description: {
    kind: 'long_text',
    label: 'Description',
    help: 'A sentence about what the step does. Shown next to it; no effect on the run.',
    section: 'main',
  },
  with: {
    kind: 'json',
    label: 'Arguments',
    help: 'Passed to the function as context.with. {{ }} in texts is evaluated when the step starts.',
    section: 'data',
    schema: { type: 'object' },
  },
  output_key: {
    kind: 'text',
    label: 'Save result as',
    help: 'State path for the result. If empty, the fields of the result are merged into the state.',
    section: 'data',
    placeholder: 'Merged into the state',
    path: true,
  },
  when: {
    kind: 'expression',
    label: 'Run only if',
    help: 'If this is false, the step is skipped and the run continues after it.',
    section: 'flow',
    placeholder: 'state.amount > 100',
  },
  disabled: {
    kind: 'boolean',
    label: 'Skip this step',
    help: 'The run passes the step over and continues after it; a DECISION takes its default route. Problems in the step do not prevent publishing.',
    section: 'flow',
    advanced: true,
    default: false,
  },
  next: {
    kind: 'steps',
    label: 'Then go to',
    help: 'The next steps. END ends the branch. Default: the next step in the list.',
    section: 'flow',
  },
  dependencies: {
    kind: 'steps',
    label: 'Wait for',
    help: 'The step starts once all of these have completed or been skipped. With an empty list it starts first.',
    section: 'flow',
    advanced: true,
  },
  on_failure: {
    kind: 'step',
    label: 'On failure go to',
    help: 'The step that runs when this one fails after all retries. The run itself does not fail.',
    section: 'flow',
  },
  max_visits: {
    kind: 'integer',
    label: 'Maximum visits',
    help: 'How often a loop can return to this step before the run fails.',
    section: 'flow',
    advanced: true,
    min: 1,
    max: limits.run.maxVisits,
    default: limits.run.maxVisits,
  },
  automate_next: {
    kind: 'boolean',
    label: 'Continue automatically',
    help: 'In a run with manual stepping, the next step starts without a click.',
    section: 'flow',
    advanced: true,
    default: false,
  },
  retry: {
    kind: 'retry',
    label: 'Retry',
    help: 'How many attempts the step gets and the delay between them.',
    section: 'retry',
  },
  timeout_seconds: {
    kind: 'duration',
    label: 'Time limit',
    help: 'Per attempt. An attempt that takes longer fails. The limit of a wait stops while the run is paused.',
    section: 'retry',
    min: 0.001,
    max: mostSeconds,
    placeholder: 'None',
  },
  on_error: {
    kind: 'choice',
    label: 'When all attempts fail',
    help: 'fail: the run fails, or continues with “On failure go to”. ignore: the run continues as if the step had completed.',
    section: 'retry',
    advanced: true,
    choices: ['fail', 'ignore'],
    choiceWords: { fail: 'The run fails', ignore: 'Continue as if it had completed' },
    choiceAliases: { continue: 'ignore' },
    default: 'fail',
  },
  compensate_function: {
    kind: 'function',
    label: 'Undo with',
    help: 'The function that undoes this step when a later step fails and the workflow rolls back.',
    section: 'retry',
  },
  effects: {
    kind: 'choice',
    label: 'Side effects',
    help: 'none: the step changes nothing outside the run, so it never needs to be undone.',
    section: 'retry',
    advanced: true,
    choices: ['none'],
    choiceWords: { none: 'None' },
  },
  input_model: {
    kind: 'text',
    label: 'Input model',
    help: 'From Ruvon: the name of a model class. Kept in the YAML; no effect here.',
    section: 'data',
    advanced: true,
  },
  required_input: {
    kind: 'json',
    label: 'Required input',
    help: 'From Ruvon: fields that a caller must provide. Kept in the YAML; no effect here.',
    section: 'data',
    advanced: true,
  },
  not_imported: notImported,
  dynamic_injection: {
    kind: 'injection',
    label: 'Insert steps at run time',
    help: 'Rules that insert steps after this one once it completes, depending on the state. The next steps then follow the last inserted step.',
    section: 'flow',
    advanced: true,
  },
} satisfies KeyTable<Exclude<keyof StepCommon, 'pinned' | 'first_round_only'>>

export const commonKeys = keySpecs(table)
