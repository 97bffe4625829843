import { describe, expect, it } from 'vitest'
import type { Definition, Step } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import type { Json } from '#core/json.ts'
import type { ImportNote } from '../import-note.ts'
import { convertN8n } from './convert-n8n.ts'
import { isN8n } from './read-n8n.ts'

type Node = { readonly [key: string]: Json }
const node = (name: string, kind: string, parameters: Node = {}, more: Node = {}): Json => ({
  id: name,
  name,
  type: `n8n-nodes-base.${kind}`,
  typeVersion: 1,
  position: [0, 0],
  parameters,
  ...more,
})
/** `A>B`, `A:1>B` for the second output. */
const connect = (...edges: readonly string[]): Json => {
  const connections: Record<string, { main: { node: string; type: string; index: number }[][] }> = {}
  for (const edge of edges) {
    const [from = '', to = ''] = edge.split('>')
    const [name = '', output = '0'] = from.split(':')
    connections[name] ??= { main: [] }
    const { main } = connections[name]
    while (main.length <= Number(output)) main.push([])
    main[Number(output)]?.push({ node: to, type: 'main', index: 0 })
  }
  return connections
}
const start = node('Start', 'manualTrigger')
/** Any step. */
const act = (name: string) => node(name, 'set', { values: { number: [{ name: 'n', value: 1 }] } })

interface Result {
  readonly definition: Definition
  readonly notes: readonly ImportNote[]
  readonly problems: readonly string[]
  step(name: string): Step & { readonly [key: string]: unknown }
}

function convert(nodes: readonly Json[], connections: Json, name: Json = 'My flow (2)'): Result {
  const converted = convertN8n({ name, nodes, connections })
  if (!converted.ok) throw new Error(converted.message)
  const { definition, problems } = parse(converted.text)
  return {
    definition: definition as Definition,
    notes: converted.notes,
    problems: problems.map(({ code, step }) => `${step} ${code}`),
    step: (wanted) => definition?.steps.find((one) => one.name === wanted) as ReturnType<Result['step']>,
  }
}
const told = (notes: readonly ImportNote[]) => notes.map(({ fate, part }) => `${fate} ${part}`)

describe('a workflow of n8n', () => {
  it('is known by what it looks like', () => {
    expect(isN8n({ nodes: [], connections: {} })).toBe(true)
    expect([{ steps: [] }, null, 'nodes'].map(isN8n)).toEqual([false, false, false])
    expect(convertN8n({ nodes: [{}], connections: {} })).toMatchObject({ ok: false })
  })

  it('becomes steps under their own names, each once, that lead where they led', () => {
    const { definition, notes, problems } = convert(
      [start, act('Fetch it!'), act('Fetch it?'), act('1'), act('END')],
      connect('Start>Fetch it!', 'Fetch it!>Fetch it?', 'Fetch it?>1', 'Fetch it?>END'),
    )
    expect(definition.workflow_type).toBe('My_flow_2')
    expect(definition.steps.map(({ name, next }) => [name, next])).toEqual([
      ['Fetch_it', ['Fetch_it_2']],
      ['Fetch_it_2', ['Step_1', 'END_2']],
      ['Step_1', ['END']],
      ['END_2', ['END']],
    ])
    expect(told(notes)).toContain('understood Start')
    expect(problems).toEqual([])
  })

  it('has a name, whatever it was called', () => {
    expect(convert([], {}, '!!').definition.workflow_type).toBe('Imported')
    expect(convertN8n({ nodes: [], connections: {} })).toMatchObject({ name: 'Imported' })
  })

  it('begins where it began; what nothing leads to, and notes, are left out and said to be lost', () => {
    const nodes = [act('A'), act('B'), node('Memo', 'stickyNote')]
    const { definition, notes } = convert([start, ...nodes], connect('Start>A', 'Start>Gone'))
    expect(definition.steps.map(({ name }) => name)).toEqual(['A'])
    expect(told(notes)).toEqual(['understood Start', 'lost Memo', 'lost B', 'understood A'])
    const alone = convert(nodes, connect('A>B'))
    expect(alone.definition.steps.map(({ name }) => name)).toEqual(['A', 'B'])
  })

  it('has outputs that lead nowhere, and ways that are none of data', () => {
    const connections = { Start: { main: [null, [{ node: 'A', type: 'main' }]] }, A: { ai_tool: [[{ node: 'B' }]] } }
    const { definition } = convert([start, act('A'), act('B')], connections)
    expect(definition.steps.map(({ name }) => name)).toEqual(['A'])
  })

  it('says how it is started from now on', () => {
    const { notes } = convert([node('Hook', 'webhook'), node('Nightly', 'scheduleTrigger'), start], {})
    expect(told(notes)).toEqual(['changed Hook', 'lost Nightly', 'understood Start'])
  })

  it('goes straight through what does nothing, and waits where branches join', () => {
    const { definition, notes } = convert(
      [start, act('A'), act('B'), node('Join', 'merge'), node('Rest', 'noOp'), act('C')],
      connect('Start>A', 'Start>B', 'A>Join', 'B>Join', 'Join>Rest', 'Rest>C', 'Rest>Join'),
    )
    expect(definition.steps.map(({ name, next, dependencies }) => [name, next, dependencies])).toEqual([
      ['A', ['C'], []],
      ['B', ['C'], []],
      ['C', ['END'], undefined],
    ])
    expect(told(notes)).toContain('changed Join')
    expect(told(notes)).toContain('understood Rest')
  })
})

describe('expressions of n8n', () => {
  const meaningOf = (value: Json, nodes: readonly Json[] = [], edges: readonly string[] = ['Start>Set']) => {
    const set = node('Set', 'set', { assignments: { assignments: [{ name: 'x', value }] } })
    const { step, notes } = convert([start, set, ...nodes], connect(...edges))
    const kept = notes.some(({ fate, part }) => fate === 'kept' && part === 'Set')
    return [(step('Set').set as Record<string, string>).x, kept]
  }

  it.each([
    ['plain', '"plain"'],
    [3, '3'],
    ['={{ $json.a }}', 'input.a'],
    ['={{ $json["a b"].c[0] }}', 'input["a b"].c[0]'],
    ['={{ $input.item.json.a?.b }}', 'input.a.b'],
    ["={{ $('Start').item.json.a }}", 'input.a'],
    ["={{ $node[\"Start\"].json.a === 3 && !($json.b !== 'it\\'s') }}", 'input.a == 3 && !(input.b != "it\'s")'],
    ['={{ $json.a > 1 ? "x" : null }}', 'input.a > 1 ? "x" : null'],
    ['={{ $execution.id }} of {{ $workflow.name }}', 'string(run.id) + " of " + string(run.workflow)'],
    ['=text', '"text"'],
    ['=', '""'],
  ])('%j is %s', (written, meant) => {
    expect(meaningOf(written)).toEqual([meant, false])
  })

  it.each([
    '={{ $json.a.toUpperCase() }}',
    '={{ $now }}',
    '={{ $("Nobody").item.json.a }}',
    '={{ }}',
    '={{ $itemIndex }}',
  ])('%s is not certain, and stays', (written) => {
    expect(meaningOf(written)[1]).toBe(true)
  })

  it('mean the step before, through what hands on', () => {
    const nodes = [node('Get', 'httpRequest'), node('Check', 'if'), node('Wait', 'wait')]
    const edges = ['Start>Get', 'Get>Check', 'Check>Wait', 'Wait>Set']
    expect(meaningOf('={{ $json.a }}', nodes, edges)).toEqual(['steps.Get.output.a', false])
    expect(meaningOf('={{ $("Check").first().json.a }}', nodes, edges)).toEqual(['steps.Get.output.a', false])
  })

  it('mean nothing certain where several steps lead, or the step is left out', () => {
    const nodes = [act('A'), act('B'), act('Far')]
    expect(meaningOf('={{ $json.n }}', nodes, ['Start>A', 'Start>B', 'A>Set', 'B>Set'])[1]).toBe(true)
    expect(meaningOf('={{ $json.a }}', nodes, ['Start>A', 'Start>B', 'A>Set', 'B>Set'])[0]).toBe('input.a')
    expect(meaningOf('={{ $("Far").item.json.a }}', nodes)[1]).toBe(true)
    const round = [node('N1', 'noOp'), node('N2', 'noOp')]
    expect(meaningOf('={{ $("N1").item.json.a }}', round, ['Start>Set', 'N1>N2', 'N2>N1'])[1]).toBe(true)
  })

  it('mean nothing certain where nothing came before', () => {
    const set = node('Set', 'set', { assignments: { assignments: [{ name: 'x', value: '={{ $json.a }}' }] } })
    expect(told(convert([set], {}).notes)).toEqual(['understood Set', 'kept Set'])
  })

  it('know which fields a Set gives, and what it hands on', () => {
    const fields = [{ name: 'own', value: 1 }]
    const given = (parameters: Node) => [node('Before', 'set', parameters)]
    const edges = ['Start>Before', 'Before>Set']
    expect(meaningOf('={{ $json.own }}', given({ assignments: { assignments: fields } }), edges)[0]).toBe(
      'steps.Before.output.own',
    )
    expect(meaningOf('={{ $json }}', given({ values: { number: fields } }), edges)[0]).toBe('steps.Before.output')
    expect(meaningOf('={{ $json.a }}', given({ values: { number: fields } }), edges)[0]).toBe('input.a')
    expect(meaningOf('={{ $json.a }}', given({ keepOnlySet: true, values: { number: fields } }), edges)[1]).toBe(true)
    expect(meaningOf('={{ $json.a }}', given({ assignments: { assignments: fields } }), edges)[1]).toBe(true)
    const others = { assignments: { assignments: fields }, includeOtherFields: true }
    expect(meaningOf('={{ $json.a }}', given(others), edges)[0]).toBe('input.a')
    expect(meaningOf('={{ $json.a }}', given({ assignments: {} }), edges)[0]).toBe('input.a')
    expect(meaningOf('={{ $json.a }}', given({ values: 'none' }), edges)[0]).toBe('input.a')
    expect(meaningOf('={{ $json.a }}', given({ jsonOutput: '{"a": [1]}' }), edges)[0]).toBe('steps.Before.output.a')
  })

  it('of a webhook mean the input of the run by its body', () => {
    const hook = [node('Hook', 'webhook')]
    const edges = ['Hook>Set']
    expect(meaningOf('={{ $json.body.a }}', hook, edges)[0]).toBe('input.a')
    expect(meaningOf('={{ $json.query.a }}', hook, edges)[0]).toBe('input.a')
    expect(meaningOf('={{ $json.headers.a }}', hook, edges)[1]).toBe(true)
  })
})

describe('a node of n8n', () => {
  const one = (kind: string, parameters: Node = {}, more: Node = {}, edges: readonly string[] = []) => {
    const result = convert(
      [start, node('Do', kind, parameters, more), act('Next'), act('Other')],
      connect('Start>Do', ...edges),
    )
    return { ...result, done: result.step('Do'), said: result.notes.filter(({ part }) => part === 'Do') }
  }

  it('that asks for a page is an HTTP step', () => {
    const { done, problems } = one('httpRequest', {
      method: 'POST',
      url: '=https://example.com/{{ $json.id }}',
      sendQuery: true,
      queryParameters: { parameters: [{ name: 'q', value: 'a {{ b' }, { name: 'empty' }] },
      sendHeaders: true,
      headerParameters: { parameters: [{ name: 'X-A', value: '1' }] },
      sendBody: true,
      bodyParameters: { parameters: [{ name: 'n', value: '={{ $json.n }}' }] },
      options: { timeout: 2500 },
    })
    expect(done).toMatchObject({
      type: 'HTTP',
      http_config: {
        method: 'POST',
        url: 'https://example.com/{{ input.id }}',
        query: { q: 'a {{"{{"}} b', empty: '' },
        headers: { 'X-A': '1' },
        body: { n: '{{ input.n }}' },
        timeout: 2.5,
      },
    })
    expect(problems.filter((problem) => problem.startsWith('Do'))).toEqual([])
  })

  it.each([
    ['{"a": [1, {"b": null}]}', { a: [1, { b: null }] }],
    ['{ broken', '{ broken'],
    ['={{ $json.all }}', '{{ input.all }}'],
  ])('sends the JSON body %s', (jsonBody, body) => {
    const { done } = one('httpRequest', { url: 'https://example.com', sendBody: true, specifyBody: 'json', jsonBody })
    expect(done.http_config).toMatchObject({ method: 'GET', body })
    expect(one('httpRequest', { requestMethod: 'PUT', sendQuery: true }).done.http_config).toMatchObject({
      method: 'PUT',
      url: '',
      query: {},
    })
  })

  it('with code is a script on one item', () => {
    const { done, said } = one('code', { jsCode: 'return [{ json: { n: $json.n + 1 } }]\n' })
    expect(done.code).toContain('const $json = input\n')
    expect(done.code).toContain('  return [{ json: { n: $json.n + 1 } }]\n\n}')
    expect(said).toMatchObject([{ fate: 'changed' }])
    expect(one('function', { functionCode: 'return items' }).done.code).toContain('  return items\n')
    expect(one('code', { language: 'python', pythonCode: 'a\nb' })).toMatchObject({
      done: { code: expect.stringContaining('// a\n// b\nthrow') },
      said: [{ fate: 'lost' }],
    })
    expect(one('code').done.code).toContain('throw')
    const nodes = [start, act('A'), act('B'), node('Do', 'code', { jsCode: '' })]
    const joined = convert(nodes, connect('Start>A', 'Start>B', 'A>Do', 'B>Do'))
    expect(joined.step('Do').code).toContain('const $json = state\n')
  })

  it('that sets JSON sets its fields, unless expressions make it up', () => {
    expect(one('set', { jsonOutput: '{"a": [1], "b": "x"}' }).done).toMatchObject({ set: { a: '[1]', b: '"x"' } })
    expect(one('set', { jsonOutput: '={ {{ $json.a }} }' }).done).toMatchObject({ function: 'n8n.set' })
  })

  it('that waits is a timer or a signal', () => {
    expect(one('wait', { amount: 5, unit: 'minutes' }).done).toMatchObject({ type: 'WAIT', duration_seconds: 300 })
    expect(one('wait').done).toMatchObject({ duration_seconds: 3600 })
    expect(one('wait', { amount: 5, unit: 'moons' }).done).toMatchObject({ duration_seconds: 5 })
    expect(one('wait', { amount: '={{ $json.s }}', unit: 'seconds' }).done).toMatchObject({
      duration_seconds: 'input.s',
    })
    expect(one('wait', { resume: 'specificTime', dateTime: '2030-01-01T00:00:00Z' }).done).toMatchObject({
      until: '2030-01-01T00:00:00Z',
    })
    expect(one('wait', { resume: 'specificTime' }).done.type).toBe('WAIT')
    expect(one('wait', { resume: 'webhook' })).toMatchObject({
      done: { type: 'SIGNAL', signal: 'do' },
      said: [{ fate: 'changed' }],
    })
  })

  it('that starts another workflow starts a child', () => {
    expect(one('executeWorkflow', { workflowId: { value: '7', cachedResultName: 'Send mail' } }).done).toMatchObject({
      type: 'SUB_WORKFLOW',
      sub_workflow_type: 'Send_mail',
      input: '{{ input }}',
    })
    expect(one('executeWorkflow', { workflowId: { value: 'b7' } }).done).toMatchObject({ sub_workflow_type: 'b7' })
    const nodes = [start, act('A'), act('B'), node('Do', 'executeWorkflow')]
    const joined = convert(nodes, connect('Start>A', 'Start>B', 'A>Do', 'B>Do'))
    expect(joined.step('Do')).toMatchObject({ sub_workflow_type: 'Workflow' })
    expect(joined.step('Do')).not.toHaveProperty('input')
  })

  it('that stops fails the run', () => {
    expect(one('stopAndError', { errorMessage: 'No "way"' }).done.code).toBe('throw new Error("No \\"way\\"")\n')
    expect(one('stopAndError', { errorMessage: '={{ $json.a.b() }}' }).done.code).toContain('"$json.a.b()"')
    expect(one('stopAndError').done.code).toContain('Stopped')
  })

  it('that is not known calls a function still to be written, with what it was set to', () => {
    const { done, said } = one(
      'googleSheets',
      { sheet: 'A', row: '={{ $json.row }}' },
      { credentials: { google: { id: '1', name: 'secret' } } },
    )
    expect(done).toMatchObject({ function: 'n8n.google_sheets', with: { sheet: 'A', row: '{{ input.row }}' } })
    expect(said).toMatchObject([{ fate: 'lost' }, { fate: 'lost', message: expect.stringContaining('credentials') }])
    expect(JSON.stringify(done)).not.toContain('secret')
    expect(one('slack', { at: '={{ $now }}' })).toMatchObject({
      done: { with: { at: '{{ $now }}' } },
      said: [{}, { fate: 'kept' }],
    })
    expect(one('mystery').done).not.toHaveProperty('with')
    expect(one('constructor').done).toMatchObject({ function: 'n8n.constructor' })
  })

  it('keeps its description, its retries, and whether it is switched off or may fail', () => {
    const more = { notes: 'Why', disabled: true, retryOnFail: true, maxTries: 5, waitBetweenTries: 2000 }
    expect(one('mystery', {}, more).done).toMatchObject({
      description: 'Why',
      when: 'false',
      retry: { max_attempts: 5, initial_interval_seconds: 2 },
    })
    expect(one('mystery', {}, { retryOnFail: true, notes: '' }).done).toMatchObject({
      retry: { max_attempts: 3, initial_interval_seconds: 1 },
    })
    expect(one('mystery', {}, { continueOnFail: true }).done).toMatchObject({ on_error: 'ignore' })
    expect(one('mystery', {}, { onError: 'continueRegularOutput' }).done).toMatchObject({ on_error: 'ignore' })
    const failing = one('mystery', {}, { onError: 'continueErrorOutput' }, ['Do>Next', 'Do:1>Other'])
    expect(failing.done).toMatchObject({ next: ['Next'], on_failure: { target_step: 'Other' } })
    expect(one('mystery', {}, { onError: 'continueErrorOutput' }, ['Do>Next']).done).not.toHaveProperty('on_failure')
  })
})

describe('a node of n8n that chooses', () => {
  const decide = (kind: string, parameters: Node, ...edges: readonly string[]) => {
    const others = ['Yes', 'No', 'Also'].map(act)
    const result = convert([start, node('Do', kind, parameters), ...others], connect('Start>Do', ...edges))
    return { ...result, routes: result.step('Do').routes as readonly { condition?: string; target: string }[] }
  }
  const test = (leftValue: Json, operation: string, rightValue: Json = '') => ({
    leftValue,
    rightValue,
    operator: { type: 'string', operation },
  })
  const condition = (...conditions: readonly Json[]) => ({ conditions: { combinator: 'and', conditions } })

  it('by If has two ways', () => {
    const { routes } = decide(
      'if',
      condition(test('={{ $json.a }}', 'gt', 3), test('={{ $json.b }}', 'exists')),
      'Do>Yes',
      'Do:1>No',
    )
    expect(routes).toEqual([{ condition: 'input.a > 3 && has(input.b)', target: 'Yes' }, { target: 'No' }])
  })

  it('may lead nowhere, or to several steps at once', () => {
    const { routes, step } = decide('if', condition(test('={{ $json }}', 'notExists')), 'Do>Yes', 'Do>Also')
    expect(routes).toEqual([{ condition: 'input == null', target: 'Do_0' }, { target: 'END' }])
    expect(step('Do_0')).toMatchObject({ type: 'TRANSFORM', next: ['Yes', 'Also'] })
  })

  it('by the first If and with other words for it', () => {
    const conditions = { string: [{ value1: 'a', operation: 'contains', value2: 'b' }, {}], number: 'none' }
    const { routes } = decide('if', { conditions, combineOperation: 'any' }, 'Do>Yes')
    expect(routes[0]?.condition).toBe('"a".contains("b") || "" == ""')
    expect(decide('if', {}).routes).toEqual([{ condition: 'true', target: 'END' }, { target: 'END' }])
    expect(decide('if', condition(3, { operator: 3 })).routes[0]?.condition).toBe('"" == "" && "" == ""')
  })

  it.each([
    ['equal', 'input.a == "b"'],
    ['equals', 'input.a == "b"'],
    ['notEqual', 'input.a != "b"'],
    ['notEquals', 'input.a != "b"'],
    ['notContains', '!input.a.contains("b")'],
    ['startsWith', 'input.a.startsWith("b")'],
    ['notStartsWith', '!input.a.startsWith("b")'],
    ['endsWith', 'input.a.endsWith("b")'],
    ['notEndsWith', '!input.a.endsWith("b")'],
    ['regex', 'input.a.matches("b")'],
    ['notRegex', '!input.a.matches("b")'],
    ['larger', 'input.a > "b"'],
    ['gte', 'input.a >= "b"'],
    ['largerEqual', 'input.a >= "b"'],
    ['lt', 'input.a < "b"'],
    ['smaller', 'input.a < "b"'],
    ['lte', 'input.a <= "b"'],
    ['smallerEqual', 'input.a <= "b"'],
    ['true', 'input.a == true'],
    ['false', 'input.a == false'],
    ['empty', 'size(input.a) == 0'],
    ['isEmpty', 'size(input.a) == 0'],
    ['notEmpty', 'size(input.a) > 0'],
    ['isNotEmpty', 'size(input.a) > 0'],
    ['notExists', '!has(input.a)'],
  ])('compares by %s', (operation, meant) => {
    expect(decide('if', condition(test('={{ $json.a }}', operation, 'b'))).routes[0]?.condition).toBe(meant)
  })

  it('in a way that is not known, says so', () => {
    expect(decide('if', condition(test('={{ $json }}', 'exists'))).routes[0]?.condition).toBe('input != null')
    const { notes, problems } = decide('if', condition(test('={{ $json.a }}', 'isMoonlit', 'b')))
    expect(notes.some(({ fate }) => fate === 'kept')).toBe(true)
    expect(problems).toContain('Do EXPRESSION_INVALID')
  })

  it('by Filter goes on or ends', () => {
    const { routes } = decide('filter', condition(test('={{ $json.a }}', 'true')), 'Do>Yes')
    expect(routes).toEqual([{ condition: 'input.a == true', target: 'Yes' }, { target: 'END' }])
  })

  it('by Switch has many', () => {
    const values = [condition(test('={{ $json.a }}', 'equals', 'x')), condition(test('={{ $json.a }}', 'equals', 'y'))]
    const present = decide(
      'switch',
      { rules: { values }, options: { fallbackOutput: 'extra' } },
      'Do>Yes',
      'Do:1>No',
      'Do:2>Also',
    )
    expect(present.routes.map(({ target }) => target)).toEqual(['Yes', 'No', 'Also'])
    const rules = { rules: [{ value2: 'x', output: 1 }, { operation: 'equal' }] }
    const first = decide('switch', { value1: '={{ $json.a }}', rules, fallbackOutput: 0 }, 'Do>Yes', 'Do:1>No')
    expect(first.routes).toEqual([
      { condition: 'input.a == "x"', target: 'No' },
      { condition: 'input.a == ""', target: 'No' },
      { target: 'Yes' },
    ])
    expect(decide('switch', {}).routes).toEqual([{ target: 'END' }])
    expect(decide('switch', { rules: { values: 3 } }).routes).toEqual([{ target: 'END' }])
    expect(decide('switch', { rules: 3, fallbackOutput: -1 }).routes).toEqual([{ target: 'END' }])
  })
})
