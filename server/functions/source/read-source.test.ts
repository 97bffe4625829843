import { describe, expect, it } from 'vitest'
import { snakeCase } from '#core/definition/function-name.ts'
import { readSource } from './read-source.ts'

const functionsOfSource = (source: string, file: string, module: string) =>
  readSource(source, file).functions.map(({ exportedAs, ...each }) => ({
    name: `${module}.${snakeCase(exportedAs)}`,
    ...each,
  }))

describe('functions of a source', () => {
  const check = (source: string) => functionsOfSource(source, 'functions/loans.ts', 'loans')

  it('finds exported functions with their documentation, signature and line', () => {
    const source = `import type { StepContext } from 'heddle/steps'
const RATE = 2
/** Not this one. */
function inner() {}

/**
 * Scores a loan.
 *
 * From 0 to 100.
 */
export async function calculateRisk(
  state: { amount: number },
  context: StepContext,
): Promise<{ risk: number }> {
  return { risk: state.amount * RATE }
}
`
    expect(check(source)).toEqual([
      {
        name: 'loans.calculate_risk',
        file: 'functions/loans.ts',
        line: 11,
        doc: 'Scores a loan.\n\nFrom 0 to 100.',
        signature: 'calculateRisk( state: { amount: number }, context: StepContext, ): Promise<{ risk: number }>',
        parameters: [
          { name: 'state', type: '{ amount: number }', doc: null },
          { name: 'context', type: 'StepContext', doc: null },
        ],
        returns: 'Promise<{ risk: number }>',
        returnsDoc: null,
        reads: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
        result: { type: 'object', properties: { risk: { type: 'number' } }, required: ['risk'] },
      },
    ])
  })

  it('finds arrow functions, function expressions and functions that are exported under another name', () => {
    const found = check(
      `export const disburse = async (state) => state
export const notAFunction = 3
export const old = function (state) { return state }
function local(state: string) { return state }
const arrow = () => 1
export { local as renamedHTTPCall, arrow }
export { other } from './other.ts'
export default function () {}
`,
    )
    expect(found.map(({ name, signature }) => `${name} ${signature}`)).toEqual([
      'loans.disburse disburse(state)',
      'loans.old old(state)',
      'loans.renamed_http_call renamedHTTPCall(state: string)',
      'loans.arrow arrow()',
    ])
  })

  it('finds functions in parentheses, with a type beside them, and handed to another function', () => {
    const found = check(
      `export const a = (async (state) => state)
export const b = (function (state: string) { return 1 }) satisfies StepFunction
export const c = ((state) => ({ n: 1 })) as StepFunction
export const d = <StepFunction>((state) => state)!
/** Tries again. */
export const e = withRetries(3, async (state: { n: number }) => ({ n: 1 }))
export const f = logged(withRetries(inner))
export const g = inner
function inner(state, context) {}
export const h = list.map((item) => item)
export const i = load(...steps)
export const j = load('a', 1)
const other = withRetries(inner)
export { other as k }
`,
    )
    expect(found.map(({ name, signature, doc, reads, result }) => [name, signature, doc, reads, result])).toEqual([
      ['loans.a', 'a(state)', null, null, null],
      ['loans.b', 'b(state: string)', null, null, null],
      ['loans.c', 'c(state)', null, null, { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }],
      ['loans.d', 'd(state)', null, null, null],
      // What the other function makes of it is not known.
      ['loans.e', 'e(state: { n: number })', 'Tries again.', null, null],
      ['loans.f', 'f(state, context)', null, null, null],
      ['loans.g', 'g(state, context)', null, null, null],
      ['loans.k', 'k(state, context)', null, null, null],
    ])
  })

  it('finds nothing in a file that does not parse', () => {
    expect(check('export function (')).toEqual([])
  })

  it('says where a file that does not parse is wrong', () => {
    const { syntaxError } = readSource('export const a = 1\nexport function (', 'functions/loans.ts')
    expect(syntaxError).toMatch(/^functions\/loans\.ts:2: ./)
    expect(readSource('// nothing', 'functions/loans.ts').syntaxError).toBeNull()
  })

  it('finds what a file exports of others', () => {
    const source = `import { one, two as second, type T } from './a.ts'
import type { U } from './b.ts'
import whole, * as all from './c.ts'
export { one, second as 'third', whole, all }
export type { T, U }
export { four as five, type V } from './d.ts'
export type { W } from './e.ts'
export * from './f.ts'
export * as named from './g.ts'
export type * from './h.ts'`
    expect(readSource(source, 'functions/loans.ts').reExports).toEqual([
      { specifier: './a.ts', names: [{ imported: 'one', exportedAs: 'one' }] },
      { specifier: './a.ts', names: [{ imported: 'two', exportedAs: 'third' }] },
      { specifier: './d.ts', names: [{ imported: 'four', exportedAs: 'five' }] },
      { specifier: './f.ts', names: null },
    ])
  })

  it('never runs a file', () => {
    expect(check('globalThis.canary = true\nexport function a() {}').map(({ name }) => name)).toEqual(['loans.a'])
    expect('canary' in globalThis).toBe(false)
  })
})

describe('what a function gives', () => {
  const resultOf = (source: string) => functionsOfSource(source, 'functions/a.ts', 'a')[0]?.result

  it('is its return type, with the types that the file declares', () => {
    const source = `
interface Line { readonly sku: string; count?: number }
type Status = 'open' | 'paid'
interface Answer { lines: readonly Line[]; status: Status; paid_at: string | null; rates: Record<string, number>; other: Date }
export async function a(): Promise<Answer> { return load() }
`
    expect(resultOf(source)).toEqual({
      type: 'object',
      properties: {
        lines: {
          type: 'array',
          items: {
            type: 'object',
            properties: { sku: { type: 'string' }, count: { type: 'number' } },
            required: ['sku'],
          },
        },
        status: { enum: ['open', 'paid'] },
        paid_at: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        rates: { type: 'object', additionalProperties: { type: 'number' } },
        other: {},
      },
      required: ['lines', 'status', 'paid_at', 'rates', 'other'],
    })
  })

  it('has all fields of a type that requires them, and none for sure of a partial one', () => {
    const source = (type: string) => `interface A { a: string; b?: number } export function f(): ${type} { return x }`
    const properties = { a: { type: 'string' }, b: { type: 'number' } }
    expect(resultOf(source('Partial<A>'))).toEqual({ type: 'object', properties })
    expect(resultOf(source('Promise<Readonly<Required<A>>>'))).toEqual({
      type: 'object',
      properties,
      required: ['a', 'b'],
    })
    expect(resultOf(source('Required<Partial<A> | null>'))).toEqual({
      anyOf: [{ type: 'object', properties, required: ['a', 'b'] }, { type: 'null' }],
    })
    expect(resultOf(source('Partial<Record<string, A>>'))).toMatchObject({ additionalProperties: { required: ['a'] } })
  })

  it('is what its returns say where no type is written', () => {
    const source = `export function a(state) {
  const inner = () => { return { not: 'this' } }
  if (state.none) return { ok: false, why: \`none of \${state.count}\` }
  return { ok: state.count > 1, total: state.count * 2, lines: [], of: { id: 'x' }, ...state }
}`
    expect(resultOf(source)).toEqual({
      type: 'object',
      properties: {
        ok: { type: 'boolean' },
        why: { type: 'string' },
        total: { type: 'number' },
        lines: { type: 'array' },
        of: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      },
      required: ['ok'],
    })
  })

  it('is nothing where the source does not say', () => {
    expect(resultOf('export const a = (state) => other(state)')).toBeNull()
    expect(resultOf('export function a(): Answer { return {} }')).toBeNull()
    expect(resultOf('interface A { a: A } export function a(): A { return x }')).toMatchObject({ type: 'object' })
  })

  it('is followed so far and no farther where a type refers to itself by many names', () => {
    const members = Array.from({ length: 20 }, (_, index) => `m${index}: A`).join('; ')
    const schema = resultOf(`interface A { ${members} } export function a(): A { return x }`)
    expect(Object.keys(schema?.properties ?? {})).toHaveLength(20)
    expect(JSON.stringify(schema).split('"properties"').length).toBeLessThan(1_000)
  })
})

it('reads what a comment says about parameters and the result', () => {
  const [found] = functionsOfSource(
    `/**
 * Charges the card.
 *
 * @param state what the order holds
 * @param {StepContext} context - brings the key
 *   of the attempt
 * @returns the payment
 */
export function charge(state, context = {}) {}`,
    'functions/a.ts',
    'a',
  )
  expect(found?.doc).toBe('Charges the card.')
  expect(found?.parameters).toEqual([
    { name: 'state', type: null, doc: 'what the order holds' },
    { name: 'context', type: null, doc: 'brings the key of the attempt' },
  ])
  expect(found?.returnsDoc).toBe('the payment')
})
