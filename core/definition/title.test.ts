import { describe, expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { parse } from './parse.ts'
import { readableName } from './readable-name.ts'
import { problemsOf, problemsOfStep, textOf } from './testing/problems-of.ts'
import { titles } from './testing/titles.ts'
import {
  cleanTitle,
  stepTitle,
  titleBeside,
  titleOfId,
  titleParts,
  workflowTitle,
  workflowTitleBeside,
} from './title.ts'

const stepOf = (keys: string) => parse(textOf(`{ name: Check_it, ${keys} }`)).definition?.steps[0] as never

test.each(titles)('a title keeps its script: %s', (title) => {
  expect(cleanTitle(title)).toBe(title)
})

test.each([
  ['  Two \n  lines\t', 'Two lines'],
  ['A\u0000B', 'A\ufffdB'],
  ['Left\u202eright', 'Leftright'],
  ['Soft\u00adhyphen\u200b', 'Softhyphen'],
  ['نمی\u200cدانم', 'نمی\u200cدانم'],
  [
    '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} Scotland',
    '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} Scotland',
  ],
  ['Tags\u{E0067} hidden', 'Tags hidden'],
  ['half \ud800', 'half \ufffd'],
])('a title is one line without invisible characters: %j', (written, title) => {
  expect(cleanTitle(written)).toBe(title)
})

describe('in a text', () => {
  test('a step and a workflow have a title of any script beside the id', () => {
    const text = `title: 发票审批\n${textOf('{ name: Check, title: "Счёт 🧾", function: a.b }')}`
    const { definition } = parse(text)
    expect(definition?.title).toBe('发票审批')
    expect(definition?.steps[0]).toEqual({ name: 'Check', type: 'STANDARD', title: 'Счёт 🧾', function: 'a.b' })
    expect(problemsOf(text)).toEqual([])
  })

  test('a title is cleaned, bounded, and may not be blank', () => {
    expect(stepOf('title: "A \\n B", function: a.b')).toMatchObject({ title: 'A B' })
    expect(problemsOfStep('title: " ", function: a.b')).toEqual(['warning VALUE_EMPTY steps.0.title @ title'])
    expect(stepOf('title: " ", function: a.b')).not.toHaveProperty('title')
    const [long] = problemsOfStep(`title: ${'x'.repeat(limits.text.title + 1)}, function: a.b`)
    expect(long).toMatch(/^error OUT_OF_RANGE steps.0.title/)
    expect(problemsOfStep(`title: ${'x'.repeat(limits.text.title)}, function: a.b`)).toEqual([])
  })

  test('the title of a HUMAN step stays a template', () => {
    expect(stepOf('type: HUMAN, title: "Pay  {{ input.amount }}"')).toMatchObject({ title: 'Pay  {{ input.amount }}' })
  })
})

describe('what people see', () => {
  test('is the title, else the readable id', () => {
    expect(stepTitle(stepOf('title: Счёт, function: a.b'))).toBe('Счёт')
    expect(stepTitle(stepOf('function: a.b'))).toBe('Check it')
    expect(stepTitle({ type: 'WAIT', name: '_' })).toBe('_')
    expect(stepTitle({ type: 'WAIT', name: 'a\u200bb' })).toBe('a⟨U+200B⟩b')
    expect(stepTitle({ type: 'HUMAN', name: 'A_b', title: ' \n' })).toBe('A b')
    expect(workflowTitle({ workflow_type: 'sales/Order_flow' })).toBe('sales/Order_flow')
    expect(workflowTitle({ workflow_type: 'X', title: 'Order flow' })).toBe('Order flow')
    expect(workflowTitle({ workflow_type: 'X', title: null })).toBe('X')
  })

  test('shows the values of a HUMAN step by their last names', () => {
    const parts = (title: string) => titleParts({ type: 'HUMAN', name: 'A', title })
    expect(parts('Pay {{ input.order.amount }} to {{ upper(state.name) }}')).toEqual([
      { kind: 'text', text: 'Pay ' },
      { kind: 'value', text: 'amount' },
      { kind: 'text', text: ' to ' },
      { kind: 'value', text: 'upper(state.name)' },
    ])
    expect(parts('Pay {{ input.amount')).toEqual([
      { kind: 'text', text: 'Pay ' },
      { kind: 'text', text: '{{ input.amount' },
    ])
    expect(parts('{{ . }}')).toEqual([{ kind: 'value', text: '.' }])
    expect(stepTitle({ type: 'HUMAN', name: 'A', title: 'Pay {{ input.amount }}' })).toBe('Pay {amount}')
    expect(stepTitle({ type: 'WAIT', name: 'A', title: 'Pay {{ input.amount }}' })).toBe('Pay {{ input.amount }}')
  })
})

test.each([
  ['Invoice_approval', 'Invoice approval', undefined],
  ['Invoice_approval', 'Invoice_approval', undefined],
  ['Invoice_approval', ' ', undefined],
  ['Invoice_approval', 'Invoice approval ✅', 'Invoice approval ✅'],
  ['Step_2', '发票', '发票'],
])('beside the id %s the title %j is written as %j', (id, title, written) => {
  expect(titleBeside(id, title)).toBe(written)
})

test('the title of a step is found by its id, in loops as well', () => {
  const body = '[{ name: In_it, title: Inside, function: a.b }]'
  const { definition } = parse(
    textOf(`{ name: L, type: LOOP, mode: ITERATE, iterate_over: input.a, loop_body: ${body} }`),
  )
  expect(titleOfId(definition?.steps, 'In_it')).toBe('Inside')
  expect(titleOfId(definition?.steps, 'L')).toBe('L')
  expect(titleOfId(definition?.steps, 'Gone_step')).toBe('Gone step')
  expect(titleOfId(undefined, 'Gone_step')).toBe('Gone step')
})

test.each([
  ['Order_flow', 'Order flow', 'Order flow'],
  ['Orders', ' Orders ', undefined],
  ['Orders', '', undefined],
])('beside the id %s of a workflow the title %j is written as %j', (id, title, written) => {
  expect(workflowTitleBeside(id, title)).toBe(written)
})

test('shows the turns of an AI step behind the id of that step', () => {
  expect(readableName('Answer_Customer[model]')).toBe('Answer Customer: model')
  expect(readableName('Answer[approve find_order]')).toBe('Answer: approve find order')
  expect(readableName('Answer[0]')).toBe('Answer[0]')
})
