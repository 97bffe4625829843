import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import { splitDocuments } from '#core/definition/text/documents.ts'
import { readFile } from '../read-file.ts'

function read(text: string) {
  const file = readFile(text)
  const parsed = splitDocuments(file.text).map((one) => parse(one.text))
  const definitions = parsed.map(({ definition }) => definition as Definition)
  const problems = parsed.flatMap((one) => one.problems)
  return { ...file, definitions, problems, names: definitions.map(({ workflow_type: name }) => name) }
}
const imported = (name: string) => read(readFileSync(new URL(`../testing/cases/${name}`, import.meta.url), 'utf8'))
const argo = (spec: string, kind = 'Workflow', more = '') =>
  read(`apiVersion: argoproj.io/v1\nkind: ${kind}\nmetadata: { name: own }\nspec: ${spec}\n${more}`)

describe('files of Argo from public reports', () => {
  it('A1: every workflow of a file becomes one, and what is none is said', () => {
    expect(imported('argo-two-documents.yaml').names).toEqual(['first', 'second'])
    const { names, problems } = imported('argo-config-map-first.yaml')
    expect(names).toEqual(['second'])
    expect(problems.map(({ message }) => message)).toContain(
      'Document 1 (ConfigMap settings): Skipped: it is not a workflow.',
    )
  })

  it('A2, N13: of a library each template is a workflow, by the name that others call', () => {
    const library = imported('argo-template-library.yaml')
    expect(library.names).toEqual(['shared.say', 'shared.twice'])
    expect(library.definitions[0]?.steps).toMatchObject([{ function: 'argo.say', with: { what: '{{ input.what }}' } }])
    expect(imported('argo-calls-library.yaml').definitions[0]?.steps).toMatchObject([
      { sub_workflow_type: 'shared.say' },
    ])
    const { names, definitions } = argo(
      '{ entrypoint: a, templates: [{ name: a, steps: [[{ name: x, template: b }]] }, { name: b, container: {} }] }',
      'WorkflowTemplate',
    )
    expect(names).toEqual(['own', 'own.b', 'own.a'])
    expect(definitions[2]?.steps).toMatchObject([{ sub_workflow_type: 'own', input: '{{ input }}' }])
  })

  it('A2: a workflow that begins with a template of another file starts that', () => {
    const { definitions } = imported('argo-template-ref.yaml')
    expect(definitions[0]?.steps).toMatchObject([
      { sub_workflow_type: 'shared', input: { day: '{{ "day" in input ? input["day"] : "today" }}' } },
    ])
    expect(
      argo('{ entrypoint: b, workflowTemplateRef: { name: s }, arguments: { parameters: [{ name: x }] } }')
        .definitions[0]?.steps,
    ).toMatchObject([{ sub_workflow_type: 's.b', input: { x: '{{ "x" in input ? input["x"] : "" }}' } }])
  })

  it('A2: what cannot be converted says why', () => {
    const why = (spec: string, kind?: string) => argo(spec, kind).notes[0]?.message
    expect(why('{ templates: [{ name: a }] }')).toContain('has no entrypoint')
    expect(why('{ entrypoint: b, templates: [{ name: a }] }')).toContain('its entrypoint b')
    expect(why('{ entrypoint: b }', 'WorkflowTemplate')).toContain('no templates')
    expect(why('{ templates: [{ name: 1 }] }')).toContain('spec.templates.0.name')
  })

  it('A3: texts are numbers beside a number, and words beside true', () => {
    const { definitions, problems } = imported('argo-number-condition.yaml')
    expect(definitions[0]?.steps.map(({ when }) => when)).toEqual([
      'double(has(input.count) ? input.count : "5") > 3',
      '(has(input.loud) ? input.loud : "true") == "true"',
    ])
    expect(problems).toEqual([])
    const whens = [
      '{{inputs.parameters.a-b}}',
      '!{{inputs.parameters.c}} && (true)',
      '{{inputs.parameters.c}} < {{inputs.parameters.c}}',
      '{{item}} == a && {{item}} != 3',
      '{{nobody}} == 1',
    ]
    const parameters = '{ parameters: [{ name: a-b, default: 1 }, { name: c }] }'
    const tasks = whens.map((when, at) => `{ name: t${at}, template: b, when: ${JSON.stringify(when)} }`).join(', ')
    const { definitions: odd } = argo(
      `{ entrypoint: a, templates: [{ name: a, inputs: ${parameters}, dag: { tasks: [${tasks}] } }, { name: b, container: {} }] }`,
    )
    expect(odd[0]?.steps.map(({ when }) => when)).toEqual([
      '("a-b" in input ? input["a-b"] : "1") == "true"',
      '!(input.c == "true") && (true)',
      'double(input.c) < double(input.c)',
      'string(item) == "a" && double(item) != 3',
      '{{nobody}} == 1',
    ])
  })

  it('keeps what a container or a script does, with its inputs', () => {
    const { definitions } = imported('argo-inline.yaml')
    expect(definitions[0]?.steps).toMatchObject([
      { function: 'argo.a', with: { container: { command: ['echo', 'a'] } } },
      { type: 'WAIT', duration_seconds: 10 },
    ])
  })

  it('keeps the policies that it can, and says which it cannot', () => {
    const policies = (written: string) => {
      const { definitions, notes } = argo(`{ entrypoint: a, templates: [{ name: a, container: {}, ${written} }] }`)
      const { retry, timeout_seconds } = definitions[0]?.steps[0] ?? {}
      return [retry, timeout_seconds, notes.filter(({ message }) => message.startsWith('`')).length]
    }
    const backoff = 'backoff: { duration: 2m, factor: "3", cap: 1h, maxDuration: 2h }'
    const wait = { max_attempts: 3, initial_interval_seconds: 120, backoff: 3, max_interval_seconds: 3600 }
    expect(policies(`retryStrategy: { limit: 2, ${backoff} }, activeDeadlineSeconds: "30"`)).toEqual([wait, 30, 0])
    expect(policies('retryStrategy: {}, activeDeadlineSeconds: "{{x}}"')).toEqual([undefined, undefined, 2])
    expect(policies('retryStrategy: null, activeDeadlineSeconds: 0')).toEqual([undefined, undefined, 1])
    const odd = { max_attempts: 1, initial_interval_seconds: 0, backoff: 1 }
    expect(policies('retryStrategy: { limit: 0, backoff: { factor: x } }')).toEqual([odd, undefined, 0])
  })
})

it('makes a schedule a trigger, with its time zone', () => {
  const spec = '{ schedules: [0 3 * * *], timezone: Europe/Rome, workflowSpec: { workflowTemplateRef: { name: s } } }'
  const { notes, definitions } = argo(spec, 'CronWorkflow')
  expect(notes.filter(({ fate }) => fate === 'lost')).toEqual([])
  expect(definitions[0]?.triggers).toEqual([{ type: 'schedule', cron: '0 3 * * *', timezone: 'Europe/Rome' }])
})

it.each([
  ['Allow', 'allow', 0],
  ['Forbid', 'skip', 0],
  ['Replace', undefined, 1],
])('keeps what happens to a run that is still going: %s', (policy, overlap, lost) => {
  const spec = `{ schedule: 0 3 * * *, concurrencyPolicy: ${policy}, workflowSpec: { workflowTemplateRef: { name: s } } }`
  const { notes, definitions } = argo(spec, 'CronWorkflow')
  expect(definitions[0]?.triggers?.[0]).toMatchObject({ cron: '0 3 * * *', ...(overlap !== undefined && { overlap }) })
  expect(notes.filter(({ fate }) => fate === 'lost')).toHaveLength(lost)
})

it('says of a schedule that it has no time', () => {
  const { notes } = argo('{ workflowSpec: { workflowTemplateRef: { name: s } } }', 'CronWorkflow')
  const [first] = notes.filter(({ fate }) => fate === 'lost')
  expect(first?.message).toBe('The schedule has no time.')
})

it('describes parameters, and takes what a template says where a task gives nothing', () => {
  const parameters = '[{ name: day, description: Of the report, default: today }]'
  const task = '{ name: b, template: c, arguments: { parameters: null } }'
  const http =
    '{ url: "https://example.com/{{inputs.parameters.to}}", method: POST, body: "to {{inputs.parameters.to}}" }'
  const { definitions } = argo(
    `{ entrypoint: a, arguments: { parameters: ${parameters} }, templates: [{ name: a, dag: { tasks: [${task}, { name: d, template: e }] } }, { name: c, inputs: { parameters: [{ name: to, default: us }, { name: none }] }, http: ${http} }, { name: e, container: { image: x, ports: [80] } }] }`,
  )
  expect(definitions[0]?.input_schema).toMatchObject({
    properties: { day: { type: 'string', description: 'Of the report', default: 'today' } },
  })
  expect(definitions[0]?.steps).toMatchObject([
    { http_config: { url: 'https://example.com/us', body: 'to us' } },
    { function: 'argo.e', with: { container: { image: 'x', ports: [80] } } },
  ])
})
