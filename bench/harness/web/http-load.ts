import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { nowMs } from '../stats.ts'
import { openHttpClient } from './http-client.ts'

/** What clients saw: when the first request was sent, and how long each waited. */
export interface LoadReport {
  readonly beganAt: number
  readonly endedAt: number
  readonly waits: readonly number[]
  readonly cpuMs: number
}

/** Many clients in a process of their own, each with one request at a time to `path`, until `total` are answered. `key`: an API key, where people log in. */
export async function httpLoad(
  port: number,
  path: string,
  clients: number,
  total: number,
  key = '',
): Promise<LoadReport> {
  const child = fork(join(import.meta.dirname, 'http-load.ts'), [
    String(port),
    path,
    String(clients),
    String(total),
    key,
  ])
  const [report] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The clients have ended without a report.'))),
  ])) as [LoadReport]
  return report
}

if (import.meta.main) {
  const [port = 0, , clients = 0, total = 0] = process.argv.slice(2).map(Number)
  const [path = '', , , key = ''] = process.argv.slice(3)
  const opened = await Promise.all(Array.from({ length: clients }, () => openHttpClient(port, key)))
  const waits: number[] = []
  let left = total
  const beganAt = nowMs()
  await Promise.all(
    opened.map(async (client) => {
      while (left > 0) {
        left -= 1
        const { sentAt, answeredAt } = await client.post(path)
        waits.push(answeredAt - sentAt)
      }
    }),
  )
  const endedAt = nowMs()
  for (const client of opened) client.close()
  const { user, system } = process.cpuUsage()
  // A long report is not gone yet when it has been handed over.
  process.send?.({ beganAt, endedAt, waits, cpuMs: (user + system) / 1000 } satisfies LoadReport, () =>
    process.disconnect(),
  )
}
