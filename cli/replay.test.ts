import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestRun } from '#sdk/testing/index.ts'
import { defineWorkflow, proxyActivities, sleep } from '#sdk/workflow/index.ts'

const { charge } = proxyActivities<{ charge(amount: number): Promise<string> }>()
const pays = defineWorkflow({ type: 'Pays' }, async () => {
  await charge(5)
  await sleep(1_000)
})
const source = (body: string) => `
import { defineWorkflow, proxyActivities, sleep } from 'heddle/workflow'
const { charge } = proxyActivities<{ charge(amount: number): Promise<string> }>()
export const pays = defineWorkflow({ type: 'Pays' }, async () => {
  ${body}
})
`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-replay-'))
  const { history } = await TestRun.start(pays, { activities: { charge: () => 'paid' } })
  await writeFile(join(folder, 'run.jsonl'), history.map((event) => `${JSON.stringify(event)}\n`).join(''))
  await writeFile(join(folder, 'run.json'), JSON.stringify(history))
  await writeFile(join(folder, 'same.ts'), source('await charge(5)\n  await sleep(1_000)\n  await charge(6)'))
  await writeFile(join(folder, 'changed.ts'), source('await sleep(1_000)\n  await charge(5)'))
  await writeFile(join(folder, 'other.ts'), source('').replace("'Pays'", "'Other'"))
  await writeFile(join(folder, 'broken.json'), '{"seq":')
})
afterAll(() => rm(folder, { recursive: true }))

/** The real command, in a process of its own: it loads the files of the user. */
async function replay(...words: readonly string[]) {
  const main = join(import.meta.dirname, 'main.ts')
  const line = ['--disable-warning=ExperimentalWarning', main, 'replay', ...words]
  return new Promise<{ code: unknown; out: string; said: string }>((resolve) => {
    execFile(process.execPath, line, (error, out, said) => resolve({ code: error?.code ?? 0, out, said }))
  })
}

it('replays exported histories, of either form, without a server', async () => {
  const exports = [join(folder, 'run.jsonl'), join(folder, 'run.json')]
  const { code, out } = await replay(...exports, '--code', join(folder, 'same.ts'))
  expect([code, out]).toEqual([0, exports.map((file) => `${file}: Pays follows its history.\n`).join('')])
})

it('fails where the code would break the run, and says at which command', async () => {
  const file = join(folder, 'run.jsonl')
  const { code, out, said } = await replay(file, '--code', join(folder, 'changed.ts'))
  expect(code).toBe(1)
  expect(out).toBe(`${file}: Pays breaks: command 1: history has activity charge, code asks for sleep 1000 ms\n`)
  expect(said).toContain('1 of 1 runs would break with this code.')
})

it('says what it cannot use', async () => {
  const file = join(folder, 'run.jsonl')
  expect((await replay(file, '--code', join(folder, 'other.ts'))).said).toContain('They define: Other.')
  expect((await replay(file, '--code', join(folder, 'nowhere.ts'))).said).toContain('does not load')
  const same = join(folder, 'same.ts')
  expect((await replay(join(folder, 'broken.json'), '--code', same)).said).toContain('heddle logs <run> --json')
  expect((await replay(join(folder, 'nowhere.json'), '--code', same)).said).toContain('Cannot read')
})
