import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cutOffStalledResponses } from './stalled-responses.ts'

const INTERVAL_MS = 100
const stalled = cutOffStalledResponses(INTERVAL_MS)
const opened: ServerResponse[] = []
const clients: Socket[] = []
const server = createServer((_, outgoing) => {
  outgoing.writeHead(200)
  stalled.watch(outgoing)
  opened.push(outgoing)
})

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  for (const client of clients) client.destroy()
  stalled.stop()
  server.close()
})

/** Asks for a stream; the response as the server holds it. */
async function open(reading: boolean): Promise<ServerResponse> {
  const before = opened.length
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => undefined)
  clients.push(client)
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  if (reading) client.resume()
  else client.pause()
  await expect.poll(() => opened.length).toBe(before + 1)
  return opened[before] as ServerResponse
}

describe('responses whose reader does not read', () => {
  it('are cut off when nothing has moved for an interval', async () => {
    const outgoing = await open(false)
    outgoing.write(Buffer.alloc(16 << 20))
    await expect.poll(() => outgoing.destroyed).toBe(true)
  })

  it('are left alone while there is nothing to read, and when all of it was read', async () => {
    const quiet = await open(false)
    const read = await open(true)
    read.write(Buffer.alloc(1 << 20))
    await expect.poll(() => read.writableLength).toBe(0)
    const loser = await open(false)
    loser.write(Buffer.alloc(16 << 20))
    await expect.poll(() => loser.destroyed).toBe(true)
    expect(quiet.destroyed).toBe(false)
    expect(read.destroyed).toBe(false)
  })
})
