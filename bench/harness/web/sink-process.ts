import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { nowMs } from '../stats.ts'

export interface Arrivals {
  readonly count: number
  readonly lastAt: number
}

/** A receiver of webhooks in a process of its own. It answers each delivery immediately. */
export interface SinkProcess {
  readonly host: string
  arrivals(): Promise<Arrivals>
  stop(): void
}

export async function startSinkProcess(): Promise<SinkProcess> {
  const child = fork(import.meta.filename)
  const [host] = (await once(child, 'message')) as [string]
  return {
    host,
    async arrivals() {
      const answer = once(child, 'message')
      child.send('arrivals')
      return ((await answer) as [Arrivals])[0]
    },
    stop: () => child.kill(),
  }
}

if (import.meta.main) {
  let count = 0
  let lastAt = 0
  const server = createServer((incoming, outgoing) => {
    incoming.resume()
    incoming.on('end', () => {
      count += 1
      lastAt = nowMs()
      outgoing.writeHead(200).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.on('message', () => process.send?.({ count, lastAt } satisfies Arrivals))
  process.send?.(`127.0.0.1:${(server.address() as AddressInfo).port}`)
}
