import { expect, test } from 'vitest'
import type { Definition } from '../../definition.ts'
import { parse } from '../../parse.ts'
import { textOf } from '../../testing/problems-of.ts'
import { checkUndo } from './saga-steps.ts'

const last = '{ name: Last, dependencies: [First], function: a.b }'

/** The steps whose effects a rollback would leave, where another step follows the first one. */
function left(first: string, head = 'saga_enabled: true\n'): readonly (string | undefined)[] {
  const { definition, source } = parse(head + textOf(`{ name: First, ${first} }`, last))
  return checkUndo(definition as Definition, source).map(({ step }) => step)
}

const request = (method: string) => `type: HTTP, http_config: { url: "https://example.com", method: ${method} }`
const query = 'type: SQL, connection: db, statement: select 1'
const mail = 'type: MAIL, connection: post, to: [a@example.com], subject: Hello, text: Hello'

test.each([
  ['a function', 'function: a.b', true],
  ['a function that is not chosen yet', 'function: ""', false],
  ['a function with an undo', 'function: a.b, compensate_function: a.undo', false],
  ['a function without effects', 'function: a.b, effects: none', false],
  ['a mail', mail, true],
  ['a statement that writes', `${query}, access: write`, true],
  ['a statement that reads', `${query}, access: read`, false],
  ['a statement that does not say so, and reads', query, false],
  ['a request that changes something', request('POST'), true],
  ['a request that reads', request('GET'), false],
  ['a pause', 'type: WAIT, duration_seconds: 5', false],
])('%s: are its effects left by a rollback?', (_, step, isLeft) => {
  expect(left(step)).toEqual(isLeft ? ['First'] : [])
})

test('a workflow that is no saga is not asked for undos', () => {
  expect(left(mail, '')).toEqual([])
})
