import { expect, test } from 'vitest'
import { limits } from '#core/limits.ts'
import type { Severity } from '../../text-range.ts'
import { parseIncrementally } from '../incremental/parse-incrementally.ts'
import { parse } from '../parse.ts'
import type { Problem } from '../problem.ts'
import { boundedProblems } from './bounded-problems.ts'

const most = limits.definition.problems
const some = (count: number, severity: Severity, from = 0): Problem[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ code: 'X', message: String(at), severity, path: [] },
    range: { start: from + at, end: from + at + 1 },
  }))
const codes = (problems: readonly Problem[]) => problems.map(({ code, severity }) => `${code} ${severity}`)

test('few problems are told as they are', () => {
  const few = some(most, 'error')
  expect(boundedProblems(few)).toBe(few)
  const mixed = [...some(most, 'error'), ...some(most, 'warning')]
  expect(boundedProblems(mixed)).toBe(mixed)
})

test('of many the first of each severity are told, and that there are more', () => {
  const found = boundedProblems([...some(5 * most, 'warning'), ...some(2, 'error', 9_000)])
  expect(found).toHaveLength(most + 3)
  expect(codes(found).slice(-3)).toEqual(['X error', 'X error', 'MORE_PROBLEMS info'])
  expect(found.at(-1)?.range).toEqual({ start: 9_002, end: 9_002 })
})

test('problems that were bounded before are bounded again with others', () => {
  const once = boundedProblems(some(5 * most, 'warning'))
  const twice = boundedProblems([...once, ...some(5 * most, 'info')])
  expect(codes(twice).filter((code) => code === 'MORE_PROBLEMS info')).toHaveLength(1)
  expect(twice).toHaveLength(2 * most + 1)
})

test('a text of thousands of unknown keys has as many problems read whole or piece by piece, and its errors too', () => {
  const keys = Array.from({ length: 3_000 }, (_, at) => `    key_${at}: 1\n`).join('')
  const text = `workflow_type: A\nsteps:\n  - name: S\n    function: a.b\n${keys}  - name: S\n    function: a.b\n`
  const { problems } = parse(text)
  expect(problems.length).toBeLessThan(2 * most)
  expect(codes(problems)).toContain('NAME_TWICE error')
  const other = text.replace('name: S\n    function: a.b\n  ', 'name: T\n    function: a.b\n  ')
  expect(parseIncrementally(other, null).problems).toEqual(parse(other).problems)
  expect(parse(other).problems.at(-1)?.code).toBe('MORE_PROBLEMS')
})

test('a text with too many keys of its own is not read piece by piece either', () => {
  const text = Array.from({ length: limits.definition.topLevelKeys + 1 }, (_, at) => `k${at}: 1\n`).join('')
  const fewer = text.slice(0, text.lastIndexOf('k'))
  const before = parseIncrementally(fewer, null)
  expect(before.definition).not.toBeNull()
  const after = parseIncrementally(text, before, [
    { start: fewer.length, end: fewer.length, text: text.slice(fewer.length) },
  ])
  expect(after.problems).toEqual(parse(text).problems)
  expect(after.definition).toBeNull()
})
