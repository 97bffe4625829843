import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

/** Another engine, in a process and a database of its own on the same server. */
export interface Peer {
  readonly name: string
  /** Milliseconds from the first start to the last result. */
  measure(runs: number, steps: number): Promise<number>
  close(): Promise<void>
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
  const manifest = await readFile(join(folder, 'node_modules', '@dbos-inc', 'dbos-sdk', 'package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { readonly version: string }

  const child = fork(join(folder, 'dbos.mjs'), [url.href], {
    cwd: folder,
    execArgv: ['--no-deprecation'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const answer = async <Message>() =>
    (
      await Promise.race([
        once(child, 'message'),
        exited.then(() => Promise.reject(new Error('The process of DBOS has ended.'))),
      ])
    )[0] as Message
  await answer()
  return {
    name: `DBOS ${version}`,
    async measure(runs, steps) {
      child.send({ runs, steps })
      return (await answer<{ ms: number }>()).ms
    },
    async close() {
      if (child.connected) child.send({ stop: true })
      await exited
      await admin.query('drop database if exists bench_dbos with (force)')
      await admin.end()
    },
  }
}
