import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'

/** What the server says until it ends the connection; this side never does. */
export async function askForUpgrade(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
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

/** The number of files and sockets that a process has open. */
export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}
