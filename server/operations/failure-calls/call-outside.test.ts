import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callOutside } from './call-outside.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-call-'))
})
afterAll(() => rm(folder, { recursive: true }))

const node = (code: string) => `"${process.execPath}" -e "${code}"`
const call = (signal: AbortSignal) => ({ id: 'one', body: '{}', timeoutMs: 60_000, signal })

it('starts no command once it is time to stop', async () => {
  const touch = node(`require('fs').writeFileSync('${join(folder, 'begun').replaceAll('\\', '/')}', '')`)
  await expect(callOutside(touch, call(AbortSignal.abort()))).rejects.toThrow('aborted')
  await callOutside(node('process.stdin.resume()'), call(new AbortController().signal))
  expect(await readdir(folder)).toEqual([])
})

it('ends a command that goes on for ever when it is time to stop', async () => {
  const stopping = new AbortController()
  const called = callOutside(node('setInterval(() => {}, 1000)'), call(stopping.signal))
  stopping.abort()
  await expect(called).rejects.toThrow('Heddle is stopping')
})

it('says how a command ended that did not end well', async () => {
  await expect(callOutside(node('process.exit(3)'), call(new AbortController().signal))).rejects.toThrow('code 3')
})

it('sends the name and the password of an address as a header', async () => {
  const sent: (string | undefined)[] = []
  const server = createServer(({ headers, url }, response) => {
    sent.push(`${url} ${headers.authorization}`)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await callOutside(`http://ana:p%40ss%zz@127.0.0.1:${port}/hook?a=1`, call(new AbortController().signal))
  await callOutside(`http://127.0.0.1:${port}/hook`, call(new AbortController().signal))
  server.close()
  const pair = Buffer.from('ana:p@ss%zz').toString('base64')
  expect(sent).toEqual([`/hook?a=1 Basic ${pair}`, '/hook undefined'])
})
