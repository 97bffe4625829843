import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openLocalToken } from '#server/local-token.ts'
import { withLocalToken } from './local-token.ts'

it('the command line brings the token of local mode to this machine alone, and never in the place of a key (access 21; ASVS 14.2.1)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-token-'))
  const token = await openLocalToken({ localToken: 'on', dataDir: join(folder, 'data') })
  const url = 'http://127.0.0.1:3000'
  const sent: (string | null)[] = []
  const send: typeof fetch = async (_, init) => {
    sent.push(new Headers(init?.headers).get('authorization'))
    return new Response()
  }
  const variables = { HEDDLE_DATA_DIR: join(folder, 'data') }
  const sending = withLocalToken(send, variables)
  await sending(`${url}/v1/workflows`)
  await sending('http://localhost:3000/v1/workflows', { headers: { 'content-type': 'application/json' } })
  await sending(`${url}/v1/workflows`, { headers: { authorization: 'Bearer hdl_key' } })
  await sending('https://heddle.example/v1/workflows')
  await sending('http://127.0.0.1.evil.example/v1/workflows')
  await withLocalToken(send, { HEDDLE_DATA_DIR: folder })(`${url}/v1/workflows`)
  await withLocalToken(send, { HEDDLE_LOCAL_TOKEN: 'a-token-of-ones-own-choice' })(`${url}/v1/workflows`)
  expect(sent).toEqual([
    `Bearer ${token}`,
    `Bearer ${token}`,
    'Bearer hdl_key',
    null,
    null,
    null,
    'Bearer a-token-of-ones-own-choice',
  ])
  await rm(folder, { recursive: true })
})
