import { expect, it } from 'vitest'
import { templateFacts } from './template-facts.ts'

const text = `# Four eyes:
#   what is large is looked at twice.
workflow_type: Flow
saga_enabled: true
input_schema:
  type: object
  required: [amount]
  properties:
    amount: { type: number, title: Amount }
    note: { type: string }
steps:
  - name: Each
    type: LOOP
    mode: ITERATE
    iterate_over: input.list
    loop_body: [{ name: Ask, type: HUMAN }]
`
const child =
  'workflow_type: Child\nsteps:\n  - { name: Get, type: HTTP, http_config: { url: "https://example.com" } }\n'

it('says what a template is about, what it asks for, and what it shows', () => {
  expect(templateFacts({ text, subWorkflows: [child] })).toEqual({
    steps: 1,
    tags: ['loops', 'people', 'requests', 'rollback (saga)'],
    shows: 'Four eyes: what is large is looked at twice.',
    connections: [],
    inputs: [
      { name: 'amount', title: 'Amount', required: true },
      { name: 'note', title: 'note', required: false },
    ],
  })
})

it('names each connection once', () => {
  const mail = (name: string) =>
    `  - { name: ${name}, type: MAIL, connection: post, to: [a@b.c], subject: s, text: t }\n`
  const { connections } = templateFacts({
    text: `workflow_type: Flow\nsteps:\n${mail('A')}${mail('B')}`,
    subWorkflows: [],
  })
  expect(connections).toEqual([{ name: 'post', kinds: ['smtp'] }])
})

it('says what it can of a text that says little', () => {
  expect(templateFacts({ text: 'steps: []\n', subWorkflows: [] })).toEqual({
    steps: 0,
    tags: [],
    shows: '',
    connections: [],
    inputs: [],
  })
})
