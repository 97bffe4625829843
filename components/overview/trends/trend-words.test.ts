import { expect, it } from 'vitest'
import { allEndedPath, edgeWords, slowerPath } from './trend-words.ts'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 30).toISOString()
const minuteMs = 60_000

it('the ends of a range are told apart: by the clock, with the day where that is another, or by the day alone', () => {
  expect(edgeWords(at(22, 2), at(22, 3), minuteMs)).toEqual(['02:30', '03:30'])
  expect(edgeWords(at(21, 3), at(22, 3), 30 * minuteMs)).toEqual(['21 Nov 03:30', '03:30'])
  expect(edgeWords(at(1, 3), at(22, 3), 720 * minuteMs)).toEqual(['1 Nov', '22 Nov'])
})

it('a percentile leads to the completed runs of its span that took longer, and a sum to all that ended there', () => {
  const span = { endedFrom: '2026-11-22T02:00:00.000Z', endedTo: '2026-11-22T03:00:00.000Z' }
  const address = '/runs?endedFrom=2026-11-22T02:00:00.000Z&endedTo=2026-11-22T03:00:00.000Z'
  expect(slowerPath(span, 2_900)).toBe(`${address}&status=COMPLETED&longer=2.9`)
  expect(slowerPath(span, 900)).toBe(`${address}&status=COMPLETED&longer=0.9`)
  expect(allEndedPath({ ...span, workflow: 'Loan' })).toMatch(/workflow=Loan&status=COMPLETED,FAILED,.*CANCELLED$/)
})
