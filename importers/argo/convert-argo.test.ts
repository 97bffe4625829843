import { describe, expect, it } from 'vitest'
import type { Definition, Step } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import { splitDocuments } from '#core/definition/text/documents.ts'
import { readYaml } from '#core/definition/text/read-yaml.ts'
import type { Json } from '#core/json.ts'
import { readFile } from '../read-file.ts'
import { convertArgo } from './convert-argo.ts'
import { isArgo } from './read-argo.ts'

type AnyStep = Step & { readonly [key: string]: unknown }

function convert(text: string) {
  const converted = convertArgo(readYaml(text).value as Json)
  if (!converted.ok) throw new Error(converted.message)
  const definitions = splitDocuments(converted.text).map(({ text: one }) => parse(one).definition as Definition)
  const steps = definitions.flatMap((definition) => definition.steps) as unknown as readonly AnyStep[]
  const step = (name: string) => steps.find((one) => one.name === name)
  return { ...converted, definitions, steps, step }
}

const flow = `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: { generateName: orders- }
spec:
  entrypoint: main
  serviceAccountName: robot
  arguments: { parameters: [{ name: shop, value: north }, { name: day }] }
  templates:
    - name: main
      dag:
        tasks:
          - name: fetch-orders
            template: fetch
            arguments: { parameters: [{ name: shop, value: "{{workflow.parameters.shop}} {{ odd thing }}" }, { name: none }] }
          - { name: pack, template: pack-all, dependencies: [fetch-orders], arguments: { parameters: [{ name: list, value: "{{tasks.fetch-orders.outputs.result}}" }] } }
          - { name: tell, template: notify, depends: "fetch-orders.Succeeded && (pack || gone)", arguments: { parameters: [{ name: x, value: "{{tasks.pack.outputs.result}}" }] }, when: "{{tasks.pack.outputs.parameters.count}} > 3 && '{{workflow.name}}' != none" }
          - { name: later, templateRef: { name: shared, template: tidy }, depends: "pack && tell" }
    - name: pack-all
      inputs: { parameters: [{ name: list }, { name: size, default: 4 }] }
      steps:
        - - { name: wait, template: pause }
          - { name: ask, template: approve, continueOn: { failed: true } }
        - - { name: box, template: fetch, withItems: [a, { b: 1 }], arguments: { parameters: [{ name: what, value: "{{item.b}} {{item}}" }] } }
          - { name: ship, template: fetch, withParam: "{{inputs.parameters.list}}", when: "{{nobody.knows}} ; x" }
        - []
        - - { name: pack, template: gone, when: "true" }
    - { name: fetch, container: { image: busybox }, retryStrategy: { limit: "2" }, activeDeadlineSeconds: 30 }
    - { name: notify, http: { url: "https://example.com/{{inputs.parameters.x}}/{{ inputs.parameters.y }}", method: POST, body: { a: [1, "{{inputs.parameters.x}}"] } } }
    - { name: pause, suspend: { duration: 5m } }
    - { name: approve, suspend: }
`

describe('a workflow of tasks', () => {
  const { name, definitions, steps, step, notes } = convert(flow)
  const fates = (part: string) => notes.filter((note) => note.part === part).map(({ fate }) => fate)

  it('becomes a workflow, and one more for each template that is made of tasks', () => {
    expect(name).toBe('orders')
    expect(definitions.map((one) => one.workflow_type)).toEqual(['orders', 'orders.pack-all'])
    expect(definitions.map((one) => one.input_schema?.properties)).toEqual([
      { shop: { type: 'string', default: 'north' }, day: { type: 'string' } },
      { list: { type: 'string' }, size: { type: 'string', default: '4' } },
    ])
    expect(fates('The specification')).toEqual(['lost'])
  })

  it('keeps what waits for what', () => {
    expect(steps.map((one) => [one.name, one.dependencies])).toEqual([
      ['fetch-orders', []],
      ['pack', ['fetch-orders']],
      ['tell', ['fetch-orders', 'pack']],
      ['later', ['pack', 'tell']],
      ['wait', []],
      ['ask', []],
      ['box', ['wait', 'ask']],
      ['ship', ['wait', 'ask']],
      ['pack_2', []],
    ])
    expect(fates('tell')).toEqual(['understood', 'changed'])
  })

  it('calls functions for containers, with the arguments in our words', () => {
    expect(step('fetch-orders')).toMatchObject({
      function: 'argo.fetch',
      with: {
        shop: '{{ has(input.shop) ? input.shop : "north" }} {{ odd thing }}',
        none: '',
        container: { image: 'busybox' },
      },
      retry: { max_attempts: 3, initial_interval_seconds: 0, backoff: 1 },
      timeout_seconds: 30,
    })
    expect(fates('fetch-orders')).toEqual(['lost', 'kept'])
    expect(step('pack')).toMatchObject({
      sub_workflow_type: 'orders.pack-all',
      input: { list: '{{ steps["fetch-orders"].output }}' },
    })
    expect(step('later')).toMatchObject({ sub_workflow_type: 'shared.tidy' })
    expect(step('pack_2')).toMatchObject({ function: 'argo.gone', when: 'true' })
  })

  it('translates conditions, and keeps those whose meaning is not certain', () => {
    expect(step('tell')).toMatchObject({ when: 'double(steps.pack.output.count) > 3 && run.id != "none"' })
    expect(step('ship')).toMatchObject({ when: '{{nobody.knows}} ; x' })
    expect(fates('ship')).toEqual(['lost', 'kept', 'changed'])
  })

  it('asks, waits, and does items one after the other', () => {
    expect(step('tell')).toMatchObject({
      type: 'HTTP',
      http_config: {
        url: 'https://example.com/{{ steps.pack.output }}/{{ input.y }}',
        method: 'POST',
        body: { a: [1, '{{ input.x }}'] },
      },
    })
    expect(step('wait')).toMatchObject({ type: 'WAIT', duration_seconds: 300 })
    expect(step('ask')).toMatchObject({ type: 'SIGNAL', signal: 'ask', on_error: 'ignore' })
    expect(step('box')).toMatchObject({
      type: 'LOOP',
      iterate_over: '["a",{"b":1}]',
      loop_body: [{ name: 'box_item', with: { what: '{{ item.b }} {{ item }}' } }],
    })
    expect(step('ship')).toMatchObject({ type: 'LOOP', iterate_over: 'input.list' })
  })
})

describe('what is odd', () => {
  const argo = (spec: string, kind = 'Workflow') =>
    convert(`apiVersion: argoproj.io/v1\nkind: ${kind}\nspec: ${spec}\n`)

  it('a workflow of one template, by the clock, is one step', () => {
    const spec =
      '{ schedule: x, workflowSpec: { entrypoint: a, templates: [{ name: a, script: {}, http: { url: x } }] } }'
    const { name, steps, notes } = argo(spec, 'CronWorkflow')
    expect(name).toBe('Imported')
    expect(steps).toMatchObject([{ name: 'a', type: 'HTTP', http_config: { method: 'GET' } }])
    expect(notes.map(({ part, fate }) => [part, fate])).toContainEqual(['The schedule', 'lost'])
  })

  it('a request keeps its headers and its time, and says what it does not keep', () => {
    const header = (name: string, rest: string) => `{ name: ${name}, ${rest} }`
    const headers = [
      header('Authorization', 'value: "Bearer {{inputs.parameters.key}}"'),
      header('X', 'valueFrom: { secretKeyRef: { name: a, key: b } }'),
    ]
    const http = `{ url: x, timeoutSeconds: 20, successCondition: response.statusCode == 200, headers: [${headers.join(', ')}] }`
    const task = '{ name: b, template: c, arguments: { parameters: [{ name: key, value: k }] } }'
    const spec = `{ entrypoint: a, templates: [{ name: a, dag: { tasks: [${task}] } }, { name: c, http: ${http} }] }`
    const { step, notes } = argo(spec)
    expect(step('b')?.http_config).toEqual({
      url: 'x',
      method: 'GET',
      headers: { Authorization: 'Bearer k' },
      timeout: 20,
    })
    expect(notes.map(({ fate, message }) => [fate, message])).toEqual([
      ['understood', 'Converted to one request.'],
      ['lost', '`successCondition`: not supported in Heddle.'],
      ['lost', 'Headers from secrets are not imported. Create secrets and use {{ secrets.NAME }}.'],
    ])
  })

  it('parameters of the workflow are known where it begins, and to no other template', () => {
    const task = (name: string, template: string) =>
      `{ name: ${name}, template: ${template}, arguments: { parameters: [{ name: p, value: "{{workflow.parameters.x}}" }] } }`
    const { step, notes } = argo(
      `{ entrypoint: a, arguments: { parameters: [{ name: x }] }, templates: [{ name: a, dag: { tasks: [${task('b', 'c')}] } }, { name: c, dag: { tasks: [${task('d', 'e')}] } }] }`,
    )
    expect(step('b')?.input).toEqual({ p: '{{ input.x }}' })
    expect(step('d')?.with).toEqual({ p: '{{ workflow.parameters.x }}' })
    expect(notes.filter(({ fate }) => fate === 'kept').map(({ part }) => part)).toEqual(['d'])
  })

  it('what nothing is made of is said of each task', () => {
    const tasks = '[{ name: b, withSequence: { count: "3" } }, { name: c, hooks: {}, onExit: x }]'
    const { notes } = argo(`{ entrypoint: a, templates: [{ name: a, dag: { tasks: ${tasks} } }] }`)
    const lost = (part: string) =>
      notes.flatMap((note) => (note.part === part && note.fate === 'lost' ? [note.message] : []))
    expect(lost('b')).toContain('`withSequence` was not converted: it runs once. Use a LOOP.')
    expect(lost('c')).toContain('Not imported: `hooks`, `onExit`.')
  })

  it('words of other templates and outputs that are files stay as they are', () => {
    const odd = [
      'tasks.gone.outputs.result',
      'tasks.b.status',
      'tasks.b.outputs.artifacts.x',
      'workflow.status',
      'inputs.x',
      'x',
    ]
    const parameters = odd.map((one, index) => `{ name: p${index}, value: "{{${one}}}" }`).join(', ')
    const { steps } = argo(
      `{ entrypoint: a, templates: [{ name: a, dag: { tasks: [{ name: b }, { name: c, arguments: { parameters: [${parameters}] }, when: '"x y" == {{tasks.gone.x}}' }, { name: d, when: '"x y" == z.1 && 1 < 2' }, { name: e, when: 'x ; y' }] } }] }`,
    )
    expect(Object.values(steps[1]?.with as object)).toEqual(odd.map((one) => `{{ ${one} }}`))
    expect(steps[1]).toMatchObject({ when: '"x y" == {{tasks.gone.x}}' })
    expect(steps[2]).toMatchObject({ function: 'argo.d', when: '"x y" == "z.1" && 1 < 2' })
    expect(steps[3]).toMatchObject({ when: 'x ; y' })
  })

  it('it is known by what it looks like, and refused in words where it cannot be read (ASVS 5.2.2)', () => {
    const kinds = ['Workflow', 'WorkflowTemplate', 'CronWorkflow', 'Sensor']
    expect(kinds.map((kind) => isArgo({ apiVersion: 'argoproj.io/v1alpha1', kind }))).toEqual([true, true, true, false])
    expect([null, { kind: 'Workflow' }].map(isArgo)).toEqual([false, false])
    for (const spec of ['1', '{ entrypoint: a, templates: [] }']) {
      const read = readFile(`apiVersion: argoproj.io/v1\nkind: Workflow\nspec: ${spec}\n`)
      expect(read).toMatchObject({ from: 'argo', notes: [{ fate: 'lost' }] })
    }
  })
})
