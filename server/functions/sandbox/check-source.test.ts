import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkModules } from './check-modules.ts'
import { checkSource } from './check-source.ts'

const body = (code: string) => `export const run = async (p: any) => {\n${code}\n}\n`

/** Each source with the code and the line of its problem. */
const refused: readonly (readonly [source: string, code: string, line: number])[] = [
  [body('return Date.now()'), 'SANDBOX_TIME', 2],
  [body('const t = Date.now\nreturn t()'), 'SANDBOX_TIME', 2],
  [body('return new Date()'), 'SANDBOX_TIME', 2],
  [body('return Date()'), 'SANDBOX_TIME', 2],
  [body('const D = Date\nreturn new D()'), 'SANDBOX_TIME', 2],
  [body('const { now } = Date\nreturn now()'), 'SANDBOX_TIME', 2],
  [body("return Date['now']()"), 'SANDBOX_TIME', 2],
  [body('return performance.now()'), 'SANDBOX_TIME', 2],
  [body('return Math.random()'), 'SANDBOX_RANDOM', 2],
  [body('const { random: r } = Math\nreturn r()'), 'SANDBOX_RANDOM', 2],
  [body('const M = Math\nreturn M'), 'SANDBOX_RANDOM', 2],
  [body("return Math['ran' + 'dom']()"), 'SANDBOX_RANDOM', 2],
  [body('return crypto.randomUUID()'), 'SANDBOX_RANDOM', 2],
  [body('await new Promise((done) => setTimeout(done, 5))'), 'SANDBOX_TIMER', 2],
  [body('setInterval(() => undefined, 5)'), 'SANDBOX_TIMER', 2],
  [body('setImmediate(() => undefined)'), 'SANDBOX_TIMER', 2],
  [body('return process.env.HOME'), 'SANDBOX_PROCESS', 2],
  [body("return await fetch('https://example.com')"), 'SANDBOX_NETWORK', 2],
  [body("return require('fs')"), 'SANDBOX_IMPORT', 2],
  [body("return await import('./other.ts')"), 'SANDBOX_IMPORT', 2],
  ["import { readFile } from 'node:fs/promises'\nexport const run = () => readFile('a')\n", 'SANDBOX_IMPORT', 1],
  ["import ms from 'ms'\nexport const run = () => ms('1 s')\n", 'SANDBOX_IMPORT', 1],
  ["export { readFile } from 'node:fs'\n", 'SANDBOX_IMPORT', 1],
  ['const a = 1\nawait 0\nexport const run = () => a\n', 'SANDBOX_AWAIT', 2],
  [body('return new WeakRef(p)'), 'SANDBOX_MEMORY', 2],
  [body('new FinalizationRegistry(() => undefined)'), 'SANDBOX_MEMORY', 2],
  [body('Atomics.add(p, 0, 1)'), 'SANDBOX_MEMORY', 2],
  [body("return eval('1')"), 'SANDBOX_EVAL', 2],
  [body('return globalThis.Date.now()'), 'SANDBOX_GLOBAL', 2],
  [body('console.log(p)'), 'SANDBOX_GLOBAL', 2],
  ['let count = 0\nexport const run = () => ++count\n', 'SANDBOX_MODULE_STATE', 1],
  ['export var count = 0\n', 'SANDBOX_MODULE_STATE', 1],
  ['const a = 1\nconst seen = new Map()\nexport const run = () => seen\n', 'SANDBOX_MODULE_STATE', 2],
  ['const list: number[] = []\nexport const run = () => list\n', 'SANDBOX_MODULE_STATE', 1],
  ['const deep = Object.freeze({ list: [] })\nexport const run = () => deep\n', 'SANDBOX_MODULE_STATE', 1],
  ['class A {\n  static count = 0\n}\nexport const run = () => A\n', 'SANDBOX_MODULE_STATE', 2],
  ['const pattern = /a/g\nexport const run = () => pattern\n', 'SANDBOX_MODULE_STATE', 1],
]

describe('code 4: the static check refuses', () => {
  it.each(refused)('%j', (source, code, line) => {
    const { problems } = checkSource('work.ts', source)
    expect(problems.map((problem) => [problem.code, problem.file, problem.line])).toEqual([[code, 'work.ts', line]])
    expect(problems[0]?.message).toMatch(/\. [A-Z].*\.$/)
  })
})

const allowed: readonly string[] = [
  body('return new Date(p.at).getTime() + Date.UTC(2026, 1)'),
  body('return p instanceof Date'),
  body('return Math.floor(p.n / Math.max(1, p.m))'),
  body('const { floor, max } = Math\nreturn floor(max(1, p))'),
  'export const run = (Date: { now(): number }) => Date.now()\n',
  body('const process = { env: 1 }\nreturn process.env'),
  body('const { fetch } = p\nreturn fetch()'),
  body('for (const setTimeout of p) setTimeout()'),
  body('try {\n  p()\n} catch (crypto) {\n  return crypto\n}'),
  body('if (p) {\n  var fetch = p\n}\nreturn fetch'),
  body('return { process: 1, fetch: p.fetch, Date: 2 }'),
  "import type { Stats } from 'node:fs'\nexport const run = (stats: Stats) => stats.size\n",
  "import { type Stats } from 'node:fs'\nexport const run = (stats: Stats) => stats.size\n",
  "import { sleep } from 'heddle/workflow'\nexport const run = () => sleep(5)\n",
  'interface Date { a: string }\ntype process = string\nexport const run = (a: process) => a\n',
  'const minute = 60 * 1_000\nconst name = -minute\nexport const limits = Object.freeze({ minute, name })\n',
  "const onMessage = defineSignal('m')\nconst { a } = proxyActivities({})\nexport default defineWorkflow({ type: 'A' }, async () => a)\n",
  'class A {\n  #n = 0\n  static of() {\n    return new A()\n  }\n}\nexport const run = () => A.of()\n',
]

describe('code 4: the static check allows', () => {
  it.each(allowed)('%j', (source) => {
    expect(checkSource('work.ts', source).problems).toEqual([])
  })
})

describe('the modules of a workflow', () => {
  const folderOf = async (files: { readonly [name: string]: string }) => {
    const folder = await mkdtemp(join(tmpdir(), 'heddle-sandbox-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    for (const [name, source] of Object.entries(files)) await writeFile(join(folder, name), source)
    return folder
  }

  it('code 4: a helper file is part of the body', async () => {
    const helper = 'export const stamp = () => 1\nexport const late = () => Date.now()\n'
    const work = "import { late } from './helper.ts'\nexport const run = () => late()\n"
    const folder = await folderOf({ 'work.ts': work, 'helper.ts': helper })
    const { problems, sources } = await checkModules(folder, join(folder, 'work.ts'))
    expect(problems).toMatchObject([{ code: 'SANDBOX_TIME', file: join(folder, 'helper.ts'), line: 2 }])
    expect(sources.size).toBe(2)
  })

  it('code 4: an activity in a file that is imported for its types is not checked', async () => {
    const work = "import type * as activities from './activities.ts'\nexport type A = typeof activities\n"
    const folder = await folderOf({ 'work.ts': work, 'activities.ts': 'export const a = () => Date.now()\n' })
    expect((await checkModules(folder, join(folder, 'work.ts'))).problems).toEqual([])
  })

  it('have a hash of all their sources, and stay in their folder', async () => {
    const folder = await folderOf({ 'work.ts': "import '../out.ts'\n" })
    const { hash, problems } = await checkModules(folder, join(folder, 'work.ts'))
    expect(problems).toMatchObject([{ code: 'SANDBOX_IMPORT' }])
    await writeFile(join(folder, 'work.ts'), 'export const run = 1\n')
    expect((await checkModules(folder, join(folder, 'work.ts'))).hash).not.toBe(hash)
  })

  it('a file that is no code is a problem with its place', () => {
    expect(checkSource('work.ts', 'const a = 1\nconst = 2\n').problems).toMatchObject([
      { code: 'SANDBOX_SYNTAX', line: 2 },
    ])
  })
})
