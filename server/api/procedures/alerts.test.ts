import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ httpAllow: ['hooks.internal:8080'] })
  expect((await api.publish('workflow_type: Orders\nsteps: [{ name: A, function: t.pass }]\n')).status).toBe(201)
})
afterAll(() => api.stop())

const save = (webhookUrl: string) =>
  api.post('/api/trpc/alerts.save', {
    workflow: 'Orders',
    failed: true,
    lateMinutes: null,
    stuckMinutes: null,
    recovered: false,
    people: [],
    addresses: [],
    webhookUrl,
    timeZone: 'UTC',
    quiet: null,
    enabled: true,
  })

it('refuses the address of a rule that no call would reach when it is saved (ASVS 15.3.2)', async () => {
  for (const [url, words] of [
    ['http://hooks.example.com/heddle', 'must begin with https://'],
    ['https://10.0.0.1/heddle', '10.0.0.1'],
    ['https://user@hooks.example.com/heddle', 'contains a user'],
    ['nonsense', 'must start with https://'],
  ] as const) {
    const refused = await save(url)
    expect([400, 403], url).toContain(refused.status)
    const text = await refused.text()
    expect(text, url).toContain(words)
    expect(text, url).toContain('webhookUrl')
  }
  for (const url of ['https://hooks.example.com/heddle', 'http://hooks.internal:8080/heddle']) {
    const saved = await save(url)
    expect(saved.status, await saved.clone().text()).toBe(200)
  }
})
