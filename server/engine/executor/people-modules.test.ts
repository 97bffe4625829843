import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createExecutorUnderTest } from './testing/executor-under-test.ts'

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
})
