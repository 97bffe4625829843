import { expect, test } from 'vitest'
import type { Definition } from '../../definition.ts'
import { parse } from '../../parse.ts'
import { textOf } from '../../testing/problems-of.ts'
import { checkConnections, type KnownConnection } from './connections.ts'

const known = new Map<string, KnownConnection>([
  ['db', { kind: 'postgresql', workflows: [] }],
  ['ours', { kind: 'postgresql', workflows: ['Other', 'Flow'] }],
  ['theirs', { kind: 'postgresql', workflows: ['Other'] }],
  ['post', { kind: 'smtp', workflows: [] }],
])

function problemsOf(text: string) {
  const { definition, source } = parse(text)
  return checkConnections(definition as Definition, known, source)
}

const ask = (connection: string) => textOf(`{ name: Ask, type: SQL, connection: ${connection}, statement: select 1 }`)

test.each(['db', 'ours', '""'])('the connection %s is no problem', (name) => {
  expect(problemsOf(ask(name))).toEqual([])
})

test('steps without a connection are no problem', () => {
  const request = '{ name: A, type: HTTP, http_config: { url: https://x.example } }'
  expect(problemsOf(textOf(request, '{ name: B, function: a.b }'))).toEqual([])
})

test('where connections are not known, nothing is said about them', () => {
  const { definition, source } = parse(ask('gone'))
  expect(checkConnections(definition as Definition, undefined, source)).toEqual([])
})

test.each([
  ['gone', 'CONNECTION_UNKNOWN', 'There is no connection gone. Add it in the settings, under Connections.'],
  [
    'post',
    'CONNECTION_KIND',
    'The connection post is of the kind Mail server (SMTP). This step needs one of: PostgreSQL.',
  ],
  [
    'theirs',
    'CONNECTION_NOT_ALLOWED',
    'The connection theirs is for other workflows. Add Flow to it in the settings, under Connections.',
  ],
])('the connection %s is warned about at its key: %s', (name, code, sentence) => {
  const text = ask(name)
  const problems = problemsOf(text)
  expect(problems).toMatchObject([
    {
      severity: 'warning',
      code,
      path: ['steps', 0, 'connection'],
      step: 'Ask',
      message: `${sentence} A run that reaches Ask fails there.`,
    },
  ])
  expect(problems.map(({ range }) => text.slice(range.start, range.end))).toEqual([name])
})

test('a step inside of another is checked as well', () => {
  const inner = '{ name: Ask, type: SQL, connection: gone, statement: select 1 }'
  const text = textOf(`{ name: L, type: LOOP, mode: ITERATE, iterate_over: state.a, loop_body: [${inner}] }`)
  expect(problemsOf(text)).toMatchObject([{ code: 'CONNECTION_UNKNOWN', step: 'Ask' }])
})
