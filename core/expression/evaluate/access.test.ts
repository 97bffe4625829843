import { expect, test } from 'vitest'
import type { JsonObject } from '#core/json.ts'
import { parseExpression } from '../parse/parse-expression.ts'
import { evaluate, type Scope } from './evaluate.ts'

const states: { readonly [id: string]: JsonObject } = { 'site:1': { free: true } }
const world: Scope['world'] = { now: 0, resource: (id) => states[id] }

function run(source: string, more: Partial<Scope>) {
  const parsed = parseExpression(source)
  if (!parsed.ok) throw new Error(parsed.message)
  return evaluate(parsed.expression, { input: { n: 1 }, state: {}, steps: {}, run: {}, ...more })
}

test('the conditions of an envelope read the state of a resource', () => {
  expect(run('resources("site:1").free', { world })).toEqual({ ok: true, value: true })
})

test.each([
  ['resources("site:1")', {}, 'NAME_NOT_FOUND', 'only available in the conditions of an envelope'],
  ['resources(input.n)', { world }, 'WRONG_TYPE', '`resources` needs text, but this is a number'],
  ['resources("site:2")', { world }, 'INVALID_VALUE', 'The state of site:2 is not known.'],
])('%s fails in %j: %s', (source, more, code, message) => {
  expect(run(source, more)).toMatchObject({ ok: false, code, message: expect.stringContaining(message) })
})
