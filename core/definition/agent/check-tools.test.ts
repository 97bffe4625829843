import { describe, expect, test } from 'vitest'
import { checkReferences } from '../check/check-known-names.ts'
import { parse } from '../parse.ts'

const text = (tools: string, more = '') => `workflow_type: Help
steps:
  - name: Clerk
    type: AI
    connection: model
    prompt: Help
${more}${tools}`

const listed = (...tools: readonly string[]) => `    tools:\n${tools.map((tool) => `      - ${tool}\n`).join('')}`
const problemsOf = (written: string) =>
  parse(written).problems.map(({ severity, code, path }) => `${severity} ${code} ${path.join('.')}`)

describe('tools of an AI step', () => {
  test('call functions and workflows', () => {
    const written = text(
      listed('{ name: find, function: f }', '{ name: check, sub_workflow_type: W, needs_approval: true }'),
    )
    expect(problemsOf(written)).toEqual([])
    expect(parse(written).definition?.steps[0]).toMatchObject({
      tools: [
        { name: 'find', function: 'f' },
        { name: 'check', sub_workflow_type: 'W', needs_approval: true },
      ],
    })
  })

  test.each([
    [
      'two tools with one name',
      ['{ name: a, function: f }', '{ name: a, function: g }'],
      'error NAME_TWICE steps.0.tools.1.name',
    ],
    ['a name that models refuse', ['{ name: find order, function: f }'], 'error NAME_INVALID steps.0.tools.0.name'],
    ['a tool that calls nothing', ['{ name: a }'], 'error KEY_MISSING steps.0.tools.0.function'],
    [
      'a tool that calls two things',
      ['{ name: a, function: f, sub_workflow_type: W }'],
      'error KEYS_EXCLUSIVE steps.0.tools.0.sub_workflow_type',
    ],
    [
      'approvers of a tool without approval',
      ['{ name: a, function: f, approvers: [b] }'],
      'warning KEY_UNUSED steps.0.tools.0.approvers',
    ],
    [
      'a schema that is none',
      ['{ name: a, function: f, input_schema: { type: odd } }'],
      'error SCHEMA_INVALID steps.0.tools.0.input_schema',
    ],
  ])('%s is a problem', (_, tools, problem) => {
    expect(problemsOf(text(listed(...tools)))).toContain(problem)
  })

  test('bounds without tools have no effect', () => {
    expect(problemsOf(text('', '    max_turns: 3\n    token_budget: 5\n'))).toEqual([
      'warning KEY_UNUSED steps.0.max_turns',
      'warning KEY_UNUSED steps.0.token_budget',
    ])
  })

  test('a function and a workflow that nobody knows are warnings', () => {
    const { definition, source } = parse(text(listed('{ name: a, function: f }', '{ name: b, sub_workflow_type: W }')))
    const known = { functions: new Set<string>(), workflows: new Set<string>() }
    const found = checkReferences(definition as never, known as never, source)
    expect(found.map(({ code, path }) => `${code} ${path.join('.')}`)).toEqual([
      'FUNCTION_UNKNOWN steps.0.tools.0.function',
      'WORKFLOW_UNKNOWN steps.0.tools.1.sub_workflow_type',
    ])
  })

  test('an AI step without tools names no function', () => {
    const { definition, source } = parse(text(''))
    const known = { functions: new Set<string>(), workflows: new Set<string>() }
    expect(checkReferences(definition as never, known as never, source)).toEqual([])
  })

  test('an AI step with tools is no task of a PARALLEL step', () => {
    const inBranch = `workflow_type: Help
steps:
  - name: All
    type: PARALLEL
    tasks:
      - name: Clerk
        type: AI
        connection: model
        prompt: Help
        tools: [{ name: a, function: f }]
`
    expect(problemsOf(inBranch)).toContain('error KEY_NOT_HERE steps.0.tasks.0.tools')
  })
})
