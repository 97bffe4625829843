import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBuiltFiles } from './built-files.ts'

const script = 'console.log("a step");'.repeat(100)
const hinted = `//# allFunctionsCalledOnLoad\n${script}`
const style = '.step { color: red }'.repeat(100)
let folder: string
let server: Server
let url: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-files-'))
  const built = join(folder, 'static')
  mkdirSync(join(built, 'chunks'), { recursive: true })
  writeFileSync(join(built, 'chunks', 'one.js'), script)
  writeFileSync(join(built, 'chunks', 'one.css'), style)
  writeFileSync(join(built, 'letters.woff2'), 'letters')
  writeFileSync(join(built, 'notes.txt'), 'not for pages')
  writeFileSync(join(folder, 'secret.js'), 'secret')
  for (const each of [folder, built]) {
    mkdirSync(join(each, '.git'))
    writeFileSync(join(each, '.git', 'config'), 'secret')
  }
  const answer = createBuiltFiles(folder, '/')
  server = createServer(async (incoming, outgoing) => {
    if (!(await answer(incoming, outgoing))) outgoing.writeHead(404).end('left to others')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

describe('files of a build', () => {
  it('are sent compressed to whom understands that, and kept by the browser for good', async () => {
    const answer = await fetch(`${url}/static/chunks/one.js?v=1`)
    expect(await answer.text()).toBe(hinted)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/javascript; charset=UTF-8',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    })
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(script.length / 10)
  })

  it('are sent as they are to everybody else', async () => {
    const answer = await fetch(`${url}/static/chunks/one.js`, { headers: { 'accept-encoding': 'identity' } })
    expect(await answer.text()).toBe(hinted)
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  })

  it('are compiled as they arrive where they are scripts, and are as they were built where they are not', async () => {
    expect(await (await fetch(`${url}/static/chunks/one.js`)).text()).toBe(hinted)
    expect(await (await fetch(`${url}/static/chunks/one.css`)).text()).toBe(style)
  })

  it('are not compressed again where they are already', async () => {
    const answer = await fetch(`${url}/static/letters.woff2`)
    expect([await answer.text(), answer.headers.get('content-encoding')]).toEqual(['letters', null])
  })

  it('are only described when only that is asked', async () => {
    const answer = await fetch(`${url}/static/letters.woff2`, { method: 'HEAD' })
    expect([await answer.text(), answer.headers.get('content-length')]).toEqual(['', '7'])
  })

  it.each([
    '/static/two.js',
    '/static/..%2Fsecret.js',
    '/static/%2e%2e/secret.js',
    '/static/notes.txt',
    '/.git/config',
    '/static/.git/config',
    '/static/../.git/config',
    '/static/chunks',
    '/static/chunks/',
    '/static/',
    '/',
  ])('leave %s to others (ASVS 13.4.1, 13.4.3)', async (path) => {
    expect((await fetch(url + path)).status).toBe(404)
  })
})
