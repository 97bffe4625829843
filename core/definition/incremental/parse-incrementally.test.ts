import { describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import type { Definition } from '../definition.ts'
import { type ParseResult, parse } from '../parse.ts'
import type { Blocks } from './blocks.ts'
import { blocksOf, checkAhead, parseIncrementally, scopesOf } from './parse-incrementally.ts'

type Sections = Blocks['sections']

const lines = (...all: readonly string[]) => `${all.join('\n')}\n`

const text = lines(
  '# An order',
  'workflow_type: Order',
  'input_schema:',
  '  type: object',
  '  properties: { amount: { type: number } }',
  'steps:',
  '  # the first',
  '  - name: Check',
  '    function: orders.check',
  '  - name: Choose',
  '    type: DECISION',
  '    routes:',
  '      - condition: input.amount > 10',
  '        target: Set',
  '      - target: Wait',
  '',
  '  - name: Set',
  '    type: TRANSFORM',
  '    set: { total: input.amount }',
  '  - { name: Wait, type: WAIT, duration_seconds: 5 }',
  'layout:',
  '  Check: [0, 0]',
  '  Wait: [0, 120]',
)

/** Everything but the finder of places, which is asked. */
function said({ source, ...rest }: ParseResult) {
  const steps = rest.definition?.steps ?? []
  const fields = steps.flatMap((step, index) =>
    Object.keys(step).flatMap((key) => {
      const path = ['steps', index, key]
      return [source.rangeOf(path), source.keyRange(path)]
    }),
  )
  return { ...rest, problems: rest.problems, fields, steps: steps.map(({ name }) => source.stepRange(name)) }
}

function expectSame(next: string, before: ParseResult | null): ParseResult {
  const result = parseIncrementally(next, before)
  expect(said(result)).toEqual(said(parse(next)))
  return result
}

describe('a text that was read before', () => {
  it('knows of a loop what its mode makes known', () => {
    const loop = lines(
      'workflow_type: Rounds',
      'input_schema: { type: object, additionalProperties: false }',
      'steps:',
      '  - name: L',
      '    type: LOOP',
      '    mode: ITERATE',
      '    iterate_over: "[1]"',
      '    while_condition: state.more == true',
      '    loop_body: [{ name: B, function: a.b }]',
    )
    expectSame(loop.replace('ITERATE', 'WHILE'), expectSame(loop, null))
  })

  it('keeps every step that is written as before', () => {
    const first = expectSame(text, null)
    const second = expectSame(text.replace('orders.check', 'orders.look'), first)
    const steps = [first, second].map(({ definition }) => definition?.steps ?? [])
    expect(steps[1]?.map((step, index) => step === steps[0]?.[index])).toEqual([false, true, true, true])
  })

  it.each([
    ['a field that no edge and no type comes from', 'duration_seconds: 5', 'duration_seconds: 6'],
    ['the name of a step', 'name: Check', 'name: Look'],
    ['a condition', '> 10', '> 1 +'],
    ['where a route leads', 'target: Set', 'target: Nowhere'],
    ['what is set', 'total: input.amount', 'amount: input.amount'],
    ['a type that is known', 'amount: { type: number }', 'amount: { type: string }'],
    ['a default route', '      - target: Wait\n', ''],
    ['a step', '  - { name: Wait, type: WAIT, duration_seconds: 5 }\n', ''],
    ['a position', '[0, 120]', '[0, x]'],
    ['a name that is not there', 'function: orders.check', 'function: orders.check\n    next: Nobody'],
    ['one that is', 'function: orders.check', 'function: orders.check\n    next: Wait'],
    ['several', 'function: orders.check', 'function: orders.check\n    next: [Wait, Set]'],
    ['a name almost like another', 'input.amount >', 'input.amuont >'],
    ['an unknown key with a likely meaning', 'function: orders.check', 'functoin: orders.check'],
    [
      'a loop',
      'function: orders.check',
      'type: LOOP\n    iterate_over: input.x\n    loop_body:\n      - { name: A, next: A }',
    ],
    ['a failure', 'function: orders.check', 'function: orders.check\n    on_failure: { target_step: Wait }'],
  ])('says the same as a whole reading after a change of %s', (_, from, to) => {
    const first = parseIncrementally(text, null)
    const second = expectSame(text.replace(from, to), first)
    expect(blocksOf(second)).not.toBeNull()
    expectSame(text, second)
  })

  it('is read from where it was certain before a mistake came and went', () => {
    const first = parseIncrementally(text, null)
    const broken = expectSame(text.replace('[0, 0]', '[0, 0'), first)
    expect(blocksOf(broken)).toBeNull()
    const mended = parseIncrementally(text, broken)
    expect(mended.definition?.steps[0]).toBe(first.definition?.steps[0])
  })

  it.each([
    ['other line breaks', text.replaceAll('\n', '\r\n')],
    ['a tab before a line', text.replace('  Check: [', '\tCheck: [')],
    ['the marks of documents', `---\n${text}`],
    ['nothing', ''],
    ['an indented beginning', '  workflow_type: A\n'],
    ['a control character', text.replace('An order', 'An \u0000')],
    ['no key', 'Order\nsteps:\n  - name: A\n'],
    ['braces around a key', '{ workflow_type: A }\n'],
    ['empty braces', '{}\n'],
    ['a key twice', `${text}workflow_type: B\n`],
    ['no steps', 'workflow_type: A\n'],
    ['steps of nothing', 'workflow_type: A\nsteps:\n'],
    ['steps on one line', 'workflow_type: A\nsteps: [{ name: A }]\n'],
    ['a step that is none', 'workflow_type: A\nsteps:\n  - A\n'],
    ['steps that are a map', 'workflow_type: A\nsteps:\n  A: 1\n'],
    ['a step further to the left', 'workflow_type: A\nsteps:\n    - name: A\n  - name: B\n'],
    ['a step without a name', 'workflow_type: A\nsteps:\n  - type: WAIT\n'],
    ['a name twice', 'workflow_type: A\nsteps:\n  - name: A\n  - name: A\n'],
    ['an anchor', text.replace('orders.check', '&a orders.check')],
    ['a quote over several keys', 'workflow_type: "A\nsteps:\n  - name: B"\n'],
    ['positions in a list', 'workflow_type: A\nsteps:\n- name: A\nlayout:\n  - A\n'],
    ['a position twice', text.replace('  Wait: [', '  Check: [')],
    ['positions in braces', text.replace('  Wait: [0, 120]', '  {}')],
    [
      'nesting as deep as it may be',
      `workflow_type: A\nsteps:\n  - name: A\n    with: ${'['.repeat(61)}${']'.repeat(61)}\n`,
    ],
  ])('is read as a whole where it has %s', (_, odd) => {
    expect(blocksOf(expectSame(odd, null))).toBeNull()
  })

  it('may end with a dash, and have its dashes below their key', () => {
    expect(blocksOf(expectSame('workflow_type: A\nsteps:\n- name: A\n-', null))).toBeNull()
    expect(blocksOf(expectSame('workflow_type: A\nsteps:\n- name: A\n- name: B', null))).not.toBeNull()
  })

  it('is read as a whole where there are too many keys at the top', () => {
    const keys = (count: number) =>
      lines('workflow_type: A', ...Array.from({ length: count - 2 }, (_, n) => `k${n}: 1`), 'steps:', '  - name: S')
    const most = parseIncrementally(keys(limits.definition.topLevelKeys), null)
    expect(blocksOf(most)).not.toBeNull()
    expect(blocksOf(parseIncrementally(keys(limits.definition.topLevelKeys + 1), most))).toBeNull()
  })

  it('is read as a whole where there are too many steps', () => {
    const many = (count: number) =>
      lines('workflow_type: A', 'steps:', ...Array.from({ length: count }, (_, n) => `- name: S${n}`))
    const body = Array.from({ length: 2_000 }, (_, n) => `    - name: S${n}`)
    const loop = lines(
      'workflow_type: A',
      'steps:',
      '- name: L',
      '  type: LOOP',
      '  iterate_over: input.x',
      '  loop_body:',
      ...body,
    )
    expect(blocksOf(parseIncrementally(many(2_001), null))).toBeNull()
    expect(blocksOf(parseIncrementally(loop, null))).toBeNull()
  })

  it('is checked ahead step by step, and says the same as if it were checked at once', () => {
    const wrong = text.replace('> 10', '> 1 +')
    const result = parseIncrementally(wrong, null)
    // Each step twice: what is known where it is reached, then what is wrong with it.
    expect([...checkAhead(result)]).toHaveLength(8)
    expect(said(result)).toEqual(said(parse(wrong)))
    expect([...checkAhead(parse(wrong))]).toEqual([])
  })

  it('knows the same of names for whoever asks while that is being found, and finds it once', () => {
    const result = parseIncrementally(text, null)
    const known = () => scopesOf(result.definition as Definition)
    const ahead = checkAhead(result)
    ahead.next()
    const early = known()
    expect([...ahead]).toHaveLength(7)
    expect(known()).toBe(early)
    expect([...checkAhead(result)]).toHaveLength(4)
  })

  it('has its expressions checked once for what is known', () => {
    const first = parseIncrementally(text.replace('> 10', '> 1 +'), null)
    const [wrong] = first.problems.filter(({ code }) => code === 'EXPRESSION_INVALID')
    const second = expectSame(text.replace('> 10', '> 1 +').replace('seconds: 5', 'seconds: 6'), first)
    expect(second.problems).toContainEqual(wrong)
  })

  it('keeps what is known of names until something changes that it is made of', () => {
    const known = (result: ParseResult) => scopesOf(result.definition as Definition)
    const first = parseIncrementally(text, null)
    const second = parseIncrementally(text.replace('seconds: 5', 'seconds: 6'), first)
    const third = parseIncrementally(text.replace('total: input', 'sum: input'), second)
    expect(known(second)).toBe(known(first))
    expect(known(third)).not.toBe(known(second))
    const plain = parse(text)
    expect(known(plain)).toEqual(known(first))
    expect(known(plain)).toBe(known(plain))
  })

  it('knows what a signal brings by its newest schema', () => {
    const signal = (type: string) =>
      text.replace('function: orders.check', `type: SIGNAL\n    signal: paid\n    schema: { type: ${type} }`)
    expectSame(signal('string'), parseIncrementally(signal('number'), null))
    const second = parseIncrementally(signal('string'), parseIncrementally(signal('number'), null))
    const outputs = scopesOf(second.definition as Definition).get('Wait')?.steps
    expect(outputs).toEqual(scopesOf(parse(signal('string')).definition as Definition).get('Wait')?.steps)
  })

  it('reads the pieces again that splices touch, and no others', () => {
    const first = parseIncrementally(text, null)
    const start = text.indexOf('orders.check')
    const splices = [{ start, end: start + 'orders'.length, text: 'goods' }]
    const second = parseIncrementally(text.replace('orders.check', 'goods.check'), first, splices)
    const [before, after] = [first, second].map((result) => blocksOf(result)?.sections ?? []) as [Sections, Sections]
    const same = after.map(({ placed }, index) =>
      placed.filter(({ block }, at) => block === before[index]?.placed[at]?.block),
    )
    expect(same.map(({ length }) => length)).toEqual([1, 1, 3, 2])
    expect(after.map(({ value }, index) => value === before[index]?.value)).toEqual([true, true, false, true])
    expect(said(second)).toEqual(said(parse(text.replace('orders.check', 'goods.check'))))
    expect(second.source.stepRange('Nobody')).toBeUndefined()
  })

  it('reads places that are moved all at once, whatever stands behind them', () => {
    const behind = text.replace('layout:', 'layout: # as drawn').concat('fail_fast: true\n')
    const first = expectSame(behind, null)
    const moved = behind.replace('[0, 0]', '[-20, 0]').replace('[0, 120]', '[0, 1240]')
    const x = behind.indexOf('[0, 0]') + 1
    const y = behind.indexOf('[0, 120]') + '[0, 12'.length
    const splices = [
      { start: x, end: x + 1, text: '-20' },
      { start: y, end: y, text: '4' },
    ]
    const second = parseIncrementally(moved, first, splices)
    expect(said(second)).toEqual(said(parse(moved)))
    const [before, after] = [first, second].map((result) => blocksOf(result)) as [Blocks, Blocks]
    expect(after.bytes).toBe(new TextEncoder().encode(moved).length)
    expect(after.sections.flatMap(({ placed }) => placed.map(({ block }) => block.text)).join('')).toBe(
      blocksOf(parseIncrementally(moved, null))
        ?.sections.flatMap(({ placed }) => placed.map(({ block }) => block.text))
        .join(''),
    )
    expect(after.sections.slice(0, 3)).toEqual(before.sections.slice(0, 3))
    expect(said(parseIncrementally(behind, second))).toEqual(said(first))
    // Whatever else is changed at once is read with them.
    const end = behind.indexOf('true\n')
    const off = parseIncrementally(moved.replace('true', 'false'), first, [
      ...splices,
      { start: end, end: end + 'true'.length, text: 'false' },
    ])
    expect(said(off)).toEqual(said(parse(moved.replace('true', 'false'))))
  })

  it.each([
    ['a name', '  Check: [0, 0]', '  Choose: [1, 0]'],
    ['how far in it stands', '  Check: [0, 0]', '   Check: [1, 0]'],
    ['the end of a line', '[0, 0]\n', '[1, 0]'],
    ['a line more', '[0, 0]', '[1, 0]\n  Set: [4, 0]'],
    ['a comment', '[0, 0]', '[1, 0] # there'],
    ['another way of writing', '[0, 0]', '[1, 0x10]'],
    ['what is no place', '[0, 0]', '[1, x]'],
  ])('reads more than places where the first of them has other numbers and there is %s', (_what, from, to) => {
    expectSame(text.replace(from, to), parseIncrementally(text, null))
  })

  it('finds what stands behind the change', () => {
    const first = parseIncrementally(`${text}description: Words\n`, null)
    const second = expectSame(`${text.replace('orders.check', 'check')}description: Words\n`, first)
    expect(second.source.rangeOf(['description'])?.end).toBe(
      text.length + 'description: Words'.length - 'orders.'.length,
    )
  })

  it('lets go of what was typed on the way', () => {
    let result = parseIncrementally(text, null)
    for (let typed = 0; typed < 100; typed += 1)
      result = parseIncrementally(text.replace('check', `check${typed}`), result)
    expect(blocksOf(result)?.known.size).toBeLessThan(30)
    expectSame(text, result)
  })

  it('grows until it is too large', () => {
    const first = parseIncrementally(text, null)
    const most = limits.definition.textBytes - text.length
    const large = text.replace('# the first', `# the first ${'é'.repeat(most / 2 - 1)}`)
    const second = expectSame(large, first)
    expect(blocksOf(second)).not.toBeNull()
    expect(blocksOf(expectSame(large.replace('An order', 'An order, too large'), second))).toBeNull()
    expect(blocksOf(expectSame(large.replace('orders.check', 'orders.check_it'), second))).toBeNull()
  })

  it('is read as a whole where the name of a section may be another', () => {
    const quoted = 'workflow_type: A\n"x\n  y": 1\nsteps:\n  - name: A\n'
    const first = parseIncrementally(quoted, null)
    const second = expectSame(quoted.replace('  y"', '  z"'), first)
    expectSame(quoted.replace('  y"', '  y": 2\n#"'), second)
  })

  it('is read as a whole where a line is uncertain, or says nothing whole', () => {
    const first = parseIncrementally(text, null)
    expectSame(text.replace('    function', '\t    function'), first)
    expectSame(text.replace('orders.check', 'orders.check \u0000'), first)
    expectSame(text.replace('orders.check', '[orders'), first)
    expectSame(text.replace('  properties: {', '  properties: {{'), first)
  })

  it('a reading of `parse` has no pieces', () => {
    expect(blocksOf(parse(text))).toBeNull()
    expectSame(text, parse(text))
  })
})
