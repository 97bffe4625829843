import { expect, test } from 'vitest'
import type { Problem } from '#core/definition/problem.ts'
import { countWords, createProblemStore, problemsAt, sortProblems, worstSeverity } from './problem-store.ts'

const problem = (step: string, at: number, severity: Problem['severity'] = 'error'): Problem => ({
  code: 'X',
  message: `at ${at}`,
  severity,
  path: ['steps', at, 'function'],
  range: { start: at, end: at + 1 },
  step,
})

test('a step whose problems stayed keeps its list, so that it does not render again', () => {
  const { store, show } = createProblemStore()
  show([problem('A', 1), problem('B', 2)])
  const before = store.getState().byStep.get('A')
  show([problem('A', 1)])
  expect(store.getState().byStep.get('A')).toBe(before)
  expect(store.getState().byStep.has('B')).toBe(false)
  const all = store.getState().all
  show([problem('A', 1)])
  expect(store.getState().all).toBe(all)
})

test('a problem of the whole workflow belongs to no step', () => {
  const { store, show } = createProblemStore()
  const { step: _, ...whole } = problem('A', 1)
  show([whole])
  expect(store.getState().byStep.size).toBe(0)
})

test('errors come before warnings, then in the order of the text', () => {
  const sorted = sortProblems([problem('A', 9, 'warning'), problem('A', 7), problem('A', 3)])
  expect(sorted.map(({ range }) => range.start)).toEqual([3, 7, 9])
})

test('the worst severity decides the colour of the badge', () => {
  expect(worstSeverity([problem('A', 1, 'warning'), problem('A', 2, 'info')])).toBe('warning')
  expect(worstSeverity([])).toBe('info')
})

test('a field has the problems at its path and below', () => {
  const list = [problem('A', 1), problem('B', 2)]
  expect(problemsAt(list, ['steps', 1])).toEqual([list[0]])
  expect(problemsAt(list, ['steps', 2, 'function'])).toEqual([list[1]])
  expect(problemsAt(list, ['steps', 2, 'function', 'x'])).toEqual([])
})

const missing = (step: string, key: string): Problem => ({
  code: 'KEY_MISSING',
  message: `${step} needs ${key}.`,
  severity: 'error',
  path: ['steps', 0, key],
  range: { start: 0, end: 1 },
  step,
})
const severities = ({ store }: ReturnType<typeof createProblemStore>) =>
  store.getState().all.map(({ severity }) => severity)

test('what is empty in a step that was just added is a thing to do until its field has been left', () => {
  const problems = createProblemStore()
  problems.begin('A')
  problems.show([missing('A', 'function'), missing('A', 'tasks'), missing('B', 'function'), problem('A', 4)])
  expect(severities(problems)).toEqual(['info', 'info', 'error', 'error'])
  problems.leave('A', 'function')
  problems.leave('A', 'function')
  problems.leave('B', 'function')
  expect(severities(problems)).toEqual(['error', 'info', 'error', 'error'])
})

test('it stays one under another name, and is none once nobody fills the step in', () => {
  const problems = createProblemStore()
  problems.show([missing('A', 'function')])
  problems.begin('A')
  problems.renamed('A', 'B')
  problems.renamed('A', 'C')
  problems.show([missing('B', 'function')])
  problems.settle(new Set(['B']))
  expect(severities(problems)).toEqual(['info'])
  problems.settle()
  expect(severities(problems)).toEqual(['error'])
})

test('counts read as words', () => {
  expect(countWords([missing('A', 'function'), problem('A', 1, 'info')])).toBe('2 problems')
  expect(countWords([problem('A', 1, 'info')])).toBe('1 to do')
  expect(countWords([problem('A', 1)])).toBe('1 problem')
  expect(countWords([])).toBe('0 problems')
})
