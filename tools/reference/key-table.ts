import { describeSeconds } from '#core/definition/catalogue/describe-seconds.ts'
import type { KeyKind, KeySpec } from '#core/definition/catalogue/key-spec.ts'
import { code, table } from './markdown.ts'

/** Keys as a table: meaning, type, default, and an example of each. */
export function keyTable(keys: readonly KeySpec[]): string {
  return table(
    ['Key', 'Meaning', 'Type', 'Default', 'Example'],
    keys.map((spec) => [nameOf(spec), meaningOf(spec), typeOf(spec), defaultOf(spec), code(exampleOf(spec))]),
  )
}

function nameOf({ key, required }: KeySpec): string {
  return required ? `**${code(key)}**` : code(key)
}

function meaningOf({ key, help, aliases = [], choiceAliases = {}, impliedBy = [] }: KeySpec): string {
  const also = [
    ...(impliedBy.length > 0
      ? [`Beside ${impliedBy.map(code).join(' or ')} a step without ${code(key)} is read as well.`]
      : []),
    ...aliases.map((alias) => `${code(alias)} is read as well.`),
    ...Object.entries(choiceAliases).map(([written, is]) => `${code(written)} is read as ${code(is)}.`),
  ]
  return [help, ...also].join(' ')
}

const words: Record<KeyKind, string> = {
  text: 'text',
  long_text: 'text',
  expression: 'expression',
  template: 'text with `{{ }}`',
  number: 'number',
  integer: 'whole number',
  duration: 'seconds',
  boolean: '`true` or `false`',
  choice: '',
  step: 'name of a step',
  steps: 'name of a step, or a list of them',
  function: 'name of a function',
  workflow: 'name of a workflow',
  connection: 'name of a connection',
  names: 'list of names',
  json: 'any value, with `{{ }}` in its texts',
  json_schema: 'JSON Schema',
  routes: 'list of [routes](definition.md#routes)',
  assignments: 'map from paths to expressions',
  retry: '[retry policy](definition.md#retry)',
  recovery: '[recovery](definition.md#recovery)',
  tasks: 'list of [tasks](definition.md#tasks)',
  branch: '[whole step](definition.md#tasks)',
  code: 'JavaScript',
  loop_body: 'list of steps',
  http: '[request](definition.md#http_config)',
  triggers: 'list of [triggers](definition.md#triggers)',
  group: 'map',
  groups: 'list of maps',
  expressions: 'expression, or a list of them',
  injection: 'map with `rules`, a list of [rules](definition.md#dynamic_injection)',
}

export function typeOf({ kind, choices = [], min, max, most, templated, schema }: KeySpec): string {
  if (kind === 'choice') return choices.map(code).join(' or ')
  const isAny = min === Number.MIN_SAFE_INTEGER
  const limit = (value: number) => (kind === 'duration' && value >= 60 ? describeSeconds(value) : String(value))
  const bounds =
    isAny || (min === undefined && max === undefined)
      ? ''
      : max === undefined
        ? `, from ${limit(min ?? 0)}`
        : `, ${limit(min ?? 0)} to ${limit(max)}`
  if (schema?.type === 'object') return 'map, with `{{ }}` in its texts'
  const count = most === undefined ? '' : `, up to ${most}`
  return `${words[kind]}${bounds}${count}${templated ? ', or text with `{{ }}`' : ''}`
}

function defaultOf({ required, default: value, placeholder, kind }: KeySpec): string {
  if (required) return 'required'
  if (value !== undefined) return code(String(value))
  return placeholder !== undefined && !['expression', 'template', 'json', 'names', 'function'].includes(kind)
    ? placeholder.toLowerCase()
    : '–'
}

/** An example value for each kind of key, for keys without an example of their own. */
const ofKind: Partial<Record<KeyKind, string>> = {
  function: 'orders.validate',
  workflow: 'InventoryAllocation',
  step: 'Ship_Order',
  steps: '[Ship_Order, Send_Invoice]',
  names: '[credit]',
  boolean: 'true',
  duration: '30',
  integer: '10',
  number: '2',
  json_schema: '{ type: object, required: [approved], properties: { approved: { type: boolean } } }',
  recovery: '{ stale_seconds: 120, attempts: 3 }',
  retry: '{ max_attempts: 3, initial_interval_seconds: 1, backoff: 2 }',
  routes: '[{ condition: state.amount > 100, target: Approve }, { default: Ship_Order }]',
  tasks: '[{ name: price, function: pricing.calculate }]',
  branch: '{ name: Ask_Carrier, type: HTTP, http_config: { url: "https://api.example.com/{{ item.id }}" } }',
  loop_body: '[{ name: Ask_Carrier, function: shipping.track }]',
  assignments: '{ total: state.net + state.tax }',
  http: '{ url: "https://api.example.com/orders" }',
  triggers: '[{ type: schedule, cron: 0 6 * * MON-FRI, timezone: Europe/Berlin }]',
  expressions: '["\'site:\' + input.site"]',
  code: '"return { total: input.net * 1.19 }"',
}

const ofKey: Record<string, string> = {
  workflow_type: 'OrderProcessing',
  workflow_version: '"2.1"',
  name: 'Validate_Order',
  description: 'Check the order and split its amount',
  tags: '[finance, monthly]',
  timeout_includes_waits: 'true',
  with: '{ rate: 0.19, customer: "{{ input.customer }}" }',
  output_key: 'payment',
  on_failure: '{ target_step: Back_Order }',
  dependencies: '[Reserve_Flight, Reserve_Hotel]',
  default: 'Ship_Order',
  input_model: 'ApprovalInput',
  required_input: '[approved]',
  not_imported: '["`options.pagination`: only the first page is asked for."]',
  compensate_function: 'bookings.cancel_flight',
  item_var_name: 'parcel',
  signal: 'paid-{{ input.order_id }}',
  title: 'Approve {{ input.amount }} for {{ input.customer }}',
  groups: '[credit]',
  assignees: '[ana]',
  excluded: '["{{ run.started_by }}", trainees]',
  instructions: 'Check the papers of {{ input.customer }} first.',
  priority: '80',
  inbox_fields: '{ Amount: "{{ input.amount }}", Customer: "{{ input.customer }}" }',
  due_in_seconds: '86400',
  escalate_to: 'management',
  until: '"{{ state.due_at }}"',
  input: '{ items: "{{ input.items }}" }',
  headers: '{ authorization: "Bearer {{ secrets.TOKEN }}" }',
  query: '{ page: 1 }',
  body: '{ order: "{{ input.order_id }}" }',
  expect_status: '[200, 201]',
  non_retryable: '[ValidationError]',
  queue: 'reports',
  task_function: 'shipping.print_label',
  dynamic_injection:
    '{ rules: [{ condition_key: tier, value_match: gold, action: INSERT_AFTER_CURRENT, steps_to_insert: [{ name: Gift, function: gifts.send }] }] }',
  condition_key: 'customer.tier',
  value_match: 'gold',
  value_is_not: '[blocked, unknown]',
  value_between: '[100, 200]',
  steps_to_insert: '[{ name: Gift, function: gifts.send }]',
  cron: '0 6 * * MON-FRI',
  every_seconds: '900',
  timezone: 'Europe/Berlin',
  overlap: 'queue',
  catch_up: 'none',
  jitter_seconds: '300',
  verify: 'github',
  secret: 'SHOP_WEBHOOK',
  signature_header: 'X-Signature',
  signature_prefix: 'sha256=',
  signature_encoding: 'base64',
  fail_fast: 'false',
  concurrency: '{ key: input.customer_id, limit: 1, when_full: queue }',
  key: 'input.customer_id',
  envelope: '{ discover: { resources: "\'site:\' + input.site" }, locks: { mode: exclusive } }',
  validate: '[{ check: size(input.devices) > 0, message: Name at least one device }]',
  conditions: '[{ name: approved, signal: change-approved }]',
  resources: '"\'site:\' + input.site"',
  shared: '"\'site:\' + input.site"',
  discover: '{ resources: "\'site:\' + input.site" }',
  locks: '{ mode: exclusive, wait_timeout_seconds: 3600 }',
  acknowledge: '{ failed_unsafe: manual, after_seconds: 60 }',
  rollback: 'when_possible',
  fencing: 'true',
  connection: 'shop',
  to: '["{{ input.email }}"]',
  cc: '[ben@example.com]',
  bcc: '[archive@example.com]',
  subject: 'Order {{ input.order_id }} is on its way',
  text: 'Hello {{ input.name }}',
  statement: 'select id, total from orders where customer_id = $1',
  parameters: '["{{ input.customer_id }}"]',
  attachments: '["{{ input.invoice }}"]',
  access: 'write',
  max_rows: '100',
  prompt: '"How angry is this customer? {{ input.text }}"',
  system: 'You work in the support of a bicycle shop.',
  model: 'gpt-5-mini',
  max_tokens: '500',
  tools: '[{ name: find_order, function: orders.find }]',
  max_turns: '5',
  token_budget: '50000',
  needs_approval: 'true',
  approvers: '[support]',
  temperature: '0.2',
  thanks: 'We will call you.',
  url: 'https://api.example.com/orders/{{ input.order_id }}',
}

export function exampleOf(spec: KeySpec): string {
  const { key, kind, choices, placeholder } = spec
  const known = ofKey[key]
  // A key may mean something else in another place, with choices of its own.
  const own = known === undefined || choices?.includes(known) === false ? undefined : known
  const value = own ?? choices?.[choices.length - 1] ?? (placeholder || undefined) ?? ofKind[kind]
  if (value === undefined) throw new Error(`There is no example for ${key}.`)
  const prefersKind = ['boolean', 'duration', 'integer', 'number'].includes(kind) && own === undefined
  return `${key}: ${prefersKind ? (ofKind[kind] ?? value) : value}`
}
