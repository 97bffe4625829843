import { expect, it } from 'vitest'
import { parse } from './parse.ts'

it('words of public Ruvon files are read as what they mean', () => {
  const { definition, problems } = parse(`workflow_type: Ruvon
steps:
  - name: Choose
    type: DECISION
    routes:
      - { condition: state.a, next_step: Both }
      - { default: END }
  - name: Both
    type: PARALLEL
    merge_strategy: merge
    on_error: continue
    tasks: [{ name: A, function: a.b }]
`)
  expect(problems.map(({ severity, message }) => [severity, message])).toEqual([
    ['warning', 'next_step is read as target.'],
    ['warning', 'merge is read as SHALLOW.'],
    ['warning', 'continue is read as ignore.'],
  ])
  expect(definition?.steps).toMatchObject([
    { routes: [{ condition: 'state.a', target: 'Both' }, { target: 'END' }] },
    { merge_strategy: 'SHALLOW', on_error: 'ignore' },
  ])
  const wrong = parse(
    'workflow_type: W\nsteps: [{ name: A, type: DECISION, routes: [{ condition: state.a, next_step: B }] }]\n',
  )
  expect(wrong.problems).toContainEqual(expect.objectContaining({ code: 'STEP_NOT_FOUND' }))
})

it('a DECISION whose function jumps needs no routes, and a list of required fields may be of any kind', () => {
  const { definition, problems } = parse(`workflow_type: Ruvon
steps:
  - name: Jump
    type: DECISION
    function: a.jump
  - name: Ask
    type: HUMAN
    required_input: [{ approved: boolean }, notes]
`)
  expect(problems.map(({ severity, code, step }) => [severity, code, step])).toEqual([
    ['warning', 'KEY_MISSING', 'Jump'],
    ['warning', 'STEP_UNREACHABLE', 'Ask'],
    ['warning', 'KEY_UNUSED', 'Ask'],
  ])
  expect(definition?.steps).toMatchObject([
    { function: 'a.jump', routes: [] },
    { required_input: [{ approved: 'boolean' }, 'notes'] },
  ])
  const { problems: none } = parse('workflow_type: W\nsteps: [{ name: A, type: DECISION }]\n')
  expect(none).toMatchObject([{ severity: 'error', code: 'KEY_MISSING' }])
})
