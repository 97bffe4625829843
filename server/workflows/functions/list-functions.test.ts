import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
