import { expect, it } from 'vitest'
import { understandOptions } from './read-options.ts'

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
