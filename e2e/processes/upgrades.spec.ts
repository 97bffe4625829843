import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { expect, test } from '@playwright/test'
import { startHeddle } from '../support/heddle.ts'

test('web sockets are refused and closed, also once Next has rendered a page', async () => {
  const heddle = await startHeddle()
  try {
    expect((await fetch(heddle.url)).status).toBe(200)
    const host = `127.0.0.1:${heddle.port}`
    const before = openFiles(heddle.pidOf('web'))
    const foreign = { host: 'evil.example', origin: 'http://evil.example' }
    const ours = { host, origin: `http://${host}` }
    const asked = [foreign, ours].flatMap((headers) =>
      ['/api/trpc/x', '/none', '/'].flatMap((path) =>
        Array.from({ length: 100 }, () => upgrade(heddle.port, path, headers)),
      ),
    )
    const answers = (await Promise.all(asked)).map((answer) => answer.split('\r\n')[0])
    expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 403 Forbidden', 'HTTP/1.1 404 Not Found']))
    await expect.poll(() => openFiles(heddle.pidOf('web'))).toBeLessThan(before + 50)
  } finally {
    await heddle.stop()
  }
})

/** What the server says until it ends the connection; this side never does. */
async function upgrade(port: number, path: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}connection: Upgrade\r\nupgrade: websocket\r\n\r\n`)
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  await once(socket, 'end')
  socket.destroy()
  return text
}

function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}
