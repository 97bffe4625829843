import { describe, expect, test } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import {
  entryOf,
  fanOutDefinition,
  inputOfVariant,
  kindOf,
  shownWorkflow,
  variantIndexOf,
  variantStep,
} from './fan-out.ts'

const entry = { workflow: 'video/short', version: 3 }
const fan_out = { kind: 'variants', workflow: 'video/short', version: 3, entries: [entry] } as const

test('a generated definition reads as the same steps from its text', () => {
  const generated = fanOutDefinition({ kind: 'variants', entries: [entry, entry] })
  expect(parse(JSON.stringify(generated)).definition?.steps).toEqual(generated.steps)
})

describe('the variant', () => {
  test('of a step is that of its name', () => {
    expect([variantIndexOf(variantStep(7)), variantIndexOf('Draft'), variantIndexOf('variant_11')]).toEqual([
      7,
      undefined,
      undefined,
    ])
  })
})

test('lists show the workflow of the variants, or the run’s own', () => {
  const own = { workflow: 'W', version: 1 }
  expect(shownWorkflow(own)).toMatchObject(own)
  expect(shownWorkflow({ ...own, fan_out })).toMatchObject(entry)
})

test('the kind of an output is the first part of the name, unless the entry names one', () => {
  expect([kindOf(entry), kindOf({ workflow: 'Plain' }), kindOf({ ...entry, kind: 'teaser' })]).toEqual([
    'video',
    'Plain',
    'teaser',
  ])
})

test('a step has an entry, and an input of its own, only in a fan-out', () => {
  expect(entryOf({}, 'variant_1')).toBeUndefined()
  expect(entryOf({ fan_out }, 'Draft')).toBeUndefined()
  expect(entryOf({ fan_out }, 'variant_1')).toBe(entry)
  const bundle = { ...fan_out, kind: 'bundle' } as const
  expect(inputOfVariant({ input: { bundle: [{ input: { a: 1 } }] }, fan_out: bundle }, 'variant_1')).toEqual({ a: 1 })
  expect(inputOfVariant({ input: { a: 1 }, fan_out: bundle }, 'Draft')).toEqual({ a: 1 })
  for (const input of ['text', {}, { bundle: 'text' }, { bundle: [{ name: 'W' }] }]) {
    expect(inputOfVariant({ input, fan_out: bundle }, 'variant_1')).toEqual({})
  }
  expect(inputOfVariant({ input: { a: 1 } }, 'variant_1')).toEqual({ a: 1 })
})

test('a step of a bundle names its input, for engines of any version, and is named after its workflow', () => {
  const bundle = { ...fan_out, kind: 'bundle' } as const
  expect(fanOutDefinition(bundle).steps[0]).toMatchObject({
    title: '1. video/short',
    input: '{{ input.bundle[0].input }}',
  })
  const [generated] = [fanOutDefinition({ kind: 'bundle', entries: [entry, entry] })]
  expect(parse(JSON.stringify(generated)).definition?.steps).toEqual(generated.steps)
})
