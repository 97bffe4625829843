import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'

const masterKey = { HEDDLE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }
const open = { HOST: '0.0.0.0', HEDDLE_AUTH: 'on', HEDDLE_PUBLIC_URL: 'https://heddle.example' }
const tls = { HEDDLE_TLS_CERT: 'cert.pem', HEDDLE_TLS_KEY: 'key.pem' }

describe('the start beyond this machine (access 11; ASVS 12.2.1, 13.2.2)', () => {
  it.each([
    ['no login', { HOST: '0.0.0.0' }, 'HOST=0.0.0.0 needs HEDDLE_AUTH=on and HEDDLE_PUBLIC_URL=https://'],
    ['a login alone', { HOST: '::', HEDDLE_AUTH: 'on' }, 'HOST=:: needs HEDDLE_AUTH=on and HEDDLE_PUBLIC_URL'],
    ['a network name alone', { HOST: 'heddle.internal', HEDDLE_AUTH: 'on' }, 'HOST=heddle.internal needs'],
    ['a public URL without a login', { ...open, HEDDLE_AUTH: 'off', ...tls }, 'HEDDLE_PUBLIC_URL needs HEDDLE_AUTH=on'],
    [
      'the same on loopback',
      { ...tls, HEDDLE_PUBLIC_URL: open.HEDDLE_PUBLIC_URL },
      'HEDDLE_PUBLIC_URL needs HEDDLE_AUTH=on',
    ],
    ['no TLS', open, 'HEDDLE_PUBLIC_URL needs TLS: set HEDDLE_TLS_CERT and HEDDLE_TLS_KEY, or name the proxy'],
    ['a certificate without its key', { ...open, HEDDLE_TLS_CERT: 'cert.pem' }, 'must be set together'],
    ['a certificate without a public URL', { HEDDLE_AUTH: 'on', ...tls }, 'need HEDDLE_PUBLIC_URL=https://'],
    [
      'a public URL of http',
      { ...open, ...tls, HEDDLE_PUBLIC_URL: 'http://heddle.example' },
      'must be https://, a host',
    ],
    ['a path in it', { ...open, ...tls, HEDDLE_PUBLIC_URL: 'https://heddle.example/app' }, 'must be https://, a host'],
    ['a user in it', { ...open, ...tls, HEDDLE_PUBLIC_URL: 'https://a@heddle.example' }, 'must be https://, a host'],
    [
      'a proxy by name',
      { ...open, HEDDLE_TRUSTED_PROXIES: '10.0.0.1, nginx' },
      'such as 127.0.0.1, 10.0.0.0/8; nginx is neither',
    ],
  ])('is refused with a sentence for %s', (_, variables, sentence) => {
    expect(() => readEnv({ ...masterKey, ...variables })).toThrow(sentence)
  })

  it('needs a login, a public URL, and a certificate or a proxy', () => {
    expect(readEnv({ ...masterKey, ...open, ...tls })).toMatchObject({
      host: '0.0.0.0',
      address: 'https://heddle.example',
      publicAccess: { url: 'https://heddle.example', tls: { certificate: 'cert.pem', key: 'key.pem' } },
    })
    const behind = readEnv({ ...masterKey, ...open, HOST: '127.0.0.1', HEDDLE_TRUSTED_PROXIES: '127.0.0.1' })
    expect(behind.publicAccess).toEqual({ url: 'https://heddle.example', tls: null })
    expect(behind.trustedProxies.trusts('127.0.0.1')).toBe(true)
    expect(readEnv({ ...masterKey, ...open, ...tls, HEDDLE_PUBLIC_URL: 'https://Heddle.example:8443/' }).address).toBe(
      'https://heddle.example:8443',
    )
  })

  it('is not needed for this machine, with a login or without', () => {
    for (const HOST of ['127.0.0.1', 'localhost', '::1'])
      for (const HEDDLE_AUTH of ['on', 'off'])
        expect(readEnv({ ...masterKey, HOST, HEDDLE_AUTH })).toMatchObject({ host: HOST, publicAccess: null })
    expect(readEnv({ HOST: '::1' }).address).toBe('http://[::1]:3000')
  })
})
