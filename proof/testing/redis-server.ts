import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createClient } from '@redis/client'
import { ensureDebianPackages } from './debian-packages.ts'

const PROGRAM = '/usr/bin/redis-server'

/** A Redis of this machine (Debian: `redis-server`) for one proof, without a file. */
export interface RedisServer {
  readonly url: string
  /** Kills it, and starts it anew on its port. */
  restart(): Promise<void>
  kill(): Promise<void>
  /** Number of stored keys. */
  keys(): Promise<number>
  stop(): Promise<void>
}

export async function startRedis(): Promise<RedisServer> {
  ensureDebianPackages(['redis-server'], [PROGRAM])
  const port = await freePort()
  let server = await serve(port)
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    async restart() {
      await kill()
      server = await serve(port)
    },
    async keys() {
      const client = createClient({ url: `redis://127.0.0.1:${port}` })
      await client.connect()
      const keys = await client.dbSize()
      client.destroy()
      return keys
    },
    stop: kill,
  }
}

async function serve(port: number): Promise<ChildProcess> {
  const server = spawn(PROGRAM, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', () => reject(new Error('redis-server has ended.')))
    server.stdout.on('data', (text: Buffer) => {
      if (String(text).includes('Ready to accept connections')) resolve()
    })
  })
  return server
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
