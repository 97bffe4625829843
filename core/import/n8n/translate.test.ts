import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#core/json.ts'
import { act, connect, convert, node, start, told } from './testing/flows.ts'

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
    ["={{ $('Start').item.json.a }}", 'input.a'],
    ["={{ $node[\"Start\"].json.a === 3 && !($json.b !== 'it\\'s') }}", 'input.a == 3 && !(input.b != "it\'s")'],
    ['={{ $json.a > 1 ? "x" : null }}', 'input.a > 1 ? "x" : null'],
    ['={{ $execution.id }} of {{ $workflow.name }}', 'string(run.id) + " of " + string(run.workflow)'],
    [
      '={{ -$json.a > 1 || $json.b[[0, 1][0]] == 2 ? (($json.c == 1 ? true : false) ? 1 : 2) : 3 }}',
      '-input.a > 1 || input.b[[0, 1][0]] == 2 ? ((input.c == 1 ? true : false) ? 1 : 2) : 3',
    ],
    ['={{ (true && $json.a == 1) || !(false) }}', '(true && input.a == 1) || !(false)'],
    ['={{ "a" + $json.a }}x', 'string("a" + input.a) + "x"'],
    ['=text', '"text"'],
    ['=', '""'],
  ])('%j is %s', (written, meant) => {
    expect(meaningOf(written)).toEqual([meant, false])
  })

  it.each([
    '={{ $json.a.toUpperCase() }}',
    '={{ $now }}',
    '={{ $input.item.json.a?.b }}',
    '={{ $json.name || $json.email }}',
    '={{ $json.a + 1 && true }}',
    '={{ !$json.a }}',
    '={{ $json.a ? 1 : 2 }}',
    '={{ ($json.a == 1 ? $json.b : true) ? 1 : 2 }}',
    '={{ [$json.a || 1][0] }}',
    '={{ $json.a == }}',
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
    const given = (parameters: JsonObject) => [node('Before', 'set', parameters)]
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
