import { expect, it } from 'vitest'
import { edgeWords } from './trend-words.ts'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 30).toISOString()
const minuteMs = 60_000

it('the ends of a range are told apart: by the clock, with the day where that is another, or by the day alone', () => {
  expect(edgeWords(at(22, 2), at(22, 3), minuteMs)).toEqual(['02:30', '03:30'])
  expect(edgeWords(at(21, 3), at(22, 3), 30 * minuteMs)).toEqual(['21 Nov 03:30', '03:30'])
  expect(edgeWords(at(1, 3), at(22, 3), 720 * minuteMs)).toEqual(['1 Nov', '22 Nov'])
})
