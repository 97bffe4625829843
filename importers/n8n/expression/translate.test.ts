import { describe, expect, it } from 'vitest'
import { evaluate } from '#core/expression/evaluate/evaluate.ts'
import { parseOnce } from '#core/expression/parse/parse-once.ts'
import type { Json, JsonObject } from '#core/json.ts'
import { act, connect, convert, node, reported, start } from '../testing/flows.ts'

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
    ['={{ $json?.a?.["b"] }}', 'input.a.b'],
    ["={{ $('Start').item.json.a }}", 'input.a'],
    ['={{ $input.item.json.a?.b }}', 'input.a.b'],
    ['={{ $execution.id }} of {{ $workflow.name }}', 'run.id + " of " + run.workflow'],
    ['={{ "a" + $json.a }}x', '("a" + string(input.a)) + "x"'],
    ["={{ 'Order ' + $json.number }}", '"Order " + string(input.number)'],
    ['={{ $json.a + $json.b + "c" }}', 'string(input.a + input.b) + "c"'],
    ['={{ `Order \u0024{$json.a} of\n\u0024{1 + 1}` }}', '"Order " + string(input.a) + " of\\n" + string(1 + 1) + ""'],
    ['={{ 5 / 2 }}', 'double(5) / 2'],
    ['={{ -(1 + 2) / 2 * 3 }}', 'double(-(1 + 2)) / 2 * 3'],
    ['={{ $json.count / 2 }}', 'input.count / 2'],
    ['={{ 2.0 / 4 }}', '2.0 / 4'],
    ['={{ $json.a - ($json.b - 1) }}', 'input.a - (input.b - 1)'],
    ['={{ { sum: $json.s, "b c": [1, null] } }}', '{"sum": input.s, "b c": [1, null]}'],
    ['={{ $json.list[[0, 1][0]] }}', 'input.list[[0, 1][0]]'],
    ['={{ "it\\u0027s \\x41\\n\\q" }}', '"it\'s A\\nq"'],
    ['=text', '"text"'],
    ['=', '""'],
  ])('%j is %s', (written, meant) => {
    expect(meaningOf(written)).toEqual([meant, false])
  })

  /** What an expression gives for an input; a failure by its code. */
  const given = (source: string, input: Json): Json => {
    const parsed = parseOnce(String(meaningOf(`={{ ${source} }}`)[0]))
    if (!parsed.ok) return parsed.message
    const result = evaluate(parsed.expression, { input, state: {}, steps: {}, run: {} })
    return result.ok ? result.value : result.code
  }

  it.each([
    ['$json.a === 3', [false, false, true, false], [{}, { a: null }, { a: 3 }, { a: '3' }]],
    ['$json.a !== 3', [true, true, false, true], [{}, { a: null }, { a: 3 }, { a: '3' }]],
    ['$json.a == 3', [false, false, true, true], [{}, { a: null }, { a: 3 }, { a: '3' }]],
    ['$json.a != "3"', [true, true, false, false], [{}, { a: null }, { a: 3 }, { a: '3' }]],
    ['$json.a == "x"', [false, true, false], [{}, { a: 'x' }, { a: 'y' }]],
    ['3 == $json.a', [false, false, true, true], [{}, { a: null }, { a: 3 }, { a: '3' }]],
    ['"3" != $json.a', [true, false, false], [{}, { a: 3 }, { a: '3' }]],
    ['$json.a == true', [false, true, true, false], [{}, { a: true }, { a: 1 }, { a: 'yes' }]],
    ['$json.a == false', [false, true, true, false], [{}, { a: false }, { a: 0 }, { a: true }]],
    ['$json.a == null', [true, true, false], [{}, { a: null }, { a: 0 }]],
    ['null !== $json.a', [false, false, true], [{}, { a: null }, { a: 0 }]],
    ['$json.a === undefined', [true, true, false], [{}, { a: null }, { a: 0 }]],
    ['$json.a > 3', [false, false, false, true], [{}, { a: null }, { a: 3 }, { a: 4 }]],
    ['$json.a < 3', [false, true, false, true], [{}, { a: null }, { a: 3 }, { a: 2 }]],
    ['$json.a <= "b"', [false, false, true], [{}, { a: null }, { a: 'a' }]],
    ['$json.a >= $json.b', [false, true, true, false], [{ a: 1 }, { a: 1, b: null }, { a: 1, b: 1 }, { a: 1, b: 2 }]],
    ['3 < $json.a + 1', [false, true], [{}, { a: 3 }]],
    ['$json.a === $json.b', [true, false, true], [{}, { a: 1 }, { a: 1, b: 1 }]],
    ['$json.a.b === 1', [false, false, true], [{}, { a: null }, { a: { b: 1 } }]],
    ['1 + 1 === 2', [true], [{}]],
    ['1 < 2', [true], [{}]],
    ['$json.a || $json.b', [null, 'b', 'a', null], [{}, { b: 'b' }, { a: 'a', b: 'b' }, { a: 0 }]],
    ['$json.a || "none"', ['none', 'none', 'a'], [{}, { a: '' }, { a: 'a' }]],
    ['$json.a && $json.b', [null, 0, 'b'], [{}, { a: 0, b: 'b' }, { a: 1, b: 'b' }]],
    ['$json.a ? 1 : 2', [2, 2, 1], [{}, { a: '' }, { a: [] }]],
    ['!$json.a', [true, true, false], [{}, { a: 0 }, { a: 'x' }]],
    ['!($json.a === 1) && true', [true, false], [{}, { a: 1 }]],
    ['$json.a === 1 || $json.b === 2', [false, true, true], [{}, { b: 2 }, { a: 1 }]],
    ['(!$json.a ? true : false) ? "x" : "y"', ['x', 'y'], [{}, { a: 1 }]],
    ['"" ? 1 : ($json.a > 1 ? 2 : 3)', [3, 2], [{}, { a: 2 }]],
    ['5 / 2', [2.5], [{}]],
    ['"n" + 5 / 2', ['n2.5'], [{}]],
    ['-$json.a', [-2], [{ a: 2 }]],
    ['$json.a == $json.b', [true, false, true], [{}, { a: 1 }, { a: 1, b: 1 }]],
    ['$json.a <= 3', [false, true, true, false], [{}, { a: null }, { a: 3 }, { a: 4 }]],
    ['$json.a >= 0', [false, true, true, false], [{}, { a: null }, { a: 0 }, { a: -1 }]],
    ['!$json.a === true', [true, true, false], [{}, { a: 0 }, { a: 1 }]],
    ['$json.a > 1 || $json.b', [null, true, 'b'], [{}, { a: 2 }, { a: 1, b: 'b' }]],
    ['($json.a ? "x" : "y") + 1', ['y1', 'x1'], [{}, { a: 1 }]],
  ])('%s gives what it gives in JavaScript', (source, expected, inputs) => {
    expect(inputs.map((input) => given(source, input as Json))).toEqual(expected)
  })

  it.each([
    '={{ $json.a.toUpperCase() }}',
    '={{ $now }}',
    '={{ $json.a == }}',
    '={{ $json.a == 1 == true }}',
    '={{ 1 < $json.a === true }}',
    '={{ $("Nobody").item.json.a }}',
    '={{ `a \u0024{$now}` }}',
    '={{ `a \u0024{$json.a == 1}` }}',
    '={{ 12345678901234567890 }}',
    '={{ a: 1 }}',
    '={{ }}',
    '={{ $itemIndex }}',
    '=at {{ $now }}',
    // What is printed is longer than an expression may be: each `||` repeats its left side.
    `={{ ${[...'abcdefghijklmnopqrst'].map((field) => `$json.${field.repeat(80)}`).join(' || ')} }}`,
  ])('%s is not certain, and stays', (written) => {
    expect(meaningOf(written)[1]).toBe(true)
  })

  it.each([
    ['={{ $json.a == $json.b }}', true],
    ['=is {{ !($json.a + 1 != $json.b) }}', true],
    ['={{ { a: [$json.a == $json.b] } }}', true],
    ['={{ $json.a === $json.b }}', false],
    ['={{ $json.a == 3 }}', false],
    ['={{ null == $json.a }}', false],
    ['={{ ("x" + $json.a) == ("y" + $json.b) }}', false],
    ['={{ !$json.a == !$json.b }}', false],
    ['={{ $now == $json.b }}', false],
    ['$json.a == $json.b', false],
  ])('%s is compared without converting, which is said: %s', (value, isSaid) => {
    const set = node('Set', 'set', { assignments: { assignments: [{ name: 'x', value }, 1] } })
    const { notes } = convert([start, set], connect('Start>Set'))
    expect(notes.filter(({ message }) => message.includes('after conversion'))).toEqual(
      isSaid ? [expect.objectContaining({ fate: 'changed', part: 'Set', step: 'Set' })] : [],
    )
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
    expect(reported(convert([set], {}).notes)).toEqual(expect.arrayContaining(['understood Set', 'kept Set']))
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
