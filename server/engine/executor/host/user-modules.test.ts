import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createExecutorUnderTest, isolated } from '../testing/executor-under-test.ts'

describe('a module of somebody’s own that changes', () => {
  const { open, call, close } = createExecutorUnderTest()
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heddle-modules-'))
    open({ threads: 1, functionsFolders: [folder] })
  })
  afterEach(async () => {
    await close()
    await rm(folder, { recursive: true })
  })

  const write = (text: string) => writeFile(join(folder, 'a.ts'), text)
  const twoThatReturn = (n: number) =>
    write(`export const one = () => ({ n: ${n} })\nexport const two = () => ({ n: ${n} })\n`)

  it('is taken as it is now, also where another function of it is asked for before that is seen', async () => {
    await twoThatReturn(1)
    expect(await call('a.one')).toEqual({ kind: 'completed', output: { n: 1 } })
    await twoThatReturn(20)
    await call('a.two')
    for (const name of ['a.one', 'a.two']) {
      await expect.poll(() => call(name)).toEqual({ kind: 'completed', output: { n: 20 } })
    }
  })

  it('is taken as it is now, also where it was read while it was being written', async () => {
    await write('')
    expect(await call('a.one')).toMatchObject({ error: { code: 'FUNCTION_NOT_FOUND' } })
    await twoThatReturn(1)
    await call('a.one')
    await expect.poll(() => call('a.one')).toEqual({ kind: 'completed', output: { n: 1 } })
  })

  it('is not run by a name that it does not export, nor is any package', async () => {
    const ran = join(folder, 'ran')
    const wipe = `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(ran)}, '')\nexport function shell() {}\nexport const nothing = null\n`
    for (const file of ['scripts/wipe.ts', 'node_modules/evil/index.js', 'scripts/wipe.test.ts']) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), wipe)
    }
    for (const name of [
      'node_modules.evil.index.shell',
      'scripts.wipe.nothing',
      'scripts.wipe.other',
      'scripts.wipe.test.shell',
    ]) {
      for (const how of [{}, isolated]) {
        expect(await call(name, how)).toMatchObject({ error: { code: 'FUNCTION_NOT_FOUND' } })
      }
    }
    expect(existsSync(ran)).toBe(false)
    expect(await call('scripts.wipe.shell')).toMatchObject({ kind: 'completed' })
    expect(existsSync(ran)).toBe(true)
  })
})
