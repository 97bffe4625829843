import { stepType } from './key-spec.ts'

export const subWorkflow = stepType({
  type: 'SUB_WORKFLOW',
  label: 'Sub-workflow',
  group: 'Compose',
  icon: 'layers-2',
  description: 'Runs another workflow and waits for its result',
  keys: {
    sub_workflow_type: {
      kind: 'workflow',
      label: 'Workflow',
      help: 'The workflow to run; its latest published version is taken when the step starts.',
      section: 'main',
      required: true,
      blank: '',
    },
    input: {
      kind: 'json',
      label: 'Input',
      help: 'What the child run starts with. {{ input.items }} passes a value on as it is.',
      section: 'main',
    },
    on_parent_close: {
      kind: 'choice',
      label: 'When this run ends first',
      help: 'cancel: the child is cancelled with it. abandon: the child goes on alone.',
      section: 'flow',
      advanced: true,
      choices: ['cancel', 'abandon'],
      choiceWords: { cancel: 'The child is cancelled', abandon: 'The child goes on alone' },
      default: 'cancel',
    },
  },
  summary: (step) => step.sub_workflow_type || 'No workflow yet',
})

export const fireAndForget = stepType({
  type: 'FIRE_AND_FORGET',
  label: 'Fire and forget',
  group: 'Compose',
  icon: 'arrow-up-right',
  description: 'Starts a workflow or a function and goes on at once',
  keys: {
    workflow_type: {
      kind: 'workflow',
      label: 'Workflow',
      help: 'The workflow to start. Give this or a function.',
      section: 'main',
      aliases: ['target_workflow_type'],
    },
    function: {
      kind: 'function',
      label: 'Or function',
      help: 'The function to call without waiting for it.',
      section: 'main',
    },
    input: {
      kind: 'json',
      label: 'Input',
      help: 'What it starts with.',
      section: 'main',
      aliases: ['initial_data_template'],
    },
  },
  summary: (step) => step.workflow_type ?? step.function ?? 'Nothing to start yet',
})
