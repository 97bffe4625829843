import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { encodings, encodingsIn } from '../../db/testing/canary.ts'
import { environmentSource, readSecrets } from '../../secrets.ts'
import { createExecutorUnderTest, isolated } from './testing/executor-under-test.ts'

const canary = 'Canary/4f9c-Function value'
const sources = `
import { domainToASCII } from 'node:url'
import { WorkflowPauseDirective } from 'heddle/steps'
const encodings = {${Object.entries(encodings)
  .map(([name, encode]) => `${JSON.stringify(name)}: ${encode.toString()}`)
  .join(',')}}
const each = (value, write) => Array.from({ length: value.length }, (_, index) => write(value.charCodeAt(index))).join('')
const all = (context) => Object.fromEntries(Object.entries(encodings).map(([name, encode]) => [name, encode(context.secret('KEY'))]))
export const environment = () => Object.keys(process.env)
export const inherited = async () => {
  const { execFileSync } = await import('node:child_process')
  return execFileSync(process.execPath, ['-p', 'Object.keys(process.env).join()'], { env: process.env }).toString().trim().split(',')
}
export const right = (_, context) => context.secret('KEY') === ${JSON.stringify(canary)}
export const other = (_, context) => context.secret(context.with.name)
export const gives = (_, context) => ({ ...all(context), [context.secret('KEY')]: 1 })
export const fails = (_, context) => {
  const error = new Error(JSON.stringify(Object.values(all(context))))
  error.name = context.secret('KEY')
  throw error
}
export const pauses = (_, context) => { throw new WorkflowPauseDirective({ result: all(context) }) }
export const tells = (_, context) => {
  for (const text of Object.values(all(context))) {
    context.log(text)
    context.progress(0.5, text)
    context.heartbeat({ text })
  }
  return null
}
export const dies = (_, context) => {
  const value = context.secret('KEY')
  process.removeAllListeners('uncaughtException')
  setTimeout(() => { throw new Error('died of ' + value) })
  return new Promise(() => {})
}
`

describe('secrets of step functions', () => {
  const { open, call, close, lines, progress } = createExecutorUnderTest()
  const values: Record<string, string> = {
    HEDDLE_SECRET_KEY: canary,
    HEDDLE_ORIGINS_KEY: 'functions https://api.example',
    HEDDLE_SECRET_ELSEWHERE: 'Elsewhere-77c1-value',
    HEDDLE_ORIGINS_ELSEWHERE: 'https://api.example',
    HEDDLE_SECRET_UNBOUND: 'Unbound-88d2-value',
    DATABASE_URL: 'postgres://nobody@localhost/none',
    PGPASSWORD: 'Password-99e3-value',
    HEDDLE_DATA_DIR: 'Folder-value',
    MINE_ALONE: 'yes',
  }
  const before = new Map<string, string | undefined>()
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heddle-secrets-'))
    await writeFile(join(folder, 'tries.mjs'), sources)
    for (const [name, value] of Object.entries(values)) {
      before.set(name, process.env[name])
      process.env[name] = value
    }
  })
  afterAll(async () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    await rm(folder, { recursive: true })
  })
  beforeEach(() => open({ functionsFolders: [folder], secrets: environmentSource(readSecrets(values)), threads: 1 }))
  afterEach(close)

  describe.each([
    ['in a thread', {}],
    ['in an isolated process', isolated],
  ])('%s', (_, how) => {
    it('stay out of the environment, which is otherwise there', async () => {
      for (const name of ['tries.environment', 'tries.inherited']) {
        const outcome = (await call(name, how)) as unknown as { output: readonly string[] }
        expect(outcome.output).toContain('MINE_ALONE')
        expect(outcome.output.filter((each) => /^HEDDLE_|^PG|^DATABASE_URL$/.test(each))).toEqual([])
      }
    })

    it('are read by those that functions may read', async () => {
      expect(await call('tries.right', how)).toMatchObject({ kind: 'completed', output: true })
      for (const [name, code, setting] of [
        ['ELSEWHERE', 'SECRET_NOT_ALLOWED', 'HEDDLE_ORIGINS_ELSEWHERE'],
        ['UNBOUND', 'SECRET_WITHOUT_ORIGINS', 'HEDDLE_ORIGINS_UNBOUND'],
        ['NOWHERE', 'SECRET_NOT_SET', 'HEDDLE_SECRET_NOWHERE'],
        ['toString', 'SECRET_NOT_SET', 'HEDDLE_SECRET_toString'],
      ]) {
        expect(await call('tries.other', { ...how, with: { name: name as string } })).toMatchObject({
          kind: 'failed',
          retryable: false,
          error: { code, message: expect.stringContaining(setting as string) },
        })
      }
    })

    it('come out in no encoding, by no way', async () => {
      lines.length = 0
      progress.length = 0
      const outcomes = []
      for (const name of ['gives', 'fails', 'pauses', 'tells']) outcomes.push(await call(`tries.${name}`, how))
      expect(outcomes.map(({ kind }) => kind)).toEqual(['completed', 'failed', 'directive', 'completed'])
      const text = JSON.stringify([outcomes, lines, progress])
      expect(text.split('[secret KEY]').length).toBeGreaterThan(60)
      for (const line of [text, text.replaceAll('\\\\', '\\')]) expect(encodingsIn(line, canary)).toEqual([])
    })
  })

  it('come out in no reason why a thread has ended', async () => {
    lines.length = 0
    void call('tries.dies')
    await expect.poll(() => lines.join('\n')).toContain('a function thread was lost (died of [secret KEY])')
    expect(encodingsIn(lines.join('\n'), canary)).toEqual([])
  })
})
