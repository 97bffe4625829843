import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '#core/limits.ts'
import { anyText } from '#core/testing/any-text.ts'
import { evaluate } from '../evaluate/evaluate.ts'
import { parseExpression } from './parse-expression.ts'
import { tokenize } from './tokenize.ts'
import { translate } from './translate.ts'
import type { Tree } from './tree.ts'

function refuses(source: string, message: string | RegExp, part?: string): void {
  const result = parseExpression(source)
  expect({ source, ok: result.ok }).toEqual({ source, ok: false })
  if (result.ok) return
  expect(result.message).toMatch(message)
  if (part !== undefined) expect(source.slice(result.range.start, result.range.end)).toBe(part)
}

function becomes(source: string, cel: string): void {
  expect(translate(source)).toMatchObject({ text: cel })
}

function tree(source: string): Tree {
  const result = parseExpression(source)
  if (!result.ok) throw new Error(result.message)
  return result.expression.tree
}

describe('Python-style words', () => {
  test('become CEL where CEL could have no such word', () => {
    becomes('a and b or c', 'a && b || c')
    becomes('not a', '! ( a )')
    becomes('not a == b and c', '! ( a == b ) && c')
    becomes('a and not b in c', 'a && ! ( b in c )')
    becomes('not not a', '! ( ! ( a ) )')
    becomes('x is None', 'x == null')
    becomes('x is not None', 'x != null')
    becomes('x == True or y == False', 'x == true || y == false')
    becomes('a not in b', 'a in b == false')
    becomes('a not in b and c', 'a in b == false && c')
    becomes('a not in b != c', 'a in b == false != c')
    becomes('not a not in b', '! ( a in b == false )')
    becomes('(not a) ? not b : not c', '( ! ( a ) ) ? ! ( b ) : ! ( c )')
    becomes('f(not a, not b)', 'f( ! ( a ) , ! ( b ) )')
    becomes('not -a and not !b', '! ( -a ) && ! ( !b )')
    becomes('not (a or b)', '! ( (a || b) )')
    becomes('[not a]', '[ ! ( a ) ]')
  })

  test('tuples are lists, and `len` is `size`', () => {
    becomes('a in (1, 2)', 'a in [1, 2 ]')
    becomes('a not in ("x",) and b', 'a in ["x", ] == false && b')
    becomes('(a, (b or c), (d, e))', '[a, (b || c), [d, e ] ]')
    becomes('(not a, b ? c : d, f(g, h))', '[ ! ( a ) , b ? c : d, f(g, h) ]')
    becomes('len(a) > 1 and a.len(b) and len', 'size(a) > 1 && a.len(b) && len')
    refuses('(a, b]', '`)` is expected here, to close `(`', ']')
    refuses('a in (1, 2', 'This `(` is never closed. Add `)`.', '(')
    refuses('a, b', 'belongs between', ',')
    refuses('a[1, 2]', 'belongs between', ',')
    refuses('()', 'A value is missing')
  })

  test('stay what they are as fields, names and text', () => {
    becomes('state.and.or.not.is', 'state.and.or.not.is')
    becomes('"a and not b is None"', '"a and not b is None"')
    becomes("r'True' + 'None'", "r'True' + 'None'")
    becomes('not.x', 'not.x')
    becomes('not == 1', 'not == 1')
    becomes('and == or', 'and == or')
    becomes('is', 'is')
    becomes('not', 'not')
    becomes('a // and not\n + b', 'a + b')
  })

  test('ranges are those of the text that the author wrote', () => {
    const source = 'not state.a and  state.bb is not None'
    const read = tree(source) as Tree & { kind: 'logic' }
    const text = ({ range }: Tree) => source.slice(range.start, range.end)
    expect(text(read)).toBe(source)
    expect(text(read.left)).toBe('not state.a')
    expect(text(read.right)).toBe('state.bb is not None')
    refuses('not a and wrong(b)', 'There is no function `wrong`', 'wrong')
  })
})

describe('trees', () => {
  test('every node knows its place', () => {
    const places: string[] = []
    const source = 'f.map( x , x > 1 , [ x [ 0 ] ] ).size() + (has( a.b ) ? -1 : {"k" : size( "t" )}["k"]) % - 2u'
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      if ('kind' in value && 'range' in value) {
        const { range } = value as Tree
        places.push(`${String(value.kind)}: ${source.slice(range.start, range.end)}`)
      }
      for (const part of Object.values(value)) visit(part)
    }
    visit(tree(source))
    expect(places.sort()).toEqual(
      [
        `binary: ${source}`,
        'call: f.map( x , x > 1 , [ x [ 0 ] ] ).size()',
        'comprehension: f.map( x , x > 1 , [ x [ 0 ] ] )',
        'name: f',
        'binary: x > 1',
        'name: x',
        'literal: 1',
        'list: [ x [ 0 ] ]',
        'index: x [ 0 ]',
        'name: x',
        'literal: 0',
        'binary: has( a.b ) ? -1 : {"k" : size( "t" )}["k"]) % - 2u',
        'conditional: has( a.b ) ? -1 : {"k" : size( "t" )}["k"]',
        'has: has( a.b )',
        'select: a.b',
        'name: a',
        'literal: -1',
        'index: {"k" : size( "t" )}["k"]',
        'map: {"k" : size( "t" )}',
        'literal: "k"',
        'call: size( "t" )',
        'literal: "t"',
        'literal: "k"',
        'unary: - 2u',
        'literal: 2u',
      ].sort(),
    )
  })

  test('trailing commas, empty lists and maps, all kinds of text', () => {
    expect(tree('[1, ]')).toMatchObject({ kind: 'list' })
    expect(tree('{"a": 1, }')).toMatchObject({ kind: 'map' })
    expect(tree('[]')).toMatchObject({ elements: [] })
    expect(tree('{}')).toMatchObject({ entries: [] })
    expect(tree(`"""a"b'\nc"""`)).toMatchObject({ value: `a"b'\nc` })
    expect(tree(`r"a\\n"`)).toMatchObject({ value: 'a\\n' })
    expect(tree(`'a\\'b'`)).toMatchObject({ value: `a'b` })
    expect(tree('0xff')).toMatchObject({ value: 255n })
    expect(tree('.5e1')).toMatchObject({ value: 5 })
    expect(tree('null')).toMatchObject({ value: null })
    expect(tree('true')).toMatchObject({ value: true })
    expect(tree('\u00a0a')).toMatchObject({ name: 'a' })
  })
})

describe('what cannot be read is told in a sentence, at its place', () => {
  test('missing and misplaced words', () => {
    refuses('', 'This expression is empty', '')
    refuses('  ', 'This expression is empty', '  ')
    refuses('1 +', 'A value is missing after `+`.', '+')
    refuses('a && ', 'A value is missing after `&&`.')
    refuses('* 2', 'A value is missing before `*`.', '*')
    refuses('a + * 2', 'A value is missing between `+` and `*`.', '*')
    refuses('a in', 'A value is missing after `in`')
    refuses('in a', 'A value is missing before `in`')
    refuses('a b', 'An operator is missing between `a` and `b`.', 'b')
    refuses('a "x"', 'An operator is missing')
    refuses('a 1', 'An operator is missing')
    refuses('a ! b', 'An operator is missing')
    refuses('1 (2)', 'An operator is missing')
    refuses('A{b: 1}', 'An operator is missing')
    refuses('a if b else c', 'condition ? value : other', 'if')
    refuses('a ? b', 'A choice is written', '?')
    refuses('a : b', 'is not valid here. A choice is written')
    refuses('a, b', 'A `,` belongs', ',')
    refuses('a[1, 2]', 'A `,` belongs', ',')
    refuses('a.', 'A field name is expected', '.')
    refuses('a.1', 'An operator is missing')
    refuses('a..b', 'A field name is expected')
    refuses('.a', 'A value is missing before `.`')
    refuses('a.in', 'Write `["in"]` instead of `.in`', 'in')
    refuses('a.true', 'Write `["true"]`')
    refuses('import', '`import` is a reserved word.', 'import')
    refuses('import("fs")', 'reserved word')
    refuses('größe', 'Write `["größe"]` after the part before it', 'größe')
    refuses('state.größe', 'Write `["größe"]`', 'größe')
  })

  test('words of other languages', () => {
    refuses('a = b', 'Write `==` to compare.', '=')
    refuses('a === b', 'Write `==` to compare.', '===')
    refuses('a !== b', 'Write `!=` to compare.')
    refuses('a & b', 'Write `&&`')
    refuses('a | b', 'Write `||`')
    refuses('a ?? b', 'has(state.field)')
    refuses('a?.b', 'has(a.b)')
    refuses('x => x', 'list.exists')
    refuses('`a`', '"quotes"', '`')
    refuses('a;', 'without `;`')
    refuses('$a', 'without `$`')
    refuses('a ** 2', 'multiply')
    refuses('a\\b', '`\\` is not valid here.', '\\')
    refuses('\u{1f600}', 'is not valid here', '\u{1f600}')
  })

  test('brackets and quotes', () => {
    refuses('(a', 'This `(` is never closed. Add `)`.', '(')
    refuses('[a', 'Add `]`', '[')
    refuses('{"a": 1', 'Add `}`', '{')
    refuses('a)', 'This `)` has no partner. Remove it.', ')')
    refuses('(a]', '`)` is expected here, to close `(`.', ']')
    refuses('()', 'A value is missing between `(` and `)`.', ')')
    refuses('f(a,)', 'A value is missing')
    refuses('[,]', 'A value is missing')
    refuses('a[]', 'A value is missing')
    refuses('(a + )', 'A value is missing')
    refuses('[1 + ]', 'A value is missing')
    refuses(')', 'A value is missing before `)`')
    refuses('"abc', 'This text is never closed. Add the quote', '"abc')
    refuses('"abc\n"', 'This text is never closed')
    refuses("'abc\r'", 'This text is never closed')
    refuses('"\\', 'This text is never closed')
    refuses('"\\ud800"', 'unfinished part or a wrong escape', '"\\ud800"')
    refuses('b"ab"', 'JSON has no bytes', 'b"ab"')
    refuses('{a}', 'is not valid here')
  })

  test('functions by name and number of arguments', () => {
    refuses('siz(a)', 'There is no function `siz`. Did you mean `size`?', 'siz')
    refuses('count(a)', 'it is called `size` here', 'count')
    refuses('a.toLowerCase()', 'it is called `lowerAscii` here')
    refuses('constructor()', 'There is no function `constructor`.', 'constructor')
    refuses('a.__proto__()', 'There is no function `__proto__`.')
    refuses('contains(a, b)', '`contains` is written `value.contains(…)`.')
    refuses('a.int()', '`int` is written `int(value)`.')
    refuses('a.contains()', '`contains` takes one argument, not 0.', 'contains()')
    refuses('a.trim(1)', '`trim` takes no argument, not 1.')
    refuses('matches(a)', '`matches` takes 2 arguments, not 1.', 'matches(a)')
    refuses('a.map(1, 2)', '`map` is written `list.map(x, …)`', 'map')
    refuses('exists(a, b)', '`exists` is written `list.exists(x, …)`')
    refuses('has(1)', '`has` takes one field', 'has(1)')
    refuses('has(a, b)', '`has` takes one field')
    refuses('has()', '`has` takes one field')
    refuses('a.has(b)', 'There is no function `has`')
    refuses('_in_(1, 2)', 'There is no function `_in_`')
  })

  test('code of the host is unknown', () => {
    for (const source of [
      'x.constructor.constructor("return process")()',
      'require("fs")',
      'globalThis.process.exit()',
      'this.x()',
      '`x`',
      '() => 1',
      'new Function("return 1")()',
      'import("fs")',
      'state["const" + "ructor"]("x")',
    ]) {
      expect(parseExpression(source)).toMatchObject({ ok: false })
    }
  })
})

describe('bounds', () => {
  test('size, depth, parts and nested loops', () => {
    const { depth, nodes, sourceBytes } = limits.expression
    refuses(`"${'é'.repeat(sourceBytes / 2)}"`, '8192 bytes')
    refuses('('.repeat(100_000), '8192 bytes')
    refuses(`1${'+1'.repeat(120_000)}`, '8192 bytes')
    refuses('('.repeat(4_000), 'nested deeper than 32 levels', '(')
    for (const [open, close] of ['()', '[]'].map((pair) => pair.split('')) as [string, string][]) {
      expect(parseExpression(`${open.repeat(depth)}1${close.repeat(depth)}`).ok).toBe(true)
      refuses(`${open.repeat(depth + 1)}1${close.repeat(depth + 1)}`, 'nested deeper')
    }
    for (const prefix of ['!-', 'not ', 'a ? b : ', 'a[', 'size(', '{"a": '])
      refuses(`${prefix.repeat(500)}1`, 'nested deeper')
    refuses('a not in '.repeat(100), 'nested deeper')
    expect(parseExpression(`${'a ? b : '.repeat(depth)}1`).ok).toBe(true)
    expect(parseExpression(`[${'a ? b : 1, '.repeat(100)}]`).ok).toBe(true)
    expect(parseExpression(`(${'!'.repeat(depth - 1)}a) && !a`).ok).toBe(true)
    refuses(`1${'+1'.repeat(nodes / 2)}`, 'more than 2000 parts')
    refuses(`[${'[],'.repeat(nodes)}]`, 'more than 2000 parts')
    expect(parseExpression('a.map(x, b.map(y, 1)).map(z, 1)').ok).toBe(true)
    refuses('a.map(x, b.map(y, c.map(z, 1)))', 'nested at most 2 deep', 'map(z, 1)')
    refuses('9223372036854775808', 'too large', '9223372036854775808')
    refuses('18446744073709551616u', 'too large')
    refuses('1e999', 'This number is too large.')
  })

  test('the largest expressions that are allowed can be evaluated', () => {
    const scope = { input: 1, state: {}, steps: {}, run: {} }
    const resultOf = (source: string) => {
      const parsed = parseExpression(source)
      return parsed.ok ? evaluate(parsed.expression, scope) : parsed
    }
    expect(resultOf(`1${'+1'.repeat(999)}`)).toMatchObject({ ok: true, value: 1_000 })
    expect(resultOf(`true${'&&true'.repeat(999)}`)).toMatchObject({ ok: true, value: true })
    expect(resultOf(`input${'.a'.repeat(1_999)}`)).toMatchObject({ ok: false })
  })

  test('whatever the text is, the answer is a value', () => {
    const words = fc.constantFrom(
      ...'a state . [ ] ( ) { } " \' not and or in is None ? : , + - ! == < 1 1.5 "x" .map( x, has( size( && // \n \\ é'.split(
        ' ',
      ),
    )
    fc.assert(
      fc.property(
        fc.oneof(
          anyText(),
          fc.array(words).map((all) => all.join(' ')),
        ),
        (source) => {
          const result = parseExpression(source)
          if (result.ok) evaluate(result.expression, { input: {}, state: {}, steps: {}, run: {} })
          else expect(result.range.start <= result.range.end && result.range.end <= source.length).toBe(true)
          expect(tokenize(source).every((token) => source.slice(token.start, token.end) === token.text)).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })
})
