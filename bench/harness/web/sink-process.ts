import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { nowMs } from '../stats.ts'

export interface Arrivals {
  readonly count: number
  /** The arrival time of the first delivery after the number of deliveries that the caller has counted. */
  readonly firstAt: number
  readonly lastAt: number
}

/** A receiver of webhooks in a process of its own. It answers each delivery immediately. */
export interface SinkProcess {
  readonly host: string
  /** `known`: how many deliveries the caller knows. */
  arrivals(known?: number): Promise<Arrivals>
  stop(): void
}

export async function startSinkProcess(): Promise<SinkProcess> {
  const child = fork(import.meta.filename)
  const [host] = (await once(child, 'message')) as [string]
  return {
    host,
    async arrivals(known = 0) {
      const answer = once(child, 'message')
      child.send(known)
      return ((await answer) as [Arrivals])[0]
    },
    stop: () => child.kill(),
  }
}

if (import.meta.main) {
  const times: number[] = []
  const server = createServer((incoming, outgoing) => {
    incoming.resume()
    incoming.on('end', () => {
      times.push(nowMs())
      outgoing.writeHead(200).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.on('message', (known: number) => {
    const [firstAt, lastAt] = [times[known] ?? 0, times.at(-1) ?? 0]
    process.send?.({ count: times.length, firstAt, lastAt } satisfies Arrivals)
  })
  process.send?.(`127.0.0.1:${(server.address() as AddressInfo).port}`)
}
