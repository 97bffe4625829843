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
      label: 'Task title',
      help: 'The question shown in the inbox. {{ input.amount }} inserts a value.',
      section: 'main',
      placeholder: 'Approve {{ input.amount }}',
    },
    instructions: {
      kind: 'template',
      label: 'Instructions',
      help: 'What the person needs to know to decide. Shown below the title.',
      section: 'main',
      placeholder: 'Check the papers of {{ input.customer }} first.',
      advanced: true,
    },
    groups: {
      kind: 'names',
      label: 'Groups who can decide',
      help: 'Any member of these groups can decide. Without groups and people, anyone can.',
      section: 'main',
      templated: true,
      directory: 'groups',
    },
    assignees: {
      kind: 'names',
      label: 'People who can decide',
      help: 'User ids. {{ input.manager }} takes one from the data.',
      section: 'main',
      templated: true,
      directory: 'people',
    },
    excluded: {
      kind: 'names',
      label: 'Excluded',
      help: 'People and groups who cannot decide, even if listed above. {{ run.started_by }} is the person who started the run, {{ steps.First_Look.decided_by }} the person who decided that step.',
      section: 'main',
      advanced: true,
      templated: true,
      directory: 'both',
    },
    queue: {
      kind: 'text',
      label: 'Queue',
      help: 'Groups these tasks in the inbox under this name.',
      section: 'main',
      advanced: true,
      placeholder: 'Loans',
    },
    priority: {
      kind: 'integer',
      label: 'Priority',
      help: 'For sorting the inbox: 100 is the most urgent.',
      section: 'main',
      advanced: true,
      min: 0,
      max: limits.inbox.priority,
      default: 50,
    },
    inbox_fields: {
      kind: 'json',
      label: 'Shown in the inbox',
      help: 'Two or three values shown with each task in the list, each with a label.',
      section: 'main',
      advanced: true,
      schema: {
        type: 'object',
        maxProperties: limits.inbox.fields,
        additionalProperties: { type: ['string', 'number', 'boolean'] },
      },
      placeholder: '{ Amount: "{{ input.amount }}" }',
    },
    due_in_seconds: {
      kind: 'duration',
      label: 'Due in',
      help: 'After this time the task is shown as overdue; it does not fail.',
      section: 'main',
      min: 1,
      max: mostSeconds,
    },
    approvals_required: {
      kind: 'integer',
      label: 'Approvals needed',
      help: 'How many different people must approve. A single rejection (approved: false) decides immediately.',
      section: 'main',
      advanced: true,
      min: 1,
      max: limits.inbox.approvals,
      default: 1,
    },
    form: {
      kind: 'json_schema',
      label: 'Form',
      help: 'The fields to fill in. The answers are merged into the state.',
      section: 'main',
    },
    reminders: {
      kind: 'json',
      label: 'Reminders',
      help: 'When to remind people, as a list of seconds before the task is due. Requires a due time.',
      section: 'main',
      advanced: true,
      schema: {
        type: 'array',
        maxItems: limits.inbox.reminders,
        items: { type: 'number', minimum: 0, maximum: mostSeconds },
      },
      numbers: 'durations',
      placeholder: '[14400]',
    },
    escalate_to: {
      kind: 'template',
      label: 'Escalate to',
      help: 'The person or group who can also decide once the task is due, or after the time below.',
      section: 'main',
      advanced: true,
      directory: 'both',
    },
    escalate_after_seconds: {
      kind: 'duration',
      label: 'Escalate after',
      help: 'Measured from when the task opens. Default: when the task is due.',
      section: 'main',
      advanced: true,
      min: 1,
      max: mostSeconds,
    },
    function: {
      kind: 'function',
      label: 'Run a function afterwards',
      help: 'Called with the decision before the run continues.',
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
  description: 'Waits for a duration or until a time',
  keys: {
    duration_seconds: {
      kind: 'duration',
      label: 'Wait for',
      help: 'How long to wait from when the step starts. {{ }} takes it from the data, in seconds.',
      section: 'main',
      min: 0,
      max: mostSeconds,
      templated: true,
    },
    until: {
      kind: 'template',
      label: 'Or until',
      help: 'A time such as 2027-01-31T09:00:00Z, or {{ state.due_at }}.',
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
  description: 'Waits for a signal from another system',
  keys: {
    signal: {
      kind: 'template',
      label: 'Signal',
      help: 'The name of the signal that another system sends to the run. {{ input.order_id }} inserts a value.',
      section: 'main',
      required: true,
      blank: '',
    },
    schema: {
      kind: 'json_schema',
      label: 'Payload schema',
      help: 'A signal whose payload does not match is rejected.',
      section: 'main',
    },
  },
  summary: (step) => step.signal || 'No signal yet',
})
