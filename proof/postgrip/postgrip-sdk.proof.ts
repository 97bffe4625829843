import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedHeddle, serveHeddle } from '../clients/served-heddle.ts'
import { type BuiltSdk, buildSdk } from './build-sdk.ts'
import { seenByPython, seenByTypescript } from './seen.ts'

const run = promisify(execFile)
/** The folder of a checkout of PostGrip's SDKs (`npm run conform:postgrip -- <folder>`); skipped without it. */
const checkout = process.env.HEDDLE_POSTGRIP_SDK ?? ''
const root = join(import.meta.dirname, '..', '..')
const programs = join(import.meta.dirname, 'programs')

type Variables = Readonly<Record<string, string>>

let heddle: ServedHeddle
let sdk: BuiltSdk

/** The environment of a session, as `heddle agent-session` prints it. */
async function sessionOf(queue: string) {
  const words = ['agent-session', '--queue', queue, '--agent', `agent-of-${queue}`]
  const env = { ...process.env, HEDDLE_URL: heddle.url }
  const { stdout } = await run(process.execPath, [join(root, 'cli', 'main.ts'), ...words], { env })
  const variables = [...stdout.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name = '', value = '']) => [name, value])
  return { ...process.env, ...(Object.fromEntries(variables) as Variables) }
}

async function typescript(file: string, queue: string, more: Variables = {}): Promise<string> {
  const env = { ...(await sessionOf(queue)), POSTGRIP_SDK: sdk.entry, ...more }
  return (await run(process.execPath, [file], { env })).stdout
}

async function python(parameters: readonly string[], queue: string, more: Variables = {}): Promise<string> {
  const folder = join(checkout, 'python')
  const PYTHONPATH = [join(folder, 'src'), folder].join(':')
  const env = { ...(await sessionOf(queue)), PYTHONPATH, PYTHONDONTWRITEBYTECODE: '1', ...more }
  return (await run('python3', parameters, { env })).stdout
}

const quickly = { SDK_EXAMPLE_STEPS: '3', SDK_EXAMPLE_WORKFLOW_RUNS: '2', SDK_EXAMPLE_STEP_SLEEP_SECONDS: '1' }

describe.skipIf(checkout === '')('code 11: PostGrip’s SDKs, unmodified', () => {
  beforeAll(async () => {
    sdk = await buildSdk(checkout)
    heddle = await serveHeddle({ postgrip: true })
  })
  afterAll(async () => {
    await heddle?.stop()
    await rm(sdk.folder, { recursive: true })
    expect(heddle.api.errors).toEqual([])
  })

  it('TypeScript: the greeting example', async () => {
    const said = await typescript(sdk.example('greeting'), 'ts-greeting')
    expect(said).toMatch(/^workflow typescript-example-[\da-f-]{36} -> "Hello, PostGrip"$/m)
  })

  it('TypeScript: the long-running example', async () => {
    const said = await typescript(sdk.example('longrun'), 'ts-longrun', quickly)
    expect(said).toMatch(/ -> "completed 3 steps for PostGrip-2" \(\d+s\)\ndone — 2 workflows in \d+s/)
  })

  it('TypeScript: every scenario', async () => {
    const seen = await typescript(join(programs, 'typescript.ts'), 'ts-scenarios')
    expect(JSON.parse(seen)).toEqual(seenByTypescript)
  })

  it('Python: the greeting example', async () => {
    const said = await python(['-m', 'example.greeting'], 'py-greeting')
    expect(said).toMatch(/^workflow python-example-[\da-f-]{36} -> 'Hello, PostGrip'$/m)
  })

  it('Python: the long-running example', async () => {
    const said = await python(['-m', 'example.longrun'], 'py-longrun', quickly)
    expect(said).toContain('completed 3 steps for PostGrip-2')
  })

  it('Python: every scenario', async () => {
    const seen = await python([join(programs, 'python.py')], 'py-scenarios')
    expect(JSON.parse(seen)).toEqual(seenByPython)
  })
})
