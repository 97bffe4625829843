import { describe, expect, test } from 'vitest'
import { parse } from '../parse.ts'
import { problemsOf } from '../testing/problems-of.ts'

const text = (...triggers: readonly string[]) =>
  `workflow_type: Flow\ntriggers:\n${triggers.map((one) => `  - ${one}\n`).join('')}steps:\n  - { name: S, function: a.b }\n`
const messageOf = (...triggers: readonly string[]) => parse(text(...triggers)).problems[0]?.message

describe('triggers of a definition', () => {
  test('are read with their keys', () => {
    const source = text(
      '{ type: schedule, cron: 0 6 * * MON-FRI, timezone: Europe/Berlin, overlap: queue, catch_up: all, jitter_seconds: 30, input: { day: "{{ planned_at }}" } }',
      '{ type: schedule, name: often, every_seconds: 60 }',
    )
    expect(parse(source).problems).toEqual([])
    expect(parse(source).definition?.triggers).toEqual([
      {
        type: 'schedule',
        cron: '0 6 * * MON-FRI',
        timezone: 'Europe/Berlin',
        overlap: 'queue',
        catch_up: 'all',
        jitter_seconds: 30,
        input: { day: '{{ planned_at }}' },
      },
      { type: 'schedule', name: 'often', every_seconds: 60 },
    ])
  })

  test.each([
    ['a cron expression with six fields', 'cron: 0 0 6 * * *', 'error CRON_INVALID triggers.0.cron @ 0 0 6 * * *'],
    ['one with four fields', 'cron: 0 6 * *', 'error CRON_INVALID triggers.0.cron @ 0 6 * *'],
    ['a minute that there is not', 'cron: 61 6 * * *', 'error CRON_INVALID triggers.0.cron @ 61 6 * * *'],
    ['a day that never comes', 'cron: 0 0 31 2 *', 'error CRON_INVALID triggers.0.cron @ 0 0 31 2 *'],
    ['a question mark', 'cron: 0 0 ? * *', 'error CRON_INVALID triggers.0.cron @ 0 0 ? * *'],
    ['a nickname', 'cron: "@daily"', String.raw`error CRON_INVALID triggers.0.cron @ \"@daily\"`],
    [
      'a zone that there is not',
      'cron: 0 6 * * *, timezone: Mars/Base',
      'error TIME_ZONE_UNKNOWN triggers.0.timezone @ Mars/Base',
    ],
    [
      'an offset as zone',
      'cron: 0 6 * * *, timezone: "+02:00"',
      String.raw`error TIME_ZONE_UNKNOWN triggers.0.timezone @ \"+02:00\"`,
    ],
    ['an interval under a minute', 'every_seconds: 59', 'error OUT_OF_RANGE triggers.0.every_seconds @ 59'],
    ['two plans', 'cron: 0 6 * * *, every_seconds: 60', 'error KEY_TWICE triggers.0.every_seconds @ every_seconds'],
    ['a word that there is not', 'every_seconds: 60, overlap: wait', 'error CHOICE_UNKNOWN triggers.0.overlap @ wait'],
    ['an input that is no map', 'every_seconds: 60, input: 5', 'error TYPE_WRONG triggers.0.input @ 5'],
  ])('%s is reported at its place', (_, keys, problem) => {
    expect(problemsOf(text(`{ type: schedule, ${keys} }`))).toEqual([problem])
  })

  test('a plan is required, a type too, and a list', () => {
    expect(messageOf('{ type: schedule }')).toBe('A schedule needs cron or every_seconds, such as cron: 0 6 * * *.')
    expect(problemsOf(text('{ cron: 0 6 * * * }'))).toEqual(['error KEY_MISSING triggers.0.type @ cron'])
    expect(problemsOf(text('{ type: scedule, every_seconds: 60 }'))).toEqual([
      'error CHOICE_UNKNOWN triggers.0.type @ scedule',
    ])
    expect(problemsOf(text('daily'))).toEqual(['error TYPE_WRONG triggers.0 @ daily'])
    expect(problemsOf('workflow_type: A\ntriggers: daily\nsteps: [{ name: S, function: a.b }]')).toEqual([
      'error TYPE_WRONG triggers @ daily',
    ])
  })

  test('names are unique; the type is the name of a trigger without one', () => {
    const often = '{ type: schedule, every_seconds: 60 }'
    expect(messageOf(often, often)).toBe('Two triggers have the name schedule. Give this one another name.')
    expect(messageOf(often, '{ type: schedule, name: hourly, every_seconds: 3600 }')).toBeUndefined()
  })

  test('there are at most twenty', () => {
    const many = Array.from({ length: 21 }, (_, index) => `{ type: schedule, name: n${index}, every_seconds: 60 }`)
    expect(problemsOf(text(...many))[0]).toMatch(/^error OUT_OF_RANGE triggers /)
  })

  test('expressions of the input read the names of the trigger and nothing else', () => {
    const input = (one: string) => messageOf(`{ type: schedule, every_seconds: 60, input: { a: "${one}" } }`)
    expect(input('{{ planned_at }} and {{ now }}')).toBeUndefined()
    expect(input("{{ timestamp(now) - duration('1h') }}")).toBeUndefined()
    expect(input('{{ state.amount }}')).toMatch(/amount/)
    expect(input('{{ body.amount }}')).toMatch(/body/)
    expect(input('{{ planned_at > 5 }}')).toMatch(/text/)
    const found = parse(text(`{ type: schedule, every_seconds: 60, input: { a: "x {{ body }}" } }`)).problems[0]
    expect(found?.path).toEqual(['triggers', 0, 'input', 'a'])
  })
})

describe('a trigger at the end of a run', () => {
  const run = (keys: string) => problemsOf(text(`{ type: run, ${keys} }`))

  test('is read with its keys', () => {
    const source = text(
      '{ type: run, workflow: Orders, outcome: failed, input: { id: "{{ run.id }}", why: "{{ run.error.message }}" } }',
    )
    expect(parse(source).problems).toEqual([])
    expect(parse(source).definition?.triggers).toEqual([
      {
        type: 'run',
        workflow: 'Orders',
        outcome: 'failed',
        input: { id: '{{ run.id }}', why: '{{ run.error.message }}' },
      },
    ])
  })

  test.each([
    ['no workflow', 'outcome: any', 'error KEY_MISSING triggers.0.workflow @ type'],
    ['another outcome', 'workflow: A, outcome: late', 'error CHOICE_UNKNOWN triggers.0.outcome @ late'],
    [
      'a name of other triggers',
      'workflow: A, input: { a: "{{ body.a }}" }',
      'error NAME_NOT_FOUND triggers.0.input.a',
    ],
    ['a field that runs have not', 'workflow: A, input: { a: "{{ run.steps }}" }', 'triggers.0.input.a'],
  ])('with %s is reported', (_, keys, problem) => {
    expect(run(keys).join(' ')).toContain(problem)
  })
})

describe('a signal', () => {
  const signal = (keys: string) => problemsOf(text(`{ type: signal, ${keys} }`)).join(' ')

  test('is read with its keys', () => {
    const source = text(
      '{ type: signal, signal: order.placed, correlate: "{{ payload.id }}", input: { id: "{{ payload.id }}" } }',
    )
    expect(parse(source).problems).toEqual([])
    expect(parse(source).definition?.triggers).toEqual([
      { type: 'signal', signal: 'order.placed', correlate: '{{ payload.id }}', input: { id: '{{ payload.id }}' } },
    ])
  })

  test.each([
    ['no name', 'name: A', 'error KEY_MISSING triggers.0.signal'],
    ['a key of other names', 'signal: a, correlate: "{{ body.id }}"', 'error NAME_NOT_FOUND triggers.0.correlate'],
    ['a key without its end', 'signal: a, correlate: "{{ payload.id"', 'triggers.0.correlate'],
  ])('with %s is reported', (_, keys, problem) => {
    expect(signal(keys)).toContain(problem)
  })

  test('the texts of every trigger may read variables', () => {
    expect(messageOf('{ type: schedule, every_seconds: 60, input: { a: "{{ vars.REGION }}" } }')).toBeUndefined()
    expect(messageOf('{ type: signal, signal: a, correlate: "{{ vars.REGION }}-{{ payload.id }}" }')).toBeUndefined()
  })
})

describe('a form', () => {
  test('is read with its keys', () => {
    const { problems, definition } = parse(
      text('{ type: form, access: public, title: Report a fault, thanks: We will call you. }'),
    )
    expect(problems).toEqual([])
    expect(definition?.triggers).toEqual([
      { type: 'form', access: 'public', title: 'Report a fault', thanks: 'We will call you.' },
    ])
  })

  test.each([
    ['nobody who may open it', '{ type: form }', 'error KEY_MISSING triggers.0.access @ type'],
    ['an access that there is not', '{ type: form, access: all }', 'error CHOICE_UNKNOWN triggers.0.access @ all'],
    ['an input', '{ type: form, access: owner, input: { a: 1 } }', 'warning KEY_UNKNOWN triggers.0.input @ input'],
  ])('with %s is reported', (_, trigger, problem) => {
    expect(problemsOf(text(trigger))).toContain(problem)
  })
})

describe('a webhook', () => {
  const webhook = (keys: string) => problemsOf(text(`{ type: webhook, ${keys} }`))

  test('is read with its keys', () => {
    const source = text(
      '{ type: webhook, verify: hmac, secret: SHOP, signature_header: X-Signature, input: { id: "{{ body.id }}", shop: "{{ headers.shop }}" } }',
    )
    expect(parse(source).problems).toEqual([])
    expect(parse(source).definition?.triggers).toEqual([
      {
        type: 'webhook',
        verify: 'hmac',
        secret: ['SHOP'],
        signature_header: 'X-Signature',
        input: { id: '{{ body.id }}', shop: '{{ headers.shop }}' },
      },
    ])
  })

  test.each([
    ['no way to verify', 'secret: A', 'error KEY_MISSING triggers.0.verify @ type'],
    ['no secret', 'verify: github', 'error KEY_MISSING triggers.0.secret @ type'],
    [
      'a value instead of a name',
      'verify: github, secret: whsec/abc',
      'error NAME_INVALID triggers.0.secret @ whsec/abc',
    ],
    ['three secrets', 'verify: github, secret: [A, B, C]', 'error OUT_OF_RANGE triggers.0.secret @ secret'],
    ['no header of an HMAC', 'verify: hmac, secret: A', 'error KEY_MISSING triggers.0.signature_header @ type'],
    [
      'a header that is none',
      'verify: hmac, secret: A, signature_header: "X Y"',
      String.raw`error NAME_INVALID triggers.0.signature_header @ \"X Y\"`,
    ],
    ['nothing that verifies', 'verify: none', 'warning WEBHOOK_OPEN triggers.0.verify @ none'],
    ['a key of a schedule', 'verify: none, cron: 0 6 * * *', 'warning KEY_UNKNOWN triggers.0.cron @ cron'],
  ])('with %s is reported', (_, keys, problem) => {
    expect(webhook(keys)).toContain(problem)
  })
})
