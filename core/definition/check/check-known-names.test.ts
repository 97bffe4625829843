import { expect, test } from 'vitest'
import { functionKey } from '../function-name.ts'
import { parse } from '../parse.ts'
import { textOf } from '../testing/problems-of.ts'
import { checkReferences } from './check-known-names.ts'

const unknown = (text: string, ...known: readonly string[]) => {
  const { definition, source } = parse(text)
  return checkReferences(
    definition!,
    { functions: new Set(known.map(functionKey)), workflows: new Set(['C']) },
    source,
  ).map(
    ({ severity, path, range, step }) =>
      `${severity} ${step} ${path.join('.')} @ ${text.slice(range.start, range.end)}`,
  )
}

test('functions that nobody registered are warned about, wherever a step names them', () => {
  const text = textOf(
    '{ name: A, function: a.known, compensate_function: a.undo }',
    '{ name: B, type: PARALLEL, tasks: [{ name: t, function_path: b.task }, { name: u, sub_workflow_type: C }] }',
    '{ name: C, type: PARALLEL, iterate_over: state.a, task_function: c.each }',
    '{ name: D, type: LOOP, mode: ITERATE, iterate_over: state.a, loop_body: [{ name: E, function: d.inner }] }',
    '{ name: F }',
  )
  expect(unknown(text, 'a.known')).toEqual([
    'warning A steps.0.compensate_function @ a.undo',
    'warning B steps.1.tasks.0.function @ b.task',
    'warning C steps.2.task_function @ c.each',
    'warning E steps.3.loop_body.0.function @ d.inner',
  ])
})

test('whole steps that a PARALLEL step runs are warned about in their own name, each once', () => {
  const text = textOf(
    '{ name: B, type: PARALLEL, tasks: [{ name: A, type: STANDARD, function: b.task }, { name: t, function: b.short }] }',
    '{ name: C, type: PARALLEL, iterate_over: state.a, task: { name: S, type: SUB_WORKFLOW, sub_workflow_type: Gone } }',
  )
  expect(unknown(text)).toEqual([
    'warning B steps.0.tasks.1.function @ b.short',
    'warning A steps.0.tasks.0.function @ b.task',
    'warning S steps.1.task.sub_workflow_type @ Gone',
  ])
})

test('a function may be written as it is exported or in snake_case', () => {
  expect(unknown(textOf('{ name: A, function: loans.calculateRisk }'), 'loans.calculate_risk')).toEqual([])
  expect(unknown(textOf('{ name: A, function: loans.calculate_risk }'), 'loans.calculateRisk')).toEqual([])
})

test('a definition whose text is not at hand is pointed at from its beginning', () => {
  const { definition } = parse(textOf('{ name: A, function: a.b }'))
  const nowhere = { rangeOf: () => undefined, keyRange: () => undefined, stepRange: () => undefined }
  expect(checkReferences(definition!, { functions: new Set(), workflows: new Set() }, nowhere)[0]?.range).toEqual({
    start: 0,
    end: 0,
  })
})

test('workflows that are not there are warned about', () => {
  const text = textOf(
    '{ name: A, type: SUB_WORKFLOW, sub_workflow_type: Missing }',
    '{ name: B, type: SUB_WORKFLOW, sub_workflow_type: C }',
    '{ name: D, type: PARALLEL, tasks: [{ name: t, sub_workflow_type: Gone }] }',
  )
  expect(unknown(text)).toEqual([
    'warning A steps.0.sub_workflow_type @ Missing',
    'warning D steps.2.tasks.0.sub_workflow_type @ Gone',
  ])
})

test('a workflow that a trigger follows and that is not there is warned about', () => {
  const { definition, source } = parse(
    'workflow_type: Own\ntriggers: [{ type: run, workflow: Missing }, { type: run, name: b, workflow: C }, { type: run, name: c, workflow: Own }, { type: webhook, verify: none }]\nsteps: [{ name: A, function: a.b }]\n',
  )
  const known = { functions: new Set(['a.b']), workflows: new Set(['C']) }
  expect(checkReferences(definition!, known, source).map(({ message }) => message)).toEqual([
    'There is no workflow Missing. This trigger fires nothing until it is published.',
  ])
})

test('secrets that no request can send are warned about, each once a step', () => {
  const text = textOf(
    '{ name: A, type: HTTP, http_config: { url: "https://a.example/{{ secrets.GONE }}", headers: { k: "{{ secrets.GONE }}", l: "{{ secrets.USABLE }}{{ state.a }}" } } }',
    '{ name: B, type: LOOP, mode: ITERATE, iterate_over: state.a, loop_body: [{ name: C, type: HTTP, http_config: { url: "https://a.example", body: { deep: ["x {{ secrets.UNBOUND }}"] } } }] }',
    '{ name: D, function: a.b, dynamic_injection: { rules: [{ condition_key: a, value_match: 1, action: INSERT_AFTER_CURRENT, steps_to_insert: [{ name: E, type: HTTP, http_config: { url: "https://a.example?{{ secrets.GONE }}" } }] }] } }',
  )
  const { definition, source } = parse(text)
  const secrets = new Map([
    ['USABLE', { isSendable: true, workflows: [] }],
    ['UNBOUND', { isSendable: false, workflows: [] }],
  ])
  const known = { functions: new Set(['a.b']), workflows: new Set<string>() }
  const found = checkReferences(definition!, { ...known, secrets }, source)
  expect(found.map(({ code, severity, step, path }) => `${severity} ${code} ${step} ${path.join('.')}`)).toEqual([
    'warning SECRET_UNKNOWN A steps.0.http_config.url',
    'warning SECRET_WITHOUT_ORIGINS C steps.1.loop_body.0.http_config.body.deep.0',
    'warning SECRET_UNKNOWN E steps.2.dynamic_injection.rules.0.steps_to_insert.0.http_config.url',
  ])
  expect(found[0]?.message).toContain('There is no secret GONE.')
  expect(found[1]?.message).toContain('HEDDLE_ORIGINS_UNBOUND')
  const nowhere = { rangeOf: () => undefined, keyRange: () => undefined, stepRange: () => undefined }
  expect(checkReferences(definition!, { ...known, secrets }, nowhere)[0]?.range).toEqual({ start: 0, end: 0 })
  expect(checkReferences(definition!, known, source)).toEqual([])
})

test('a secret of other workflows is warned about, and one whose list has this workflow is not', () => {
  const text = textOf(
    '{ name: A, type: HTTP, http_config: { url: "https://a.example", headers: { k: "{{ secrets.THEIRS }}", l: "{{ secrets.OURS }}" } } }',
  )
  const { definition, source } = parse(text)
  const own = definition!.workflow_type
  const secrets = new Map([
    ['THEIRS', { isSendable: true, workflows: ['Another'] }],
    ['OURS', { isSendable: true, workflows: ['Another', own] }],
  ])
  const found = checkReferences(definition!, { functions: new Set(), workflows: new Set(), secrets }, source)
  expect(found.map(({ code, step, path }) => `${code} ${step} ${path.join('.')}`)).toEqual([
    'SECRET_NOT_ALLOWED A steps.0.http_config.headers.k',
  ])
  expect(found[0]?.message).toBe(
    `The secret THEIRS is for other workflows. Add ${own} to it in the settings, under Secrets. A run that reaches A fails there.`,
  )
})

test('a step that starts its own workflow again is warned about, wherever it names it', () => {
  const self = parse(textOf('{ name: A, function: a.b }')).definition?.workflow_type
  const text = textOf(
    `{ name: A, type: SUB_WORKFLOW, sub_workflow_type: ${self} }`,
    `{ name: B, type: FIRE_AND_FORGET, workflow_type: ${self} }`,
    `{ name: D, type: PARALLEL, tasks: [{ name: t, sub_workflow_type: ${self} }] }`,
    `{ name: E, type: LOOP, mode: ITERATE, iterate_over: state.a, loop_body: [{ name: F, type: SUB_WORKFLOW, sub_workflow_type: ${self} }] }`,
  )
  const { definition, source } = parse(text)
  const known = { functions: new Set<string>(), workflows: new Set<string>([self!]) }
  const problems = checkReferences(definition!, known, source)
  expect(problems.map(({ code, severity, path }) => `${severity} ${code} ${path.join('.')}`)).toEqual([
    'warning WORKFLOW_STARTS_ITSELF steps.0.sub_workflow_type',
    'warning WORKFLOW_STARTS_ITSELF steps.1.workflow_type',
    'warning WORKFLOW_STARTS_ITSELF steps.2.tasks.0.sub_workflow_type',
    'warning WORKFLOW_STARTS_ITSELF steps.3.loop_body.0.sub_workflow_type',
  ])
  expect(problems[0]?.message).toBe(
    'A starts its own workflow. Make sure that this ends: the step fails after 50 nested runs.',
  )
})
