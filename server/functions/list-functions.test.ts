import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { listFunctions } from './list-functions.ts'

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

  it('names an acronym, a file in Pascal case and folders with dashes and capitals as the engine finds them', async () => {
    const other = await mkdtemp(join(tmpdir(), 'heddle-spelt-'))
    for (const file of ['OrderTools.ts', 'my-steps/a.ts', 'ourSteps/HTMLTools.mjs']) {
      await mkdir(dirname(join(other, file)), { recursive: true })
      await writeFile(join(other, file), 'export function parseHTMLPage() {}')
    }
    expect((await listFunctions([other])).map(({ name }) => name)).toEqual([
      'my_steps.a.parse_html_page',
      'order_tools.parse_html_page',
      'our_steps.html_tools.parse_html_page',
    ])
    await rm(other, { recursive: true })
  })

  it('leaves out files and folders whose names no function can be called by', async () => {
    const other = await mkdtemp(join(tmpdir(), 'heddle-named-'))
    for (const file of ['orders.v2.ts', '2fa.ts', 'größe.ts', 'v1.0/a.ts', 'good_one.ts']) {
      await mkdir(dirname(join(other, file)), { recursive: true })
      await writeFile(join(other, file), 'export function call() {}')
    }
    expect((await listFunctions([other])).map(({ name }) => name)).toEqual(['good_one.call'])
    await rm(other, { recursive: true })
  })

  it('reads no packages, no hidden folders, and nothing that is longer than a source that somebody writes', async () => {
    for (const below of ['node_modules', '.git']) {
      await mkdir(join(folder, below))
      await writeFile(join(folder, below, 'other.ts'), 'export function notThis() {}')
    }
    await writeFile(join(folder, 'bundle.js'), `export function notThis() {}//${'x'.repeat(limits.files.sourceBytes)}`)
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
