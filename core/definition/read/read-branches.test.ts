import { describe, expect, test } from 'vitest'
import type { ParallelStep } from '../definition.ts'
import { allSteps, innerLists, pathInList } from '../inner-lists.ts'
import { parse } from '../parse.ts'
import { problemsOf, problemsOfStep, textOf } from '../testing/problems-of.ts'

const parallelOf = (keys: string) =>
  parse(textOf(`{ name: P, type: PARALLEL, ${keys} }`)).definition?.steps[0] as ParallelStep
const problemsIn = (task: string) => problemsOfStep(`type: PARALLEL, tasks: [${task}]`)

describe('a whole step as a task', () => {
  test('is an entry with a type, with the keys of its type; others stay short tasks', () => {
    const { tasks } = parallelOf(
      'tasks: [{ name: a, function: a.b }, { name: Ask, type: HUMAN, title: Sure?, retry: { max_attempts: 2 } }]',
    )
    expect(tasks).toEqual([
      { name: 'a', function: 'a.b' },
      { type: 'HUMAN', name: 'Ask', title: 'Sure?', retry: { max_attempts: 2 } },
    ])
    expect(
      problemsOfStep('type: PARALLEL, tasks: [{ name: a, function: a.b }, { name: Ask, type: HUMAN, title: Sure? }]'),
    ).toEqual([])
  })

  test.each(['STANDARD', 'ASYNC', 'SCRIPT', 'TRANSFORM'])('may be a %s step', (type) => {
    const keys = {
      STANDARD: 'function: a.b',
      ASYNC: 'function: a.b',
      SCRIPT: 'code: return 1',
      TRANSFORM: 'set: { a: "1" }',
    }
    expect(problemsIn(`{ name: T, type: ${type}, ${keys[type as 'STANDARD']} }`)).toEqual([])
  })

  test.each(['PARALLEL', 'LOOP', 'DECISION'])('cannot be a %s step', (type) => {
    expect(problemsIn(`{ name: T, type: ${type} }`)).toEqual([`error TYPE_NOT_HERE steps.0.tasks.0.type @ ${type}`])
    expect(parallelOf(`tasks: [{ name: T, type: ${type} }]`).tasks).toEqual([
      { type: 'UNKNOWN', name: 'T', written_type: type },
    ])
  })

  test.each(['next: A', 'dependencies: []', 'on_failure: { target_step: A }', 'routes: []', 'dynamic_injection: {}'])(
    'has no %s, because the run goes on at the join',
    (key) => {
      const [name = ''] = key.split(':')
      expect(problemsIn(`{ name: T, type: WAIT, duration_seconds: 1, ${key} }`)).toEqual([
        `error KEY_NOT_HERE steps.0.tasks.0.${name} @ ${name}`,
      ])
      const [task] = parallelOf(`tasks: [{ name: T, type: WAIT, duration_seconds: 1, ${key} }]`).tasks ?? []
      expect(task).not.toHaveProperty(name)
    },
  )

  test('has a name that is unique in the workflow and among the tasks', () => {
    const text = textOf(
      '{ name: A, function: a.b }',
      '{ name: P, type: PARALLEL, tasks: [{ name: A, type: HUMAN }, { name: t, function: a.b }, { name: t, type: HUMAN }] }',
    )
    expect(problemsOf(text)).toEqual([
      'error NAME_TWICE steps.1.tasks.0.name @ A',
      'error NAME_TWICE steps.1.tasks.2.name @ t',
    ])
    expect(allSteps(parse(text).definition?.steps ?? []).map(({ name }) => name)).toEqual(['A', 'P', 'A_2', 't'])
  })

  test('has its own problems, its expressions see the state before the fork, and its range is its item', () => {
    const text = textOf(
      '{ name: Set, type: TRANSFORM, set: { n: "1" } }',
      '{ name: P, type: PARALLEL, tasks: [{ name: T, type: TRANSFORM, set: { m: "state.n + steps.X.output" } }] }',
    )
    const [problem] = parse(text).problems
    expect(problem).toMatchObject({ code: 'FIELD_NOT_FOUND', step: 'T', path: ['steps', 1, 'tasks', 0, 'set', 'm'] })
    const { source } = parse(text)
    const range = source.stepRange('T')
    expect(text.slice(range?.start, range?.end)).toMatch(/^\{ name: T/)
  })
})

describe('a whole step for each item of a list', () => {
  const list = 'type: PARALLEL, iterate_over: input.items'

  test('stands in `task`, of any such type, STANDARD by default', () => {
    expect(problemsOfStep(`${list}, task: { name: Ask, type: HUMAN, title: "{{ item.title }} {{ index }}" }`)).toEqual(
      [],
    )
    expect(parallelOf('iterate_over: input.items, task: { name: Call, function: a.b }').task).toEqual({
      type: 'STANDARD',
      name: 'Call',
      function: 'a.b',
    })
  })

  test('excludes a function for each item; one of them is needed, and only over a list', () => {
    expect(problemsOfStep(list)).toEqual(['error KEY_MISSING steps.0.task_function @ S'])
    expect(problemsOfStep(`${list}, task_function: a.b, task: { name: T, function: a.b }`)).toEqual([
      'error KEYS_EXCLUSIVE steps.0.task @ task',
    ])
    expect(
      problemsOfStep('type: PARALLEL, tasks: [{ name: a, function: a.b }], task: { name: T, function: a.b }'),
    ).toEqual(['warning KEY_UNUSED steps.0.task @ task'])
  })

  test('is a map, and gives its results to the list', () => {
    expect(problemsOfStep(`${list}, task: x`)).toEqual(['error TYPE_WRONG steps.0.task @ x'])
    expect(problemsOfStep(`${list}, task: { name: T, function: a.b, output_key: x }`)).toEqual([
      'warning KEY_UNUSED steps.0.task.output_key @ output_key',
    ])
  })

  test('has no output of its own for later steps', () => {
    const text = textOf(
      '{ name: P, type: PARALLEL, iterate_over: input.items, task: { name: T, function: a.b } }',
      '{ name: Z, type: TRANSFORM, set: { a: steps.P.output, b: steps.T.output } }',
    )
    expect(problemsOf(text)).toEqual(['error FIELD_NOT_FOUND steps.1.set.b @ T'])
  })
})

test('the lists within a PARALLEL step have one step each, with their places in the text', () => {
  const step = parallelOf(
    'tasks: [{ name: a, function: a.b }, { name: T, type: HUMAN }], task: { name: U, function: a.b }',
  )
  const lists = innerLists(step)
  expect(lists.map((list) => [list.steps.map(({ name }) => name), pathInList(list, 0)])).toEqual([
    [['T'], ['tasks', 1]],
    [['U'], ['task']],
  ])
  expect(innerLists(step)[0]?.steps).toBe(lists[0]?.steps)
})
