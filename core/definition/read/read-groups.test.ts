import { expect, test } from 'vitest'
import type { Envelope } from '../envelope.ts'
import { parse } from '../parse.ts'
import { textOf } from '../testing/problems-of.ts'

function read(envelope: string) {
  const { definition, problems } = parse(`envelope: ${envelope}\n${textOf('{ name: A, function: a.b }')}`)
  return {
    envelope: definition?.envelope as Envelope,
    errors: problems.filter(({ code }) => code === 'TYPE_WRONG').map(({ path }) => path.join('.')),
  }
}

test('a group of a list that is no list is reported and left out', () => {
  const { envelope, errors } = read('{ validate: { check: input.a > 0 } }')
  expect(errors).toEqual(['envelope.validate'])
  expect(envelope).not.toHaveProperty('validate')
})

test('an entry that is no map is reported and left out, and the others stay', () => {
  const { envelope, errors } = read('{ validate: [5, { check: input.a > 0, message: Give a }] }')
  expect(errors).toEqual(['envelope.validate.0'])
  expect(envelope.validate).toEqual([{ check: 'input.a > 0', message: 'Give a' }])
})

test('blank expressions and expressions of another type are left out of a list', () => {
  const { envelope, errors } = read(`{ discover: { resources: ["'a'", " ", [1], "'b'"] } }`)
  expect(errors).toEqual(['envelope.discover.resources.2'])
  expect(envelope.discover?.resources).toEqual(["'a'", "'b'"])
})
