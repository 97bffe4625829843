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
      help: 'The workflow to run, in its latest published version when the step starts.',
      section: 'main',
      required: true,
      blank: '',
    },
    input: {
      kind: 'json',
      label: 'Input',
      help: 'Input of the sub-workflow. {{ input.items }} passes a value unchanged.',
      section: 'main',
    },
    on_parent_close: {
      kind: 'choice',
      label: 'If this run ends first',
      help: 'cancel: the sub-workflow is cancelled too. abandon: the sub-workflow continues on its own.',
      section: 'flow',
      advanced: true,
      choices: ['cancel', 'abandon'],
      choiceWords: { cancel: 'Cancel the sub-workflow', abandon: 'Let the sub-workflow continue' },
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
  description: 'Starts a workflow or a function without waiting for it',
  keys: {
    workflow_type: {
      kind: 'workflow',
      label: 'Workflow',
      help: 'The workflow to start. Set this or a function.',
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
      help: 'Input of the workflow, or arguments of the function.',
      section: 'main',
      aliases: ['initial_data_template'],
    },
  },
  summary: (step) => step.workflow_type ?? step.function ?? 'Nothing to start yet',
})
