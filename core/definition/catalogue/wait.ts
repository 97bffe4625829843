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
    instructions: {
      kind: 'template',
      label: 'Instructions',
      help: 'What the person has to know to decide: shown with the task, under its title.',
      section: 'main',
      placeholder: 'Check the papers of {{ input.customer }} first.',
      advanced: true,
    },
    groups: {
      kind: 'names',
      label: 'Groups that may decide',
      help: 'Any member of these groups may decide. Without groups and people, anyone may.',
      section: 'main',
      templated: true,
      directory: 'groups',
    },
    assignees: {
      kind: 'names',
      label: 'People who may decide',
      help: 'By user name. {{ input.manager }} takes one from the data.',
      section: 'main',
      templated: true,
      directory: 'people',
    },
    excluded: {
      kind: 'names',
      label: 'Never',
      help: 'People and groups who may not decide, even if they are named above. {{ run.started_by }} is whoever started the run, {{ steps.First_Look.decided_by }} whoever decided that step.',
      section: 'main',
      advanced: true,
      templated: true,
      directory: 'both',
    },
    queue: {
      kind: 'text',
      label: 'Queue',
      help: 'The name under which the inbox lists such tasks together.',
      section: 'main',
      advanced: true,
      placeholder: 'Loans',
    },
    priority: {
      kind: 'integer',
      label: 'Priority',
      help: 'The inbox can be sorted by it: 100 is the most urgent.',
      section: 'main',
      advanced: true,
      min: 0,
      max: limits.inbox.priority,
      default: 50,
    },
    inbox_fields: {
      kind: 'json',
      label: 'Shown in the inbox',
      help: 'Two or three values that tell tasks of this kind apart in the list: a label, and what stands there.',
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
      help: 'The task is shown as late after this time; it does not fail.',
      section: 'main',
      min: 1,
      max: mostSeconds,
    },
    approvals_required: {
      kind: 'integer',
      label: 'Approvals needed',
      help: 'How many different people have to say yes. One no, an answer with approved: false, decides at once.',
      section: 'main',
      advanced: true,
      min: 1,
      max: limits.inbox.approvals,
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
      help: 'How long before it is due the people are reminded, in seconds, as a list. It needs a time in which it is due.',
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
      label: 'When late, ask',
      help: 'The person or group who may decide as well once the task is due, or after the time that is given below.',
      section: 'main',
      advanced: true,
      directory: 'both',
    },
    escalate_after_seconds: {
      kind: 'duration',
      label: 'Ask them after',
      help: 'From when the task is opened. Left out, they are asked when it is due.',
      section: 'main',
      advanced: true,
      min: 1,
      max: mostSeconds,
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
