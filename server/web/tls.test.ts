import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { selfSigned } from './testing/self-signed.ts'
import { readCertificate, renewCertificate } from './tls.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-tls-'))
  const [own, other] = [selfSigned('heddle.example'), selfSigned('heddle.example')]
  await writeFile(join(folder, 'cert.pem'), own.cert)
  await writeFile(join(folder, 'key.pem'), own.key)
  await writeFile(join(folder, 'other.pem'), other.key)
  await writeFile(join(folder, 'text.pem'), 'no certificate')
})
afterAll(() => rm(folder, { recursive: true }))

const read = (certificate: string, key: string, url = 'https://heddle.example') =>
  readCertificate({ url, tls: { certificate: join(folder, certificate), key: join(folder, key) } })

describe('a certificate (access 11; ASVS 12.2.2)', () => {
  it('is read with its key', () => {
    expect(read('cert.pem', 'key.pem')?.cert.toString()).toContain('BEGIN CERTIFICATE')
    expect(readCertificate({ url: 'https://heddle.example', tls: null })).toBeNull()
  })

  it.each([
    ['is not there', 'none.pem', 'key.pem', undefined, 'HEDDLE_TLS_CERT='],
    ['has no key there', 'cert.pem', 'none.pem', undefined, 'cannot be read'],
    ['is none', 'text.pem', 'key.pem', undefined, 'must be PEM files'],
    ['belongs to another key', 'cert.pem', 'other.pem', undefined, 'must be PEM files'],
    ['is for another host', 'cert.pem', 'key.pem', 'https://other.example', 'is not for other.example'],
  ])('that %s is refused with a sentence', (_, certificate, key, url, sentence) => {
    expect(() => read(certificate, key, url)).toThrow(sentence)
  })

  it('that is renewed is used without a restart, and a broken one is not', async () => {
    const files = { certificate: join(folder, 'used.pem'), key: join(folder, 'used-key.pem') }
    const write = async ({ cert, key }: ReturnType<typeof selfSigned>) => {
      await writeFile(files.certificate, cert)
      await writeFile(files.key, key)
    }
    const [first, second] = [selfSigned('heddle.example'), selfSigned('heddle.example')]
    await write(first)
    const access = { url: 'https://heddle.example', tls: files }
    const server = createServer(readCertificate(access) ?? {})
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const told: unknown[] = []
    renewCertificate(server, access, { everyMs: 5, onError: (error) => told.push(error) })
    const shown = async () => {
      const { port } = server.address() as AddressInfo
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
      await once(socket, 'secureConnect')
      const { raw } = socket.getPeerCertificate()
      socket.destroy()
      return raw.equals(new X509Certificate(second.cert).raw) ? 'second' : 'first'
    }
    expect(await shown()).toBe('first')
    await writeFile(files.certificate, 'half of a certificate')
    await expect.poll(() => told.length).toBeGreaterThan(0)
    expect(await shown()).toBe('first')
    await write(second)
    await expect.poll(shown).toBe('second')
    server.close()
  })
})
