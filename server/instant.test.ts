import { describe, expect, it } from 'vitest'
import { instant } from './instant.ts'

describe('an instant that somebody asks by', () => {
  it.each([
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01T00:00:00+20:00', '2025-12-31T04:00:00.000Z'],
    ['2026-01-01T00:00:00.123456-23:59', '2026-01-01T23:59:00.123Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is %s', (text, utc) => {
    expect(instant.parse(text)).toBe(utc)
    expect(instant.parse(utc)).toBe(utc)
  })

  it.each([
    ['0000-01-01T00:00:00Z', 'years 1 to 9999'],
    ['0000-02-29T00:00:00Z', 'years 1 to 9999'],
    ['0001-01-01T00:00:00+01:00', 'years 1 to 9999'],
    ['9999-12-31T23:59:59-00:01', 'years 1 to 9999'],
    ['+010000-01-01T00:00:00Z', 'ISO datetime'],
    ['-000001-01-01T00:00:00Z', 'ISO datetime'],
    ['2026-02-30T00:00:00Z', 'ISO datetime'],
    ['2026-01-01', 'ISO datetime'],
    ['soon', 'ISO datetime'],
  ])('%s is refused, in one sentence', (text, why) => {
    const messages = instant.safeParse(text).error?.issues.map(({ message }) => message)
    expect(messages).toEqual([expect.stringContaining(why)])
  })
})
