import { describe, expect, test } from 'vitest'
import type { AiStep, MailStep, SqlStep, Step } from '#core/definition/definition.ts'
import { ScriptedRun } from '../testing/scripted-run.ts'
import { definition } from '../testing/steps.ts'

const started = (one: Step, input = {}): ScriptedRun => {
  const run = new ScriptedRun(definition([one]), { input })
  run.own()
  return run
}

const mail = (more: Partial<MailStep> = {}): MailStep => ({
  type: 'MAIL',
  name: 'Tell',
  connection: 'mail',
  to: ['{{ input.to }}'],
  subject: 'Order {{ input.id }}',
  text: 'Hello {{ input.name }}',
  ...more,
})

describe('a MAIL step', () => {
  const input = { to: ['zoe@example.com', 'ana@example.com'], id: 7, name: '<b>Zoë</b>' }

  test('is rendered once, with data escaped in HTML alone, and names its connection', () => {
    const request = {
      connection: 'mail',
      to: ['zoe@example.com', 'ana@example.com'],
      subject: 'Order 7',
      text: 'Hello <b>Zoë</b>',
      html: '<p>&lt;b&gt;Zoë&lt;/b&gt;</p>',
    }
    expect(started(mail({ html: '<p>{{ input.name }}</p>' }), input).owed('attempt', 'Tell')).toMatchObject({
      with: request,
      service: { kind: 'mail', request },
      key: 'run/Tell/1/do',
    })
  })

  test('carries the files that its attachments name, as values of the run', () => {
    const invoice = { heddle_file: 'a'.repeat(64), name: 'a.pdf', media_type: 'application/pdf', bytes: 9 }
    const run = started(mail({ attachments: ['{{ input.invoice }}'] }), { ...input, invoice })
    expect(run.owed('attempt', 'Tell')).toMatchObject({ service: { request: { attachments: [invoice] } } })
  })

  test.each([
    ['a list as its subject', { subject: '{{ input.to }}' }],
    ['an unknown value in its text', { text: '{{ input.nothing }}' }],
    ['a number as a receiver', { to: ['{{ input.id }}'] }],
    ['an unknown value among its attachments', { attachments: ['{{ input.nothing }}'] }],
  ])('fails with %s, and sends nothing', (_, more) => {
    const { state } = started(mail(more), input)
    expect(state.outcome?.error).toMatchObject({ code: expect.any(String) })
  })
})

describe('an SQL step', () => {
  const statement: SqlStep = {
    type: 'SQL',
    name: 'Ask',
    connection: 'shop',
    statement: 'select * from orders where id = $1',
    parameters: ['{{ input.id }}'],
  }

  test('keeps its text, and renders its parameters with their types', () => {
    const request = { connection: 'shop', statement: statement.statement, parameters: [7], access: 'read' }
    expect(started(statement, { id: 7 }).owed('attempt', 'Ask')).toMatchObject({
      with: request,
      service: { kind: 'sql', request },
    })
  })

  test('has the limit of rows that the step sets', () => {
    expect(started({ ...statement, max_rows: 20 }, { id: 7 }).owed('attempt', 'Ask')).toMatchObject({
      service: { kind: 'sql', request: { max_rows: 20 } },
    })
  })

  test('fails when a parameter is unknown', () => {
    expect(started(statement).state.outcome?.error).toMatchObject({ code: 'FIELD_NOT_FOUND' })
  })
})

describe('an AI step', () => {
  const question: AiStep = { type: 'AI', name: 'Ask', connection: 'model', prompt: 'Sum up: {{ input.note }}' }
  const input = { note: 'paid late', order: { id: 7 }, role: 'clerk' }

  test('asks with its rendered prompt alone where it sets nothing else', () => {
    const request = { connection: 'model', prompt: 'Sum up: paid late' }
    const { with: given, service, key } = started(question, input).owed('attempt', 'Ask') as Record<string, unknown>
    expect({ given, service, key }).toEqual({ given: request, service: { kind: 'ai', request }, key: 'run/Ask/1/do' })
  })

  test('renders its system text, and passes its settings on as they are', () => {
    const settings = {
      model: 'small',
      output_schema: { type: 'object', description: '{{ input.note }}' },
      max_tokens: 100,
      temperature: 0,
    } as const
    const { with: given } = started({ ...question, ...settings, system: 'You are a {{ input.role }}' }, input).owed(
      'attempt',
      'Ask',
    ) as Record<string, unknown>
    const texts = { prompt: 'Sum up: paid late', system: 'You are a clerk' }
    expect(given).toEqual({ connection: 'model', ...texts, ...settings })
  })

  test('a prompt that is a value becomes its JSON', () => {
    expect(started({ ...question, prompt: '{{ input.order }}' }, input).owed('attempt', 'Ask')).toMatchObject({
      service: { request: { prompt: '{"id":7}' } },
    })
  })

  test.each([{ prompt: '{{ input.nothing }}' }, { system: '{{ input.nothing }}' }])(
    'fails when a text cannot be rendered: %j',
    (more) => {
      expect(started({ ...question, ...more }, input).state.outcome?.error).toMatchObject({ code: 'FIELD_NOT_FOUND' })
    },
  )
})
