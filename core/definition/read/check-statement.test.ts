import { describe, expect, it } from 'vitest'
import { parse } from '../parse.ts'
import { problemsOf } from '../testing/problems-of.ts'

const step = (statement: string, parameters = '') =>
  `workflow_type: T\nsteps:\n  - name: Ask\n    type: SQL\n    connection: db\n    statement: ${JSON.stringify(statement)}\n${parameters}`
const codes = (text: string) => problemsOf(text).map((problem) => problem.split(' ')[1])

describe('the statement of an SQL step', () => {
  it.each([
    ['select 1', ''],
    ['select $1, $2', '    parameters: [1, "{{ input.id }}"]\n'],
    [`select '$3', "$4" -- $5`, ''],
    ['select $1 /* $2 */', '    parameters: [1]\n'],
  ])('may be %s', (statement, parameters) => {
    expect(codes(step(statement, parameters))).toEqual([])
  })

  it('has no expressions: data could become SQL', () => {
    expect(codes(step('select * from a where id = {{ input.id }}'))).toEqual(['SQL_EXPRESSION'])
  })

  it.each([
    ['select $1', ''],
    ['select $2', '    parameters: [1]\n'],
    ['select 1', '    parameters: [1]\n'],
    ['select $1', '    parameters: [1, 2]\n'],
  ])('needs as many parameters as it uses: %s', (statement, parameters) => {
    expect(codes(step(statement, parameters))).toEqual(['SQL_PARAMETERS'])
  })

  it('says which parameters it uses, and how many there are', () => {
    const messages = (statement: string, parameters: string) =>
      parse(step(statement, parameters)).problems.map(({ message }) => message)
    expect(messages('select $1', '    parameters: [1, 2]\n')).toEqual([
      'The statement uses parameters up to $1, but there are 2.',
    ])
    expect(messages('select 1', '    parameters: [1]\n')).toEqual(['The statement uses no parameter, but there is 1.'])
    expect(messages('select $2', '    parameters: [1]\n')).toEqual(['The statement uses $2, but there is 1 parameter.'])
    expect(messages('select $1', '')).toEqual(['The statement uses $1, but there are 0 parameters.'])
  })
})
