import { afterEach, expect, it, vi } from 'vitest'
import { limits } from '#core/limits.ts'
import { givable, readValues } from './read-values.ts'

const hash = (letter: string) => letter.repeat(64)
const refTo = (letter: string, bytes: number) => ({ payload_ref: { sha256: hash(letter), bytes } })
afterEach(() => vi.unstubAllGlobals())

it('what may be given again is no longer than an input, each and together', () => {
  const { inputBytes } = limits.run
  expect(givable({ n: 1 })).toEqual([])
  expect(givable(undefined)).toEqual([])
  expect(givable({ a: refTo('a', inputBytes + 1), b: refTo('b', 100_000) })).toEqual([hash('b')])
  const many = Array.from({ length: 200 }, (_, n) => ({
    payload_ref: { sha256: n.toString(16).padStart(64, '0'), bytes: 300 },
  }))
  expect(givable(many)).toHaveLength(limits.shown.valuesOfForm)
  const three = [refTo('a', 100_000), refTo('a', 100_000), refTo('b', 150_000), refTo('c', 100_000)]
  expect(givable(three)).toEqual([hash('a'), hash('b')])
  expect(givable(three, limits.live.callBytes)).toEqual([hash('a'), hash('b'), hash('c')])
})

it("large values are read where the run has them; what it does not know is the author's own", async () => {
  const answers = new Map([
    [hash('a'), Response.json([1, 2])],
    [hash('b'), Response.json({ error: { code: 'NOT_FOUND', message: '…', field: 'sha256' } }, { status: 404 })],
  ])
  vi.stubGlobal('fetch', async (path: string) => answers.get(path.replace('/v1/workflow-runs/r/values/', '')))
  const read = await readValues('r', [hash('a'), hash('b')])
  expect([...read.values]).toEqual([[hash('a'), [1, 2]]])
  expect([...read.own]).toEqual([hash('b')])
})

it.each([
  [404, { error: { code: 'NOT_FOUND', message: 'There is no such run.', field: 'run_id' } }],
  [404, 'a page of somebody else'],
  [503, { error: { code: 'UNAVAILABLE', message: '…' } }],
])('an answer %i with %j says nothing about a value', async (status, body) => {
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))
  await expect(readValues('r', [hash('a')])).rejects.toThrow('Cannot load')
})
