import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from './testing/test-api.ts'

/**
 * The list "Bad input" of the first issue and the lines of the attack list that
 * touch it: each a clear 4xx naming the field, nothing changed, the process alive.
 */
let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  const published = await api.publish(
    'workflow_type: Known\ninput_schema: { type: object, properties: { n: { type: number } } }\nsteps:\n  - name: A\n    function: t.pass\n',
  )
  expect(published.status).toBe(201)
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

async function rows(): Promise<unknown> {
  const { pool } = api.services.stores
  const { rows: counts } = await pool.query(
    `select (select count(*)::int from workflow) as workflows, (select count(*)::int from definition) as versions,
            (select count(*)::int from run) as runs, (select coalesce(sum(revision), 0)::int from draft) as revisions`,
  )
  return counts
}

/** Refused with the status and field, after less than two seconds of work, and nothing is there afterwards that was not before. */
async function check(request: () => Promise<Response>, status: number, field?: string | RegExp) {
  const before = await rows()
  const begun = process.threadCpuUsage()
  const response = await request()
  const text = await response.text()
  const { user, system } = process.threadCpuUsage(begun)
  expect((user + system) / 1_000).toBeLessThan(2_000)
  const { error } = JSON.parse(text) as { error: { code: string; message: string; field?: string } }
  expect({ status: response.status, error }).toMatchObject({ status, error: { code: expect.any(String) } })
  if (field !== undefined) expect(error.field).toMatch(field)
  expect(text).not.toMatch(/node_modules|\/server\/|select |prisma|at \w+ \(/i)
  expect(await rows()).toEqual(before)
  expect((await api.fetch('/healthz')).status).toBe(200)
}

/** For how long a request holds up all others, by the processor's clock: what else the machine does is not counted. */
async function longestTurnMs(request: () => Promise<Response>, status: number): Promise<number> {
  let longestMs = 0
  let begun = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(begun)
    longestMs = Math.max(longestMs, (user + system) / 1_000)
    begun = process.threadCpuUsage()
  }
  const looking = setInterval(look, 5)
  let response = await request()
  // On a machine that stands still a text may take too long to be read: that is said, and whoever asks again has it read.
  while (response.status === 503 && status !== 503) response = await request()
  clearInterval(looking)
  look()
  expect(response.status).toBe(status)
  return longestMs
}

/** Design 8: no request blocks the loop for longer. */
const MOST_MS = 100

/** Of several, the one in the middle: a request that holds up others does so every time, a collection of what earlier tests have left does not. */
async function turnMs(times: number, request: () => Promise<Response>, status: number): Promise<number> {
  const turns: number[] = []
  for (let time = 0; time < times; time += 1) turns.push(await longestTurnMs(request, status))
  return turns.sort((a, b) => a - b)[Math.floor(times / 2)] as number
}

describe('YAML that attacks the parser', () => {
  it('is refused before the parser, a hundred times in one process, and blocks nobody', async () => {
    for (const count of [900, 50_000]) {
      const bomb = `workflow_type: Bomb\nsteps: ${'['.repeat(count)}`
      expect(await turnMs(100, () => api.publish(bomb), 422)).toBeLessThan(MOST_MS)
      await check(() => api.publish(bomb), 422)
    }
  })

  it('is refused for deep indentation, aliases, merge keys and tags (ASVS 1.5.2)', async () => {
    const deep = Array.from({ length: 3_000 }, (_, index) => `${' '.repeat(index)}a:`).join('\n')
    await check(() => api.publish(deep.slice(0, 500_000)), 422)
    const laughs = [
      'a: &a [x,x,x]',
      ...'bcdefghi'.split('').map((key, index) => `${key}: &${key} [*${'abcdefgh'[index]},*${'abcdefgh'[index]}]`),
    ]
    await check(() => api.publish(laughs.join('\n')), 422)
    await check(() => api.publish('workflow_type: M\nx: &x {a: 1}\ny: {<<: *x}\nsteps: []\n'), 422)
    await check(() => api.publish('workflow_type: T\nsteps: !!js/function "x"\n'), 422)
  })

  it('is refused for two values of one key, naming it', async () => {
    await check(
      () => api.publish('workflow_type: Two\nsteps:\n  - name: A\n    name: B\n    function: t.pass\n'),
      422,
      /name/,
    )
  })

  it('is refused for names that are properties of every object (ASVS 15.3.6)', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype']) {
      await check(
        () => api.publish(`workflow_type: P\nsteps:\n  - name: ${name}\n    function: t.pass\n`),
        422,
        /steps\.0/,
      )
      await check(() => api.publish(`workflow_type: ${name}\nsteps:\n  - name: A\n    function: t.pass\n`), 422)
    }
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

describe('bodies', () => {
  it('of a megabyte are refused, whatever length they claim (ASVS 5.2.1)', async () => {
    const text = `workflow_type: Large\n${'# x\n'.repeat(262_144)}`
    await check(() => api.publish(text), 413, 'body')
    await check(() => api.post('/v1/workflows/run?name=Known', { input: { x: 'x'.repeat(1 << 20) } }), 413, 'body')
    let sent = 0
    const endless = () =>
      new ReadableStream({
        pull(controller) {
          sent += 65_536
          controller.enqueue(new Uint8Array(65_536).fill(35))
        },
      })
    await check(
      () =>
        api.fetch('/v1/workflows', {
          method: 'POST',
          headers: { 'content-type': 'application/yaml' },
          body: endless(),
          ...{ duplex: 'half' },
        }),
      413,
      'body',
    )
    expect(sent).toBeLessThan(2 << 20)
  })

  it('with an input larger than a run may hold are refused (ASVS 5.2.1)', async () => {
    await check(() => api.post('/v1/workflows/run?name=Known', { input: { x: 'x'.repeat(300_000) } }), 413, 'input')
  })

  it('of 100,000 levels are refused', async () => {
    for (const open of ['[', '{"a":']) {
      await check(() => api.post('/v1/workflows/run?name=Known', `{"input":${open.repeat(100_000)}`), 400)
    }
  })

  it('with two values for one key or __proto__ are refused, naming the key (ASVS 15.3.6)', async () => {
    await check(() => api.post('/v1/workflows/run?name=Known', '{"input":{"n":1,"n":2}}'), 400, /^input\.n$/)
    const polluting = '{"input":{"__proto__":{"isAdmin":true}}}'
    await check(() => api.post('/v1/workflows/run?name=Known', polluting), 400, /^input\.__proto__$/)
    await check(() => api.post('/v1/workflows/run?name=Known', '{"__proto__":{"isAdmin":true}}'), 400, /^__proto__$/)
    expect({}).not.toHaveProperty('isAdmin')
  })

  it('with characters that no database stores are refused', async () => {
    await check(() => api.post('/v1/workflows/run?name=Known', '{"input":{"n":"\\u0000"}}'), 400, /^input\.n$/)
    await check(() => api.post('/v1/workflows/run?name=Known', '{"input":{"n":"\\ud800"}}'), 400, /^input\.n$/)
    await check(() => api.publish('workflow_type: Nul\nsteps: []\n#\0'), 400)
    await check(
      () =>
        api.fetch('/v1/workflows', {
          method: 'POST',
          headers: { 'content-type': 'application/yaml' },
          body: new Uint8Array([0xff, 0xfe, 0x00]),
        }),
      400,
      'body',
    )
  })
})

describe('large but legal texts', () => {
  it('are read without holding up anybody else', async () => {
    const steps = Array.from(
      { length: 1_900 },
      (_, index) => `  - name: S${index}\n    function: t.pass\n    description: ${'x'.repeat(180)}\n`,
    )
    const text = `workflow_type: Huge\nsteps:\n${steps.join('')}`
    expect(text.length).toBeLessThan(512 * 1024)
    expect(await turnMs(3, () => api.publish(text), 201)).toBeLessThan(MOST_MS)
  })
})
