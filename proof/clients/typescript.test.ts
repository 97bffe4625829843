import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { constructWebhookEvent, FabricClient } from '#sdk/client/index.ts'
import { type ServedHeddle, serveHeddle } from './served-heddle.ts'
import { snippetsOf } from './snippets.ts'

const root = join(import.meta.dirname, '..', '..')
const client = join(root, 'sdk', 'client', 'index.ts')
const run = promisify(execFile)

let heddle: ServedHeddle
let folder: string
beforeAll(async () => {
  heddle = await serveHeddle()
  folder = await mkdtemp(join(tmpdir(), 'heddle-snippets-'))
})
afterAll(async () => {
  await heddle.stop()
  await rm(folder, { recursive: true })
  expect(heddle.api.errors).toEqual([])
})

const documented = snippetsOf(join(import.meta.dirname, 'documented-calls.md'), 'ts')
const guide = snippetsOf(join(root, 'docs', 'guide', 'programs.md'), 'ts')

/** The surroundings of a snippet: a client, a run that waits, and a web server that only keeps its handler. */
const before = `import { FabricClient, HeddleError, RunFailedError, constructWebhookEvent } from '@fabric-platform/sdk'
export const handlers: ((req: Incoming, res: Outgoing) => Promise<void>)[] = []
interface Incoming { readonly body: string; readonly headers: Readonly<Record<string, string | undefined>> }
interface Outgoing { sendStatus(status: number): void }
const app = { post: (_path: string, handle: (req: Incoming, res: Outgoing) => Promise<void>) => void handlers.push(handle) }
const secret = 'whsec_c2VjcmV0'
const baseUrl = 'HOST'
const runId = 'RUN'
const fabric = new FabricClient({ baseUrl, auth: { type: 'api-key', key: 'fab_xxx' } })
void [app, secret, runId, fabric, HeddleError, RunFailedError, constructWebhookEvent]
`
/** A snippet that imports its own client needs none of it. */
const whole = (snippet: string) => (snippet.includes('import ') ? snippet : `${before}{\n${snippet}\n}\n`)

describe('public-run 15: the TypeScript client', () => {
  it('compiles the documented snippets and those of the guide', async () => {
    expect(documented).toHaveLength(3)
    const files = [...documented, ...guide].map((snippet, index) => [`snippet-${index}.tsx`, whole(snippet)] as const)
    for (const [name, text] of files) await writeFile(join(folder, name), `${text}\nexport {}\n`)
    const compilerOptions = {
      paths: {
        '@fabric-platform/sdk': [client],
        'heddle/client': [client],
        'heddle/client/react': [join(root, 'sdk', 'client', 'react.ts')],
        react: [join(root, 'node_modules', '@types', 'react')],
        'react/*': [join(root, 'node_modules', '@types', 'react', '*')],
      },
      incremental: false,
      tsBuildInfoFile: null,
      noUnusedLocals: false,
      plugins: [],
      typeRoots: [join(root, 'node_modules', '@types')],
    }
    const config = { extends: join(root, 'tsconfig.json'), compilerOptions, include: ['*.tsx'], exclude: [] }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const tsc = join(root, 'node_modules', '.bin', 'tsc')
    const said = await run(tsc, ['-p', folder]).catch((error: { stdout: string }) => error)
    expect(said.stdout).toBe('')
  })

  /** Runs a snippet as a program of its own would: its types are left out, and the package is this client. */
  async function execute(snippet: string, runId: string): Promise<{ readonly handlers?: readonly Handler[] }> {
    const text = whole(snippet)
      .replaceAll(/(['"])(@fabric-platform\/sdk|heddle\/client)\1/g, JSON.stringify(pathToFileURL(client).href))
      .replaceAll(/http:\/\/127\.0\.0\.1:3000|HOST/g, heddle.url)
      .replaceAll('RUN', runId)
    const file = join(folder, `run-${crypto.randomUUID()}.mjs`)
    await writeFile(file, stripTypeScriptTypes(text))
    return (await import(pathToFileURL(file).href)) as { handlers?: readonly Handler[] }
  }
  type Handler = (request: object, answer: object) => Promise<void>

  const begin = async () => {
    const fabric = new FabricClient({ baseUrl: heddle.url })
    const { run_id } = await fabric.workflows.runs.submit('content/approved', { input: { topic: 'x' } })
    for await (const { kind } of fabric.workflows.runs.watch(run_id)) if (kind === 'workflow.run.waiting') break
    return run_id
  }

  it('runs the documented snippets', async () => {
    await execute(documented[0] ?? '', '')
    const { handlers = [] } = await execute(documented[1] ?? '', '')
    expect(handlers).toHaveLength(1)
    for (const [call] of (documented[2] ?? '').matchAll(/^await [\s\S]*?;$/gm)) {
      const runId = await begin()
      if (call.includes('resume')) await execute('await fabric.workflows.runs.pause(runId);', runId)
      await execute(call, runId)
    }
  })

  it('runs the snippets of the guide', async () => {
    // The others are parts of a web page.
    const programs = guide.filter((snippet) => !snippet.includes('heddle/client/react'))
    expect(programs.length).toBeGreaterThan(2)
    for (const snippet of programs) await execute(snippet, await begin())
  })

  it('submits, watches, waits, and gets outputs in their order', async () => {
    const { runs } = new FabricClient({ baseUrl: `${heddle.url}/` }).workflows
    const kinds: string[] = []
    const run = await runs.submitAndWait('content/generate', {
      input: { n: 21 },
      state: { workspace_id: 'ws-1' },
      onEvent: ({ kind }) => kinds.push(kind),
    })
    expect(run).toMatchObject({ status: 'completed', state: { workspace_id: 'ws-1' } })
    expect([kinds[0], kinds.at(-1)]).toEqual(['workflow.run.created', 'workflow.run.completed'])
    expect(await runs.submitAndGetOutput('content/generate', { variants: 3 })).toHaveLength(3)
    const listed: string[] = []
    for await (const { run_id } of runs.list({ workflow: 'content/generate', limit: 2, roots_only: true }))
      listed.push(run_id)
    expect(new Set(listed).size).toBe(listed.length)
    expect(listed).toContain(run.run_id)
  })

  it('throws how a run failed, and what the API refuses', async () => {
    const { runs } = new FabricClient({ baseUrl: heddle.url }).workflows
    await expect(runs.submitAndGetOutput('content/broken')).rejects.toMatchObject({
      name: 'RunFailedError',
      run: { status: 'cancelled' },
    })
    expect(await runs.submitAndGetOutput('content/broken', { partial: true })).toEqual([undefined])
    await expect(runs.submit('nowhere')).rejects.toMatchObject({ name: 'HeddleError', code: 'NOT_FOUND', status: 404 })
    const { run_id } = await runs.submit('content/approved')
    await expect(runs.wait(run_id, { timeoutMs: 50 })).rejects.toMatchObject({
      name: 'WaitTimeoutError',
      runId: run_id,
    })
  })

  it('starts one run for one key, and manages webhooks', async () => {
    const { workflows, webhooks } = new FabricClient({ baseUrl: heddle.url })
    const [one, other] = await Promise.all([
      workflows.runs.submit('content/generate', { idempotencyKey: 'k-1' }),
      workflows.runs.submit('content/generate', { idempotencyKey: 'k-1' }),
    ])
    expect(one.run_id).toBe(other.run_id)
    const made = await webhooks.create('local', { url: 'https://example.com/hook', event_filter: ['workflow.run.*'] })
    expect(made.secret).toMatch(/^whsec_/)
    expect((await webhooks.rotate('local', made.id)).secret).not.toBe(made.secret)
    expect(await webhooks.update('local', made.id, { active: false })).toMatchObject({ active: false })
    for await (const delivery of webhooks.deliveries('local', made.id)) expect(delivery.webhook_id).toBe(made.id)
    expect((await webhooks.list('local')).map(({ id }) => id)).toContain(made.id)
    await webhooks.delete('local', made.id)
    await expect(webhooks.get('local', made.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('hands the handler of the document the state of the caller', async () => {
    const text = await readFile(join(import.meta.dirname, 'documented-calls.md'), 'utf8')
    expect(text).toContain('event.payload.state')
    await expect(constructWebhookEvent('{}', 't=1,v1=00', 'whsec_x')).rejects.toThrow('signature')
  })
})
