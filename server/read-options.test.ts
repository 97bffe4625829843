import { expect, it } from 'vitest'
import { understandOptions, wrongNumber } from './read-options.ts'

const options = { seeds: { type: 'string', default: '1' }, once: { type: 'boolean', default: false } } as const
const understand = (...words: string[]) => understandOptions('usage: tool [--seeds N]', options, words)

it('options of a command are read with their defaults', () => {
  expect(understand('--seeds', '3')).toEqual({ values: { seeds: '3', once: false } })
})

it('help is no mistake, beside whatever else is written', () => {
  for (const word of ['--help', '-h'])
    expect(understand('--sedes', word)).toEqual({ said: 'usage: tool [--seeds N]', code: 0 })
})

it('a word that is not understood is answered by how it is meant to be used', () => {
  expect(understand('--sedes')).toEqual({ said: expect.stringMatching(/'--sedes'[\s\S]*\n\nusage: tool/), code: 1 })
})

it('an option that has to be a number says which one it takes, and what it was given', () => {
  const bounds = { runs: { from: 2 }, minutes: { above: 0 } }
  expect(wrongNumber({ runs: '2', minutes: '0.5', more: 'x' }, bounds)).toBeNull()
  expect(wrongNumber({}, bounds)).toBeNull()
  for (const runs of ['1', '2.5', 'many', '', '1e400', '-3']) {
    expect(wrongNumber({ runs }, bounds)).toBe(`--runs takes a whole number from 2 on, not '${runs}'.`)
  }
  for (const minutes of ['0', 'x', 'Infinity']) {
    expect(wrongNumber({ minutes }, bounds)).toBe(`--minutes takes a number above 0, not '${minutes}'.`)
  }
})
