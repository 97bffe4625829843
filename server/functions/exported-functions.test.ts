import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFunction } from '#server/engine/executor/host/find-function.ts'
import { listFunctions } from './list-functions.ts'

const fn = (name: string) => `export function ${name}() {}\n`
const files: Readonly<Record<string, string>> = {
  'index.ts': `export { charge as chargeCard } from './billing/pay.ts'
export * from './billing/pay.ts'
import { ship } from './ship.ts'
export { ship }
export * from './index.ts'
`,
  'billing/pay.ts': `export { refund } from '../circle.ts'\n${fn('charge')}export const rate = 3\n`,
  'mistaken.ts': `export { absent } from './ship.ts'\n`,
  'ship.ts': `export async function ship() {}\nexport type Kind = string\n`,
  'circle.ts': `export * from './index.ts'\n${fn('refund')}`,
  'leads-out.ts': `export * from '../outside.ts'\nexport * from './node_modules/evil/index.js'\nexport { shell } from 'evil'\nexport { exec } from 'node:child_process'\n`,
  'node_modules/evil/index.js': fn('shell'),
  'data/..link/kept.ts': fn('linked'),
}

describe('functions that a file exports of others', () => {
  let root = ''
  let folder = ''
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'heddle-exported-'))
    folder = join(root, 'functions')
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), text)
    }
    await writeFile(join(root, 'outside.ts'), fn('escape'))
    await symlink(join(folder, 'data', '..link', 'kept.ts'), join(folder, 'mounted.ts'))
    await symlink(join(root, 'outside.ts'), join(folder, 'linked_out.ts'))
    await symlink(root, join(folder, 'up'))
  })
  afterAll(() => rm(root, { recursive: true }))

  it('are listed where the other file lies in the folder, with the place where they are written', async () => {
    const listed = (await listFunctions([folder])).map(({ name, file }) => `${name} ${file}`)
    expect(listed).toEqual([
      'billing.pay.charge functions/billing/pay.ts',
      'billing.pay.refund functions/circle.ts',
      'circle.charge functions/billing/pay.ts',
      'circle.charge_card functions/billing/pay.ts',
      'circle.refund functions/circle.ts',
      'circle.ship functions/ship.ts',
      'index.charge functions/billing/pay.ts',
      'index.charge_card functions/billing/pay.ts',
      'index.refund functions/circle.ts',
      'index.ship functions/ship.ts',
      'mounted.linked functions/mounted.ts',
      'ship.ship functions/ship.ts',
    ])
  })

  it('are found for calls if they are listed, and nothing else is', async () => {
    for (const { name } of await listFunctions([folder])) {
      expect(await findFunction([folder], name)).toBeInstanceOf(Function)
    }
    for (const name of [
      'node_modules.evil.index.shell',
      'leads_out.escape',
      'leads_out.shell',
      'leads_out.exec',
      'linked_out.escape',
      'up.outside.escape',
      'billing.pay.rate',
      'mistaken.absent',
    ]) {
      await expect(findFunction([folder], name)).rejects.toThrow(`There is no function ${name}`)
    }
  })
})
