import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

/** Another engine, in processes of its own. */
export interface HttpPeer {
  readonly name: string
  /** Where a POST runs ten steps and is answered with their result. */
  listen(): Promise<{ readonly port: number; readonly path: string }>
  close(): Promise<void>
}

/** One with a database of its own on the same server, which can be called without HTTP. */
export interface Peer extends HttpPeer {
  /** Milliseconds from the first start to the last result. */
  measure(runs: number, steps: number): Promise<number>
}

const folder = join(import.meta.dirname, '..', 'peers')

/** Installs the peers, unless they are. */
export async function installPeers(): Promise<void> {
  const installed = await access(join(folder, 'node_modules')).then(
    () => true,
    () => false,
  )
  if (installed) return
  console.error('installing the peers…')
  await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
}

export async function openDbos(serverUrl: string): Promise<Peer> {
  const url = new URL(serverUrl)
  url.pathname = '/bench_dbos'
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  await admin.query('drop database if exists bench_dbos with (force)')
  await admin.query('create database bench_dbos')
  const child = await startPeer('dbos.mjs', url.href)
  return {
    name: `DBOS ${await versionOf('@dbos-inc/dbos-sdk')}`,
    async measure(runs, steps) {
      child.send({ runs, steps })
      return (await child.answer<{ ms: number }>()).ms
    },
    async listen() {
      child.send({ listen: true })
      return { port: (await child.answer<{ port: number }>()).port, path: '/' }
    },
    async close() {
      await child.stop()
      await admin.query('drop database if exists bench_dbos with (force)')
      await admin.end()
    },
  }
}

/** Restate's server and a service of its SDK, which is how it is used. */
export async function openRestate(): Promise<HttpPeer> {
  const data = await mkdtemp(join(tmpdir(), 'heddle-bench-restate-'))
  const child = await startPeer('restate.mjs', data)
  const { port } = child.first as { readonly port: number }
  return {
    name: `Restate ${await versionOf('@restatedev/restate-server')}`,
    listen: () => Promise.resolve({ port, path: '/ten/run' }),
    async close() {
      await child.stop()
      await rm(data, { recursive: true, force: true })
    },
  }
}

/** A script of the peers as a process, ready when it has sent its first message. */
async function startPeer(script: string, parameter: string) {
  const child = fork(join(folder, script), [parameter], {
    cwd: folder,
    execArgv: ['--no-deprecation'],
    // Restate's SDK writes two lines for every invocation otherwise.
    env: { ...process.env, RESTATE_LOGGING: 'ERROR' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const answer = async <Message>(): Promise<Message> => {
    const ended = exited.then(() => Promise.reject(new Error(`${script} has ended.`)))
    const [message] = await Promise.race([once(child, 'message'), ended])
    return message as Message
  }
  return {
    first: await answer<object>(),
    answer,
    send: (message: object) => void child.send(message),
    async stop() {
      if (child.connected) child.send({ stop: true })
      await exited
    },
  }
}

async function versionOf(name: string): Promise<string> {
  const manifest = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { readonly version: string }).version
}
