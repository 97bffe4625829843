import { describe, expect, test } from 'vitest'
import { parse } from '../parse.ts'
import { dialectOriginal } from '../testing/dialect-original.ts'

/** The text after its repairs of schedules. */
function repaired(text: string): string {
  const fixes = parse(text).problems.flatMap(({ fix }) => (fix?.title === 'Change to triggers' ? [fix] : []))
  expect(fixes).toHaveLength(1)
  return fixes.reduce((now, { range, text: own }) => now.slice(0, range.start) + own + now.slice(range.end), text)
}
const rest = 'workflow_type: W\nsteps: [{ name: A, function: f }]\n'
const triggersOf = (text: string) => parse(text).definition?.triggers

describe('a schedule of the original dialect', () => {
  test.each([
    ['trigger: { type: cron, cron_expression: "0 3 * * *" }\n', {}],
    ['trigger:\n  type: schedule\n  schedule: 0 3 * * *\n  timezone: Europe/Berlin\n', { timezone: 'Europe/Berlin' }],
    ['cron_expression: "0 3 * * *" # at night\n', {}],
    ['schedule: 0 3 * * *\n', {}],
    ['schedule: { cron: "0 3 * * *" }\n', {}],
  ])('%j becomes a trigger by its repair', (written, zone) => {
    const text = repaired(written + rest)
    expect(triggersOf(text)).toEqual([{ type: 'schedule', cron: '0 3 * * *', ...zone }])
    expect(parse(text).problems).toEqual([])
    expect(text.includes('# at night')).toBe(written.includes('# at night'))
  })

  test('is repaired in a whole file of it', () => {
    expect(triggersOf(repaired(dialectOriginal))).toEqual([{ type: 'schedule', cron: '0 3 * * *' }])
  })

  test.each([
    'trigger: { type: webhook }\n',
    'trigger: { type: cron, cron_expression: "0 0 3 * * *" }\n',
    'trigger: nightly\n',
    'trigger: {}\n',
    'trigger: { type: webhook, cron: "0 3 * * *" }\n',
    'trigger: { type: cron, cron: "0 3 * * *", enabled: false }\n',
    'trigger: { cron: "0 3 * * *", input: { a: 1 } }\n',
    'trigger: { every: "0 3 * * *" }\n',
    'trigger: { cron: 5 }\n',
    'trigger: { cron: "0 3 * * *", timezone: 1 }\n',
    'schedule: 5\n',
    'trigger: { type: cron, cron_expression: "0 3 * * *" }\ntriggers: [{ type: schedule, every_seconds: 60 }]\n',
  ])('%j stays as it is, and has no effect', (written) => {
    const { problems } = parse(written + rest)
    expect(problems.map(({ code, fix }) => [code, fix])).toEqual([['KEY_UNKNOWN', undefined]])
  })
})
