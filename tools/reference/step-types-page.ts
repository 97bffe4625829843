import { catalogue, typeAliases } from '#core/definition/catalogue.ts'
import { type StepType, stepTypes } from '#core/definition/definition.ts'
import { keyTable } from './key-table.ts'
import { anchor, code, page, table } from './markdown.ts'

/** One step of each type, as it stands in a list of steps. */
export const stepExamples: { readonly [Type in StepType]: string } = {
  STANDARD: `- name: Validate_Order
  function: orders.validate
  retry: { max_attempts: 3 }`,
  ASYNC: `- name: Send_Emails
  type: ASYNC
  function: campaigns.send_emails
  timeout_seconds: 3600`,
  DECISION: `- name: Is_Large
  type: DECISION
  routes:
    - condition: state.amount > 1000
      target: END
    - default: END`,
  PARALLEL: `- name: Gather
  type: PARALLEL
  tasks:
    - { name: sales, function: reports.sales }
    - { name: stock, function: reports.stock }
    - name: Approve_Budget
      type: HUMAN
      title: "Budget for {{ input.month }}"
      groups: [finance]`,
  SUB_WORKFLOW: `- name: Allocate_Inventory
  type: SUB_WORKFLOW
  sub_workflow_type: InventoryAllocation
  input: { items: "{{ input.items }}" }`,
  LOOP: `- name: Until_Delivered
  type: LOOP
  mode: WHILE
  while_condition: "!has(state.delivered) || !state.delivered"
  max_iterations: 10
  loop_body:
    - name: Ask_Carrier
      function: shipping.track
    - name: Wait_A_While
      type: WAIT
      duration_seconds: 60`,
  HUMAN: `- name: Manager_Approval
  type: HUMAN
  title: "Approve {{ input.amount }} for {{ input.customer }}"
  groups: [credit]
  form: { type: object, required: [approved], properties: { approved: { type: boolean } } }
  due_in_seconds: 86400`,
  HTTP: `- name: Tell_Partner
  type: HTTP
  http_config:
    method: POST
    url: https://api.example.com/orders
    body: { order: "{{ input.order_id }}" }
  output_key: answer`,
  MAIL: `- name: Tell_Customer
  type: MAIL
  connection: mail
  to: ["{{ input.email }}"]
  subject: "Order {{ input.order_id }} is on its way"
  text: |
    Hello {{ input.name }}, your order has left our house.`,
  SQL: `- name: Open_Orders
  type: SQL
  connection: shop
  statement: select id, total from orders where customer_id = $1
  parameters: ["{{ input.customer_id }}"]
  output_key: orders`,
  AI: `- name: Judge_Complaint
  type: AI
  connection: model
  prompt: "How angry is this customer? {{ input.text }}"
  output_schema: { type: object, required: [anger], properties: { anger: { type: integer, minimum: 0, maximum: 10 } } }
  output_key: judged`,
  SCRIPT: `- name: Add_Up
  type: SCRIPT
  code: |
    return { total: input.lines.reduce((sum, line) => sum + line.price, 0) }`,
  TRANSFORM: `- name: Total
  type: TRANSFORM
  set: { total: input.net + input.tax }`,
  WAIT: `- name: A_Day_Later
  type: WAIT
  duration_seconds: 86400`,
  SIGNAL: `- name: Wait_For_Payment
  type: SIGNAL
  signal: "paid-{{ input.order_id }}"
  timeout_seconds: 604800`,
  FIRE_AND_FORGET: `- name: Mail
  type: FIRE_AND_FORGET
  function: reports.mail`,
}

export function stepTypesPage(): string {
  const overview = table(
    ['Type', 'Name', 'What it does'],
    stepTypes.map((type) => [`[${type}](#${anchor(type)})`, catalogue[type].label, `${catalogue[type].description}.`]),
  )
  const aliases = Object.entries(typeAliases).map(([written, type]) => `${code(written)} is read as ${code(type)}`)
  return page(
    'Step types',
    overview,
    `${aliases.join('; ')}. A type that is not known is kept and reported, and a run that reaches it fails there. [Keys of every step](definition.md#steps) come on top of those below.`,
    ...stepTypes.map(section),
  )
}

function section(type: StepType): string {
  const { description, keys } = catalogue[type]
  return [`## ${type}`, `${description}.`, `\`\`\`yaml\n${stepExamples[type]}\n\`\`\``, keyTable(keys)].join('\n\n')
}
