import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { localServers } from './testing/local-servers.ts'

const { open, serve } = localServers()

describe('the executor of requests bounds what comes back (attack 50)', () => {
  it.each<[string, (request: IncomingMessage, response: ServerResponse) => void, string]>([
    [
      'a body without end',
      (_, response) => {
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        }
        response.on('drain', more)
        more()
      },
      'HTTP_ANSWER_TOO_LARGE',
    ],
    [
      'a small body that unpacks to a large one',
      (_, response) => {
        response.setHeader('content-encoding', 'gzip')
        response.end(gzipSync(Buffer.alloc(20 * 1024 * 1024)))
      },
      'HTTP_ANSWER_TOO_LARGE',
    ],
    [
      'a body that is packed twice',
      (_, response) => {
        response.setHeader('content-encoding', 'gzip, br')
        response.end(brotliCompressSync(gzipSync(Buffer.alloc(11 * 1024 * 1024))))
      },
      'HTTP_ANSWER_TOO_LARGE',
    ],
    [
      'a thousand encodings',
      (_, response) => {
        response.setHeader('content-encoding', Array(1_000).fill('gzip').join(','))
        response.end('x')
      },
      'HTTP_ANSWER_UNUSABLE',
    ],
    [
      'an encoding that nobody knows',
      (_, response) => {
        response.setHeader('content-encoding', 'zip')
        response.end('x')
      },
      'HTTP_ANSWER_UNUSABLE',
    ],
    [
      'what is not packed as it says',
      (_, response) => {
        response.setHeader('content-encoding', 'gzip')
        response.end('not at all')
      },
      'HTTP_ANSWER_UNUSABLE',
    ],
    [
      'ten thousand headers',
      (request) => {
        const lines = Array.from({ length: 10_000 }, (_, index) => `x-${index}: y`).join('\r\n')
        request.socket.end(`HTTP/1.1 200 OK\r\n${lines}\r\n\r\n`)
      },
      'HTTP_ANSWER_UNUSABLE',
    ],
    [
      'JSON that nests without end',
      (_, response) => {
        response.setHeader('content-type', 'application/json')
        response.end('['.repeat(50_000) + ']'.repeat(50_000))
      },
      'HTTP_ANSWER_UNUSABLE',
    ],
    [
      'JSON that is none',
      (_, response) => {
        response.setHeader('content-type', 'application/json')
        response.end('<html>')
      },
      'HTTP_ANSWER_UNUSABLE',
    ],
    [
      'a key that would change a prototype',
      (_, response) => {
        response.setHeader('content-type', 'application/json')
        response.end('{"__proto__":{"admin":true}}')
      },
      'HTTP_ANSWER_UNUSABLE',
    ],
    [
      'bytes that are no text',
      (_, response) => {
        response.setHeader('content-type', 'image/png')
        response.end(Buffer.from([0xff, 0xd8, 0xff]))
      },
      'HTTP_ANSWER_UNUSABLE',
    ],
  ])('%s', async (_, answer, code) => {
    const { host, url } = await serve(answer)
    expect(await open({ allow: [host] }).send({ url })).toMatchObject({
      kind: 'failed',
      retryable: false,
      error: { code },
    })
  })

  it.each([
    ['a length that is a lie', `content-length: ${1024 ** 3}`],
    ['two lengths', 'content-length: 1\r\ncontent-length: 2'],
  ])('%s is a broken connection', async (_, lines) => {
    const { host, url } = await serve((request) => {
      request.socket.end(`HTTP/1.1 200 OK\r\n${lines}\r\n\r\nab`)
    })
    expect(await open({ allow: [host] }).send({ url })).toMatchObject({
      retryable: true,
      error: { code: 'HTTP_UNREACHABLE' },
    })
  })
})

describe('the executor of requests keeps every digit of what comes back', () => {
  const answered = async (body: string, type = 'application/json') => {
    const { host, url } = await serve((_, response) => {
      response.setHeader('content-type', type)
      response.end(body)
    })
    return open({ allow: [host] }).send({ url })
  }

  it('has a whole number that a number cannot keep as a text', async () => {
    const body = '{"id":9007199254740993,"in":[{"id":-12345678901234567890}]}'
    expect(await answered(body)).toMatchObject({
      kind: 'completed',
      output: { id: '9007199254740993', in: [{ id: '-12345678901234567890' }] },
    })
    expect(await answered('9007199254740993')).toMatchObject({ output: '9007199254740993' })
    expect(await answered('12345678901234567890.5')).toMatchObject({ output: '12345678901234567890.5' })
  })

  it('has every other number as a number: a fraction as the nearest one', async () => {
    const kept = { most: 9007199254740991, power: 2 ** 60, large: 1e300, small: 1e-300, list: [0, -1.5] }
    expect(await answered(JSON.stringify(kept))).toMatchObject({ output: kept })
    expect(await answered('{"third":0.33333333333333333333}')).toMatchObject({ output: { third: 1 / 3 } })
    expect(await answered('{"id":"9007199254740993","text":"1234567890123456789"}')).toMatchObject({
      output: { id: '9007199254740993', text: '1234567890123456789' },
    })
  })

  it('refuses a number too large for any', async () => {
    expect(await answered(`1${'0'.repeat(400)}`)).toMatchObject({ output: `1${'0'.repeat(400)}` })
    expect(await answered('1e400')).toMatchObject({ error: { code: 'HTTP_ANSWER_UNUSABLE' } })
  })
})
