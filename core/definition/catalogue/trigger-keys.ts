import { limits } from '#core/limits.ts'
import {
  type FormTrigger,
  formAccess,
  type RunTrigger,
  runOutcomes,
  runTriggerDefaults,
  type ScheduleTrigger,
  type SignalTrigger,
  scheduleDefaults,
  type Trigger,
  type TriggerType,
  verifications,
  type WebhookTrigger,
} from '../trigger.ts'
import { type KeySpec, type KeyTable, keySpecs } from './key-spec.ts'

type TriggerKeys<One extends Trigger> = KeyTable<Exclude<keyof One, 'type'>>

const name = {
  kind: 'text',
  label: 'Name',
  help: 'Unique among the triggers of the workflow. Its pauses and firings are kept under this name. Default: the type.',
  section: 'main',
  oneLine: limits.text.title,
} as const

const schedule: TriggerKeys<ScheduleTrigger> = {
  name,
  cron: {
    kind: 'text',
    label: 'Cron expression',
    help: 'Five fields: minute, hour, day of the month, month, day of the week. Set this or “Every”.',
    section: 'main',
    placeholder: '0 6 * * MON-FRI',
  },
  every_seconds: {
    kind: 'duration',
    label: 'Every',
    help: 'Starts a run in this interval, at least a minute. Set this or a cron expression.',
    section: 'main',
    min: limits.triggers.leastIntervalMs / 1000,
    max: limits.triggers.mostIntervalMs / 1000,
  },
  timezone: {
    kind: 'text',
    label: 'Time zone',
    help: 'The time zone of the cron expression, such as Europe/Berlin. Changes to and from daylight saving time are followed.',
    section: 'main',
    default: scheduleDefaults.timezone,
  },
  overlap: {
    kind: 'choice',
    label: 'If the run before still runs',
    help: 'skip: this time is skipped. queue: the run starts when the one before has ended. allow: both run.',
    section: 'main',
    choices: ['skip', 'queue', 'allow'],
    choiceWords: { skip: 'Skip this time', queue: 'Start when it has ended', allow: 'Start anyway' },
    default: scheduleDefaults.overlap,
  },
  catch_up: {
    kind: 'choice',
    label: 'Times missed while Heddle was down',
    help: `none: they are skipped. last: one run for the latest of them. all: a run for each, up to ${limits.triggers.caughtUp}.`,
    section: 'main',
    choices: ['none', 'last', 'all'],
    choiceWords: { none: 'Skip them', last: 'Start the latest', all: 'Start all' },
    default: scheduleDefaults.catch_up,
  },
  jitter_seconds: {
    kind: 'duration',
    label: 'Spread over',
    help: 'Each start is delayed by up to this time, so that many schedules of the same time do not start together.',
    section: 'main',
    advanced: true,
    min: 0,
    max: limits.triggers.jitterMs / 1000,
    default: 0,
  },
  input: {
    kind: 'json',
    label: 'Input',
    help: 'Input of the runs. {{ planned_at }} is the time that the run was planned for, {{ now }} the time that it starts, both as text such as 2026-01-31T06:00:00Z.',
    section: 'main',
    schema: { type: 'object' },
  },
}

const webhook: TriggerKeys<WebhookTrigger> = {
  name,
  verify: {
    kind: 'choice',
    label: 'Verify the sender by',
    help: 'standard: the signature of Standard Webhooks. github, stripe: their signatures. hmac: HMAC-SHA256 of the body in a header. bearer: Authorization: Bearer. none: anyone who knows the address starts runs.',
    section: 'main',
    required: true,
    choices: verifications,
    choiceWords: {
      standard: 'Standard Webhooks',
      github: 'GitHub',
      stripe: 'Stripe',
      hmac: 'HMAC in a header',
      bearer: 'Bearer token',
      none: 'Nothing',
    },
    blank: 'standard',
  },
  secret: {
    kind: 'names',
    label: 'Secret',
    help: 'Name of the secret that the sender knows, or two names while one replaces the other. It is stored under Settings, Secrets, for webhooks.',
    section: 'main',
    most: 2,
    placeholder: 'SHOP_WEBHOOK',
  },
  signature_header: {
    kind: 'text',
    label: 'Header of the signature',
    help: 'For hmac: the header with the signature, such as X-Signature.',
    section: 'main',
    placeholder: 'X-Signature',
  },
  signature_prefix: {
    kind: 'text',
    label: 'Text before the signature',
    help: 'For hmac: the text before the signature in its header, such as sha256=.',
    section: 'main',
    placeholder: 'None',
  },
  signature_encoding: {
    kind: 'choice',
    label: 'Signature is written in',
    help: 'For hmac: hex or base64.',
    section: 'main',
    choices: ['hex', 'base64'],
    default: 'hex',
  },
  input: {
    kind: 'json',
    label: 'Input',
    help: 'Input of the runs. {{ body.order_id }} is a value of the JSON body, {{ headers["x-shop"] }} a header by its name in lower case, {{ query.page }} a parameter of the address. Default: the body.',
    section: 'main',
    schema: { type: 'object' },
  },
}

const form: TriggerKeys<FormTrigger> = {
  name,
  access: {
    kind: 'choice',
    label: 'Who may open it',
    help: 'owner: people who are logged in as members. public: anyone who knows the address.',
    section: 'main',
    required: true,
    choices: formAccess,
    choiceWords: { owner: 'Members', public: 'Anyone with the address' },
    blank: 'owner',
  },
  title: {
    kind: 'text',
    label: 'Heading',
    help: 'The heading of the page. Default: the title of the workflow.',
    section: 'main',
    oneLine: limits.text.title,
  },
  thanks: {
    kind: 'long_text',
    label: 'Thanks',
    help: 'What the page says when the form was sent.',
    section: 'main',
  },
}

const run: TriggerKeys<RunTrigger> = {
  name,
  workflow: {
    kind: 'workflow',
    label: 'Workflow',
    help: 'The workflow whose runs are followed. Runs that another run has started as its step, and test runs, fire nothing.',
    section: 'main',
    required: true,
    blank: '',
  },
  outcome: {
    kind: 'choice',
    label: 'When a run',
    help: 'completed: it has completed. failed: it has failed. any: it has ended, also when it was cancelled.',
    section: 'main',
    choices: runOutcomes,
    choiceWords: { completed: 'Has completed', failed: 'Has failed', any: 'Has ended in any way' },
    default: runTriggerDefaults.outcome,
  },
  input: {
    kind: 'json',
    label: 'Input',
    help: 'Input of the runs. {{ run.output.total }} is a value of the output of the ended run, {{ run.error.message }} its failure; run.id, run.workflow, run.outcome, run.input and run.tags are there as well.',
    section: 'main',
    schema: { type: 'object' },
  },
}

const signal: TriggerKeys<SignalTrigger> = {
  name,
  signal: {
    kind: 'text',
    label: 'Signal',
    help: 'The name of the signal that another system sends, such as order.placed.',
    section: 'main',
    required: true,
    oneLine: limits.text.name,
    blank: '',
    placeholder: 'order.placed',
  },
  correlate: {
    kind: 'text',
    label: 'Key',
    help: 'Signals with the same key go to the same run while it has not ended, such as {{ payload.order_id }}. Default: each signal starts a run.',
    section: 'main',
    placeholder: '{{ payload.order_id }}',
  },
  input: {
    kind: 'json',
    label: 'Input',
    help: 'Input of the runs. {{ payload.order_id }} is a value of the payload, {{ received_at }} the time of the signal. Default: the payload.',
    section: 'main',
    schema: { type: 'object' },
  },
}

export interface TriggerTypeEntry {
  readonly type: TriggerType
  readonly label: string
  /** Name of a Lucide icon. */
  readonly icon: string
  readonly description: string
  /** Names that the expressions of `input` may read. */
  readonly names: readonly string[]
  readonly keys: readonly KeySpec[]
}

/** Every trigger type with every key, declared once, as `catalogue` declares the step types. */
export const triggerCatalogue: { readonly [Type in TriggerType]: TriggerTypeEntry } = {
  schedule: {
    type: 'schedule',
    label: 'Schedule',
    icon: 'calendar-clock',
    description: 'Starts a run at planned times',
    names: ['planned_at', 'now'],
    keys: keySpecs(schedule),
  },
  webhook: {
    type: 'webhook',
    label: 'Webhook',
    icon: 'webhook',
    description: 'Starts a run when another system calls its address',
    names: ['body', 'headers', 'query', 'received_at'],
    keys: keySpecs(webhook),
  },
  form: {
    type: 'form',
    label: 'Form',
    icon: 'clipboard-list',
    description: 'Starts a run when a person sends a form made from the input schema',
    names: [],
    keys: keySpecs(form),
  },
  run: {
    type: 'run',
    label: 'End of a run',
    icon: 'workflow',
    description: 'Starts a run when a run of another workflow has ended',
    names: ['run'],
    keys: keySpecs(run),
  },
  signal: {
    type: 'signal',
    label: 'Signal',
    icon: 'zap',
    description: 'Starts a run when a signal arrives, or passes the signal to the run with the same key',
    names: ['payload', 'received_at'],
    keys: keySpecs(signal),
  },
}

/** The key `type` of a trigger, whose choices are the types of the catalogue. */
export const triggerTypeKey: KeySpec = {
  key: 'type',
  kind: 'choice',
  label: 'Type',
  help: 'What starts the runs.',
  section: 'main',
  required: true,
  choices: Object.keys(triggerCatalogue),
}
