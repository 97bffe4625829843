import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { wholeApp } from '../testing/routes-of.ts'
import { eventually, startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
let runId = ''
beforeAll(async () => {
  api = await startTestApi()
  await api.publish('workflow_type: Exact\nsteps: [{ name: H, type: HUMAN, title: t }]\n')
})
beforeEach(async () => {
  const started = await api.post('/v1/workflows/run?name=Exact', {})
  runId = ((await started.json()) as { run_id: string }).run_id
  const query = 'select from human_task where run_id = $1'
  await eventually(async () => (await api.services.stores.pool.query(query, [runId])).rowCount || undefined)
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

interface Answer {
  readonly error?: { readonly code: string; readonly message: string; readonly field?: string }
  readonly workflow_status?: string
}

describe('a body that nobody says is JSON', () => {
  const bearer = { authorization: 'Bearer fab_example' }
  const send = async (verb: string, headers: Record<string, string>, body?: string) => {
    const path = verb === 'run' ? '/v1/workflows/run?name=Exact' : `/v1/workflow-runs/${runId}/${verb}`
    const request = new Request(`http://localhost${path}`, { method: 'POST', headers, ...(body && { body }) })
    if (!('content-type' in headers)) request.headers.delete('content-type')
    const response = await wholeApp(api, () => localActor).request(request)
    return { code: response.status, ...((await response.json()) as Answer) }
  }
  const unsaid = [
    {},
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'text/plain;charset=UTF-8' },
  ] as const

  it.each(unsaid)('is read where it comes with a bearer header: %j', async (type) => {
    const headers = { ...type, ...bearer } as Record<string, string>
    expect((await send('pause', headers, '{"reason":"later"}')).code).toBe(200)
    expect((await send('resume', headers)).code).toBe(200)
    expect((await send('signal', headers, '{"signal_name":"paid","payload":{"amount":1}}')).code).toBe(200)
    expect((await send('run', headers, '{"input":{}}')).code).toBe(201)
    expect((await send('pause', headers, 'reason=later')).error).toMatchObject({ message: 'This is not valid JSON.' })
    expect((await send('signal', headers, '{"payload":9007199254740993}')).error).toMatchObject({ field: 'payload' })
  })

  it.each(unsaid)('is refused without one, as a form of another site would send it: %j', async (type) => {
    for (const headers of [
      {},
      { authorization: 'Basic YTpi' },
      { authorization: 'Bearer ' },
      { authorization: 'bearer' },
    ]) {
      const refused = await send('pause', { ...type, ...headers } as Record<string, string>, '{"reason":"later"}')
      expect([refused.code, refused.error?.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    }
  })

  it('is what it says where it says that it is something else', async () => {
    for (const type of ['application/xml', 'application/yaml', 'multipart/form-data; boundary=x', 'text/html']) {
      const refused = await send('pause', { ...bearer, 'content-type': type }, '{"reason":"later"}')
      expect(refused.code).toBe(415)
    }
  })

  it('is read by approve as well', async () => {
    expect((await send('approve', bearer, '{}')).code).toBe(200)
  })

  it('is read by cancel as well', async () => {
    expect(await send('cancel', bearer, '{"reason":"no longer needed"}')).toMatchObject({
      status: 'cancelled',
      workflow_status: 'CANCELLED',
    })
  })
})
