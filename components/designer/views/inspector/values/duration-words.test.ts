import { describe, expect, test } from 'vitest'
import { durationWords, parseDuration } from './duration-words.ts'

describe('durations in words', () => {
  test.each([
    [86_400, '1 day'],
    [604_800, '1 week'],
    [691_200, '8 days'],
    [90_061, '1 day 1 hour 1 minute 1 second'],
    [0.5, '0.5 seconds'],
    [0, '0 seconds'],
    [150, '2 minutes 30 seconds'],
  ])('%d seconds is "%s" and reads back as the same', (seconds, words) => {
    expect(durationWords(seconds)).toBe(words)
    expect(parseDuration(words)).toBe(seconds)
  })

  test.each([
    ['90', 90],
    ['2h 30m', 9_000],
    ['1.5 hours', 5_400],
    ['1 day, 2 hours', 93_600],
    ['1 Day and 2 hrs', 93_600],
    ['10min', 600],
  ])('"%s" reads as %d seconds', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds)
  })

  test.each(['', 'soon', '1 fortnight', '-5', '5 5', 'day'])('"%s" is no duration', (text) => {
    expect(parseDuration(text)).toBeNull()
  })

  test('a number that is no length of time is shown as it is', () => {
    expect(durationWords(-1)).toBe('-1')
  })
})
