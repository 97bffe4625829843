import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedHeddle, serveHeddle } from '#proof/clients/served-heddle.ts'
import { buildPackages } from '#tools/packages/build-packages.ts'

/** The packages as a program gets them: packed, installed into an empty project, compiled against and run there. */

let heddle: ServedHeddle
let folder: string
let archives: ReadonlyMap<string, string>
const project = () => join(folder, 'project')
beforeAll(async () => {
  heddle = await serveHeddle()
  folder = await mkdtemp(join(tmpdir(), 'heddle-packages-'))
  archives = buildPackages(join(folder, 'packages'))
  const create = join(folder, 'create')
  await run(folder, 'npm', ['install', '--prefix', create, ...installing, archive('create-heddle')])
  await run(folder, process.execPath, [join(create, 'node_modules', 'create-heddle', 'create.mjs'), 'project'])
  await run(project(), 'npm', ['install', ...installing, archive('heddle'), archive('@heddle/client')])
})
afterAll(async () => {
  await heddle.stop()
  await rm(folder, { recursive: true })
  expect(heddle.api.errors).toEqual([])
})

const installing = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
const archive = (name: string) => archives.get(name) ?? ''

/** Runs a program on this Node, with the settings of no other Heddle. */
async function run(cwd: string, command: string, words: readonly string[]): Promise<string> {
  const { HEDDLE_TOKEN: _, ...environment } = process.env
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
  const env = { ...environment, PATH, HEDDLE_CONFIG_DIR: join(folder, 'config'), HEDDLE_URL: heddle.url }
  const ended = await promisify(execFile)(command, [...words], { cwd, env }).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${command} ${words.join(' ')}: ${error.stdout}${error.stderr}`)
    },
  )
  return stripVTControlCharacters(ended.stdout)
}

describe('a project made by create-heddle, with the packed packages', () => {
  it('checks its workflow, compiles, and passes its tests', async () => {
    expect(await run(project(), 'npm', ['test'])).toMatch(/Tests\s+2 passed/)
  })

  it('refuses a folder that is not empty', async () => {
    const create = join(folder, 'create', 'node_modules', 'create-heddle', 'create.mjs')
    await expect(run(folder, process.execPath, [create, 'project'])).rejects.toThrow('is not empty')
  })

  it.each(['heddle/client', '@heddle/client'])(
    'a program compiles against %s, and starts a run by it',
    async (name) => {
      const program = `import { HeddleClient, HeddleError, type Run } from '${name}'
import type { useWorkflowRun } from '${name}/react'

const { runs } = new HeddleClient({ baseUrl: process.env.HEDDLE_URL ?? '' }).workflows
const run: Run = await runs.submitAndWait('content/generate', { input: { n: 21 } })
const refused = await runs.submit('nowhere').catch((error: unknown) => error instanceof HeddleError && error.code)
export const hook: typeof useWorkflowRun | null = null
console.log(run.status, refused)
`
      await writeFile(join(project(), 'functions', 'program.ts'), program)
      await run(project(), 'npx', ['tsc'])
      // The hook is a type here: nothing else of the program needs React.
      expect(await run(project(), process.execPath, ['functions/program.ts'])).toBe('completed NOT_FOUND\n')
      await rm(join(project(), 'functions', 'program.ts'))
    },
  )

  it('the command line publishes its workflow, and serves it to a model', async () => {
    await run(project(), 'npx', ['heddle', 'import', 'workflows/greeting.yaml']).catch((error: Error) => {
      // The API of the test has other functions.
      expect(error.message).toContain('greetings.greet')
    })
    const client = new Client({ name: 'test', version: '1' })
    const env = { ...process.env, HEDDLE_URL: heddle.url, HEDDLE_CONFIG_DIR: join(folder, 'config') } as Record<
      string,
      string
    >
    const command = join(project(), 'node_modules', 'heddle', 'bin', 'heddle.mjs')
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [command, 'mcp'], env, stderr: 'ignore' }),
    )
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('decide_task')
    const { version } = JSON.parse(
      await readFile(join(project(), 'node_modules', 'heddle', 'package.json'), 'utf8'),
    ) as {
      version: string
    }
    expect(client.getServerVersion()).toMatchObject({ version })
    await client.close()
  })

  it('the command line says where a command of the operator works', async () => {
    const words = ['heddle', 'admin', 'reset-link', 'ada@example.com']
    await expect(run(project(), 'npx', words)).rejects.toThrow('run it where the server of Heddle is installed')
  })
})
