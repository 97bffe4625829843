import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { hashOfKey, newKey } from '../keys/key-text.ts'
import { type Browser, type LoginServer, startLoginServer, testPassword } from './testing/login-server.ts'

let server: LoginServer
let runId = ''
let firstEvent = ''
beforeAll(async () => {
  server = await startLoginServer({ heartbeatMs: 20 })
  await server.api.publish('workflow_type: Ask\nsteps:\n  - name: Ask\n    type: HUMAN\n    title: "Well?"\n')
  const started = await server.api.post('/v1/workflows/run?name=Ask', { input: {} })
  runId = ((await started.json()) as { run_id: string }).run_id
  const reader = (await server.api.fetch(`/v1/workflow-runs/${runId}/events`)).body?.getReader()
  firstEvent = /^id: (.*)$/m.exec(Buffer.from((await reader?.read())?.value ?? []).toString())?.[1] ?? ''
  await reader?.cancel()
})
afterAll(async () => {
  await server.stop()
  expect(server.api.errors).toEqual([])
})
const sql = async (text: string, values: unknown[] = []) => (await server.identity.pool.query(text, values)).rows

async function loggedIn(name: string): Promise<{ browser: Browser; userId: string }> {
  const { userId, email } = await server.addMember(name, ['operator'])
  const browser = server.browser()
  await browser.post('/api/auth/login', { email, password: testPassword })
  return { browser, userId }
}

/** A stream that has begun, and all that it sends until its end. */
async function opened(response: Response): Promise<() => Promise<string>> {
  expect(response.status).toBe(200)
  const reader = response.body?.getReader()
  let text = ''
  const read = async () => {
    const { value, done } = (await reader?.read()) ?? { done: true }
    text += Buffer.from(value ?? new Uint8Array()).toString()
    return !done
  }
  while (!/^(data|id): /m.test(text)) await read()
  return async () => {
    while (await read()) {}
    return text
  }
}
const eventStream = { accept: 'text/event-stream' }
const changes = (browser: Browser) => browser.get('/api/trpc/runs.changes?input=%7B%7D', eventStream)
const watch = (browser: Browser) =>
  browser.get(`/api/trpc/runs.watch?input=${encodeURIComponent(JSON.stringify({ runId }))}`, eventStream)
const allEvents = (browser: Browser) => browser.get('/v1/events/stream', { 'last-event-id': firstEvent })
const events = (browser: Browser) => browser.get(`/v1/workflow-runs/${runId}/events`)

/** How a socket is closed that has received its first event. */
async function openSocket(browser: Browser, headers: Record<string, string> = {}) {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const address = `${server.url.replace('http', 'ws')}/v1/events/ws`
  const socket = new WebSocket(address, {
    headers: { 'x-forwarded-for': browser.address, ...(cookie && { cookie }), ...headers },
  })
  const closed = once(socket, 'close').then(([code, reason]) => [code, String(reason)])
  const first = once(socket, 'message')
  await once(socket, 'open')
  socket.send(JSON.stringify({ subscribe: { after: firstEvent } }))
  const [frame] = await first
  expect(JSON.parse(String(frame))).toHaveProperty('kind')
  return { closed }
}

describe('a live stream', () => {
  it.each<[string, (userId: string) => Promise<unknown>]>([
    ['the session is revoked', (userId) => sql('delete from session where "userId" = $1', [userId])],
    ['the session is over', (userId) => sql('update session set "expiresAt" = now() where "userId" = $1', [userId])],
    ['the member is disabled', (userId) => sql(`update member set status = 'disabled' where user_id = $1`, [userId])],
    ['the member is removed', (userId) => sql('delete from member where user_id = $1', [userId])],
    ['the roles are lowered', (userId) => sql(`update member set roles = '{approver}' where user_id = $1`, [userId])],
  ])('ends at the heartbeat after %s (access 6; ASVS 7.4.1, 7.4.2, 8.3.2)', async (what, change) => {
    const { browser, userId } = await loggedIn(`of-${what.replaceAll(' ', '-')}`)
    const streams = await Promise.all(
      [changes(browser), watch(browser), events(browser), allEvents(browser)].map(async (it) => opened(await it)),
    )
    const socket = await openSocket(browser)
    await change(userId)
    const [ofChanges, ofRun, ofEvents, ofAll] = await Promise.all(streams.map((toItsEnd) => toItsEnd()))
    expect(ofChanges).toContain('"apiCode":"UNAUTHENTICATED"')
    expect(ofRun).toContain('"apiCode":"UNAUTHENTICATED"')
    expect(ofEvents).not.toContain('error')
    expect(ofAll).not.toContain('error')
    expect(await socket.closed).toEqual([4401, 'UNAUTHENTICATED'])
  })

  it.each([
    ['revoked', 'update api_key set revoked_at = now() where id = $1'],
    ['over', 'update api_key set expires_at = now() where id = $1'],
    ['allowed less', `update api_key set permissions = '{run.start}' where id = $1`],
  ])('of a key ends at the heartbeat after the key is %s (access 10; ASVS 8.3.2)', async (how, change) => {
    const name = `holder-${how.replaceAll(' ', '-')}`
    await loggedIn(name)
    const { id, text } = newKey()
    await sql(
      `insert into api_key (id, owner_id, person_id, name, hash, permissions, networks, created_by, expires_at)
       values ($1, 'local', $2, 'k', $3, '{run.read,run.view}', '{}', $2, now() + interval '1 day')`,
      [id, name, hashOfKey(text)],
    )
    const program = server.browser()
    const stream = await opened(
      await program.get(`/v1/workflow-runs/${runId}/events`, { authorization: `Bearer ${text}` }),
    )
    const socket = await openSocket(program, { authorization: `Bearer ${text}` })
    await sql(change, [id])
    expect(await stream()).not.toContain('error')
    expect(await socket.closed).toEqual([4401, 'UNAUTHENTICATED'])
  })

  it('goes on for the same actor, and is no use of the session (access 6; ASVS 7.3.1)', async () => {
    const { browser, userId } = await loggedIn('idle')
    const stream = await opened(await events(browser))
    await sql(`update session set "updatedAt" = now() - interval '7 hours' where "userId" = $1`, [userId])
    // Another stream of the same heartbeat ends: this one was asked for again meanwhile, at least once.
    const other = await loggedIn('other')
    const ending = await opened(await events(other.browser))
    await sql('delete from session where "userId" = $1', [other.userId])
    await ending()
    expect(
      await sql(`select from session where "userId" = $1 and "updatedAt" < now() - interval '6 hours'`, [userId]),
    ).toHaveLength(1)
    await sql(`update session set "updatedAt" = now() - interval '9 hours' where "userId" = $1`, [userId])
    await stream()
  })
})
