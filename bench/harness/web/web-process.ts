import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RoleUrls } from '#server/db/roles/role-urls.ts'
import { roleVariables } from '#server/env.ts'
import { nodeFlags, webFlags } from '#server/processes/node-flags.mjs'
import { askRetained, type RetainedMemory } from '../engine/messages.ts'

/** The web process as the supervisor starts it, on a free port. */
export interface WebProcess {
  readonly pid: number
  readonly port: number
  /** Bytes of objects and buffers that remain after a garbage collection. */
  keptBytes(): Promise<number>
  /** The remaining bytes, with all memory figures before and after the collection. */
  kept(): Promise<RetainedMemory>
  stop(): Promise<void>
}

const root = join(import.meta.dirname, '..', '..', '..')
const entry = join(root, 'server', 'processes', 'web.ts')
const retainedMemory = pathToFileURL(join(import.meta.dirname, 'retained-memory.ts')).href

/** What the process is started on: with roles of the database, each of its pools has its own. */
interface Databases {
  readonly databaseUrl: string
  readonly roles: RoleUrls | null
  /** Requests need an API key; only with roles. */
  readonly withLogin?: boolean
}

export async function startWebProcess(
  { databaseUrl, roles, withLogin = false }: Databases,
  profileFolder?: string,
): Promise<WebProcess> {
  // Pages are not measured: without a build, Next does not start until a page is requested.
  const built = await access(join(root, '.next', 'BUILD_ID')).then(
    () => true,
    () => false,
  )
  const child = fork(entry, [], {
    cwd: root,
    execArgv: [
      ...nodeFlags,
      ...webFlags,
      '--expose-gc',
      `--import=${retainedMemory}`,
      ...(profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`, '--cpu-prof-interval=200'] : []),
    ],
    env: {
      ...process.env,
      DATABASE_URL: roles?.web ?? databaseUrl,
      ...(roles && { [roleVariables.start]: roles.start, [roleVariables.auth]: roles.auth }),
      ...(withLogin && { HEDDLE_AUTH: 'on', HEDDLE_MASTER_KEY: randomBytes(32).toString('base64') }),
      HOST: '127.0.0.1',
      PORT: '0',
      NODE_ENV: built ? 'production' : 'development',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const [message] = (await Promise.race([
    once(child, 'message'),
    exited.then(() => Promise.reject(new Error('The web process has ended.'))),
  ])) as [{ readonly note?: string }]
  async function kept(): Promise<RetainedMemory> {
    child.send(askRetained)
    const [answer] = (await once(child, 'message')) as [RetainedMemory]
    return answer
  }
  return {
    pid: child.pid ?? 0,
    port: Number(new URL(message.note ?? '').port),
    keptBytes: async () => (await kept()).keptBytes,
    kept,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await exited
    },
  }
}
