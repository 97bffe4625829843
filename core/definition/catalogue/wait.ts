import { limits } from '#core/limits.ts'
import { describeSeconds } from './describe-seconds.ts'
import { stepType } from './key-spec.ts'

const mostSeconds = limits.run.timerMs / 1000

export const human = stepType({
  type: 'HUMAN',
  label: 'Human task',
  group: 'Wait',
  icon: 'user',
  description: 'Waits for a person',
  keys: {
    title: {
      kind: 'template',
      label: 'Title',
      help: 'What the person is asked, in their inbox. {{ input.amount }} puts in a value.',
      section: 'main',
      placeholder: 'Approve {{ input.amount }}',
    },
    groups: {
      kind: 'names',
      label: 'Groups that may decide',
      help: 'Any member of these groups may decide. Without groups and people, anyone may.',
      section: 'main',
    },
    assignees: {
      kind: 'names',
      label: 'People who may decide',
      help: 'By user name.',
      section: 'main',
    },
    excluded: {
      kind: 'names',
      label: 'Never',
      help: 'People and groups who may not decide, even if they are named above.',
      section: 'main',
      advanced: true,
    },
    due_in_seconds: {
      kind: 'duration',
      label: 'Due in',
      help: 'The task is shown as late after this time; it does not fail.',
      section: 'main',
      min: 1,
      max: mostSeconds,
    },
    approvals_required: {
      kind: 'integer',
      label: 'Approvals needed',
      help: 'How many people have to say yes.',
      section: 'main',
      advanced: true,
      min: 1,
      max: 100,
      default: 1,
    },
    form: {
      kind: 'json_schema',
      label: 'Form',
      help: 'The fields that the person fills in. What they enter is merged into the state.',
      section: 'main',
    },
    reminders: {
      kind: 'json',
      label: 'Reminders',
      help: 'Seconds before it is due at which the people are reminded, as a list.',
      section: 'main',
      advanced: true,
      schema: { type: 'array', maxItems: 20, items: { type: 'number', minimum: 0, maximum: mostSeconds } },
      placeholder: '[14400]',
    },
    escalate_to: {
      kind: 'text',
      label: 'When late, ask',
      help: 'The person or group who may decide as well once the task is late.',
      section: 'main',
      advanced: true,
    },
    function: {
      kind: 'function',
      label: 'Function after',
      help: 'Called with the decision before the run goes on.',
      section: 'data',
    },
  },
  summary(step) {
    const people = [...(step.groups ?? []), ...(step.assignees ?? [])]
    const rest = people.length > 2 ? ` and ${people.length - 2} more` : ''
    const who = people.length === 0 ? 'Anyone' : people.slice(0, 2).join(', ') + rest
    return step.due_in_seconds === undefined ? who : `${who} · due in ${describeSeconds(step.due_in_seconds)}`
  },
})

export const wait = stepType({
  type: 'WAIT',
  label: 'Timer',
  group: 'Wait',
  icon: 'timer',
  description: 'Waits for a time, without holding anything up',
  keys: {
    duration_seconds: {
      kind: 'duration',
      label: 'Wait for',
      help: 'How long, from when the step starts. {{ }} takes it from the data, in seconds.',
      section: 'main',
      min: 0,
      max: mostSeconds,
      templated: true,
    },
    until: {
      kind: 'template',
      label: 'Or until',
      help: 'An instant such as 2027-01-31T09:00:00Z, or {{ state.due_at }}.',
      section: 'main',
      placeholder: '{{ state.due_at }}',
    },
  },
  summary({ duration_seconds: duration, until }) {
    if (typeof duration === 'number') return describeSeconds(duration)
    if (duration !== undefined) return `${duration} seconds`
    return until === undefined ? 'No time yet' : `Until ${until}`
  },
})

export const signal = stepType({
  type: 'SIGNAL',
  label: 'Signal',
  group: 'Wait',
  icon: 'zap',
  description: 'Waits until it is told to go on',
  keys: {
    signal: {
      kind: 'template',
      label: 'Signal',
      help: 'The name of the signal that another system sends to the run. {{ input.order_id }} puts in a value.',
      section: 'main',
      required: true,
      blank: '',
    },
    schema: {
      kind: 'json_schema',
      label: 'What it brings',
      help: 'A signal whose data does not fit is refused.',
      section: 'main',
    },
  },
  summary: (step) => step.signal || 'No signal yet',
})
