import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folder, heddle, withApi } from './testing/command-line.ts'

withApi()

const of = (name: string, step = 't.pass') => `workflow_type: ${name}\nsteps:\n  - name: A\n    function: ${step}\n`
const repository = async (files: Readonly<Record<string, string>>) => {
  const at = join(folder, 'repository', 'flows')
  await mkdir(at, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(at, name), text)
  return join(folder, 'repository')
}

describe('a folder as the source of workflows', () => {
  it('is compared with what is published, and published where it differs', async () => {
    const from = await repository({
      'one.yaml': of('git/One'),
      'two.yml': `# both\n${of('git/Two')}---\n${of('git/Three')}`,
      'parent.yaml':
        'workflow_type: git/Parent\nsteps: [{ name: Call, type: SUB_WORKFLOW, sub_workflow_type: git/Two }]\n',
    })
    const before = await heddle(['diff', '--from', from])
    expect([before.code, before.out]).toEqual([1, expect.stringMatching(/git\/One \(.*one\.yaml\) is not published/)])
    expect(before.said).toContain('4 of 4 workflows differ')
    const published = await heddle(['publish', '--from', from])
    expect([published.code, published.said]).toEqual([0, ''])
    expect(published.out).toContain('Published git/Parent v1.')
    expect(await heddle(['diff', '--from', from])).toMatchObject({
      code: 0,
      out: 'All 4 workflows are published as they are here.\n',
    })
    expect((await heddle(['publish', '--from', from])).out).toBe('Everything is published already.\n')

    await repository({ 'one.yaml': of('git/One', 't.double') })
    const drift = await heddle(['diff', '--from', from])
    expect([drift.code, drift.out]).toEqual([
      1,
      expect.stringMatching(/- {4}function: t\.pass\n\+ {4}function: t\.double/),
    ])
    expect(JSON.parse((await heddle(['--json', 'diff', '--from', from])).out)).toEqual({
      drift: [{ file: expect.stringContaining('one.yaml'), name: 'git/One', published: true }],
    })
    expect((await heddle(['publish', '--from', from])).out).toBe('Published git/One v2.\n')
  })

  it('is published whole or not at all, and problems stand at their lines', async () => {
    const from = await repository({
      'one.yaml': of('git/One', 't.fail'),
      'two.yml': `# both\n${of('git/Two')}---\n${of('git/Three')}    next: Nowhere\n`,
    })
    const { code, out, said } = await heddle(['publish', '--from', from, '--annotations'])
    expect([code, said]).toEqual([1, expect.stringContaining('Nothing was published')])
    expect(out).toMatch(/^::error file=.*two\.yml,line=11,/m)
    expect((await heddle(['export', 'git/One'])).out).toContain('t.double')
  })

  it('is refused where it has no workflows, or one twice', async () => {
    expect(await heddle(['publish', '--from', join(folder, 'nowhere')])).toMatchObject({
      code: 1,
      said: expect.stringContaining('Cannot read'),
    })
    const from = await repository({ 'again.yaml': of('git/One') })
    expect((await heddle(['diff', '--from', from])).said).toContain('Keep one of them.')
  })
})
