import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { functionsOfSource } from './functions-of-source.ts'
import { listFunctions } from './list-functions.ts'

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

  it('finds nothing in a file that does not parse', () => {
    expect(check('export function (')).toEqual([])
  })

  it('never runs a file', () => {
    expect(check('globalThis.canary = true\nexport function a() {}').map(({ name }) => name)).toEqual(['loans.a'])
    expect('canary' in globalThis).toBe(false)
  })
})

describe('functions of the folders', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heddle-functions-'))
    await mkdir(join(folder, 'billing'))
    await writeFile(join(folder, 'loan-offers.ts'), 'export function makeOffer() {}')
    await writeFile(join(folder, 'loan-offers.test.ts'), 'export function notThis() {}')
    await writeFile(join(folder, 'billing', 'tax.mjs'), 'export const rate = () => 1')
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('names them by folder, file and export, and skips tests', async () => {
    expect((await listFunctions([folder])).map(({ name }) => name)).toEqual([
      'billing.tax.rate',
      'loan_offers.make_offer',
    ])
  })

  it('notices a changed file, and takes a missing folder for an empty one', async () => {
    await writeFile(join(folder, 'loan-offers.ts'), 'export function makeOffer() {}\nexport function dropOffer() {}')
    expect((await listFunctions([folder, join(folder, 'nowhere')])).map(({ name }) => name)).toContain(
      'loan_offers.drop_offer',
    )
  })
})
