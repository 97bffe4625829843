import { describe, expect, test } from 'vitest'
import { parse } from '../parse.ts'

const read = (concurrency: string) =>
  parse(
    `workflow_type: W\ninput_schema: { type: object, properties: { n: { type: number }, tags: { type: array } } }\nconcurrency: ${concurrency}\nsteps:\n  - { name: A, function: f }\n`,
  )
const problems = (concurrency: string) =>
  read(concurrency).problems.map(({ code, path }) => `${code} ${path.join('.')}`)

describe('the concurrency of a definition', () => {
  test('is read with all of its keys, without a problem', () => {
    const { definition, problems: found } = read('{ key: input.n, limit: 2, when_full: cancel_oldest }')
    expect(found).toEqual([])
    expect(definition?.concurrency).toEqual({ key: 'input.n', limit: 2, when_full: 'cancel_oldest' })
  })

  test('needs only a limit: then all runs of the workflow share it', () => {
    expect(problems('{ limit: 1 }')).toEqual([])
  })

  test.each([
    ['no limit', '{ key: input.n }', 'KEY_MISSING concurrency.limit'],
    ['a limit of none', '{ limit: 0 }', 'OUT_OF_RANGE concurrency.limit'],
    ['an unknown word', '{ limit: 1, when_full: wait }', 'CHOICE_UNKNOWN concurrency.when_full'],
    ['an expression that cannot be read', '{ limit: 1, key: 1 + }', 'EXPRESSION_INVALID concurrency.key'],
    ['a key that is a list', '{ limit: 1, key: input.tags }', 'WRONG_TYPE concurrency.key'],
    ['a result of a step', '{ limit: 1, key: steps.A.output }', 'FIELD_NOT_FOUND concurrency.key'],
  ])('reports %s', (_, text, problem) => {
    expect(problems(text)).toContain(problem)
  })
})
