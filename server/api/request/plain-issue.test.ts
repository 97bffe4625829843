import { expect, it } from 'vitest'
import { z } from 'zod'
import { plainIssue } from './plain-issue.ts'

const said = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues.map(plainIssue)

it('says in plain words what is wrong with a value', () => {
  expect(said(z.string().max(200), 'x'.repeat(201))).toEqual(['At most 200 characters are required.'])
  expect(said(z.string().min(1), '')).toEqual(['This must not be empty.'])
  expect(said(z.array(z.string()).max(1), ['a', 'b'])).toEqual(['At most 1 entry is required.'])
  expect(said(z.array(z.string()).min(2), ['a'])).toEqual(['At least 2 entries are required.'])
  expect(said(z.enum(['a', 'b']), 'c')).toEqual(['This must be one of: a, b.'])
  expect(said(z.literal('a'), 'b')).toEqual(['a is required.'])
  expect(said(z.number().max(5), 9)).toEqual(['This must be at most 5.'])
  expect(said(z.number().positive(), -1)).toEqual(['This must be more than 0.'])
  expect(said(z.number().lt(3), 3)).toEqual(['This must be less than 3.'])
  expect(said(z.uuid(), 'x')).toEqual(['This is not an id.'])
  expect(said(z.string().regex(/a/), 'b')).toEqual(['This does not have the required format.'])
  expect(said(z.union([z.string(), z.number()]), true)).toEqual(['This is not a valid value here.'])
})

it('says what kind of value is expected, and that one is missing', () => {
  expect(said(z.string(), undefined)).toEqual(['This is required.'])
  expect(said(z.int(), 1.5)).toEqual(['A whole number is required.'])
  const kinds = [z.string(), z.number(), z.boolean(), z.array(z.string()), z.object({}), z.date()]
  expect(kinds.flatMap((schema) => said(schema, null))).toEqual([
    'A text is required.',
    'A number is required.',
    'true or false is required.',
    'A list is required.',
    'An object is required.',
    'date is required.',
  ])
})

it('leaves the words of a schema as they are', () => {
  expect(said(z.string().max(1, 'A shorter one, please.'), 'ab')).toEqual(['A shorter one, please.'])
  expect(said(z.number().multipleOf(2), 3)).toEqual(['Invalid number: must be a multiple of 2'])
})
