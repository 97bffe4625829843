import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { localActor } from '#server/access/actor.ts'
import { apiOf } from '../api/testing/api-of.ts'
import { startTestApi, type TestApi } from '../api/testing/test-api.ts'
import { removeConnector, saveConnector } from './change-connectors.ts'
import { listConnectors } from './list-connectors.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})
const pool = () => api.services.stores.pool

describe('connectors', () => {
  it('keep the chosen operations of a document, and count its versions', async () => {
    const paths = { '/a': { get: { operationId: 'one' }, post: { operationId: 'two' } } }
    const text = JSON.stringify({ openapi: '3.0.0', info: { title: 'Pair', version: '3' }, paths })
    const first = await saveConnector(pool(), localActor, {
      name: 'pair',
      text,
      connection: 'crm',
      operations: ['two'],
    })
    expect(first).toEqual({ version: 1, operations: 1 })
    const second = await saveConnector(pool(), localActor, { name: 'pair', text: apiOf('Shop') })
    expect(second).toEqual({ version: 2, operations: 1 })
    expect(await listConnectors(pool(), localActor)).toMatchObject([
      {
        name: 'pair',
        version: 2,
        title: 'Shop',
        apiVersion: '1.0',
        server: 'https://api.example.com/v1',
        connection: null,
        operations: [{ id: 'readOrder', method: 'GET', path: '/orders/{{ input.id }}', stepName: 'readOrder' }],
      },
    ])
    expect(await removeConnector(pool(), localActor, 'pair')).toEqual({ removed: true })
    await expect(removeConnector(pool(), localActor, 'pair')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { rows } = await pool().query(`select action from audit where target = 'pair' order by id`)
    expect(rows.map(({ action }) => action)).toEqual(['connector.save', 'connector.save', 'connector.remove'])
  })

  it.each([
    ['no document', { text: '{}' }, 'text', 'no OpenAPI document'],
    ['no operation', { text: apiOf('Shop'), operations: [] }, 'operations', 'at least one operation'],
    ['no host', { text: apiOf('Shop').replace('https://api.example.com', '') }, 'connection', 'Choose a connection'],
  ])('with %s are refused: nothing is stored', async (_, written, field, words) => {
    const response = await api.post('/api/trpc/connectors.save', { name: 'refused', ...written })
    expect(response.status).toBe(400)
    const said = JSON.stringify(await response.json())
    expect(said).toContain(words)
    expect(said).toContain(`"field":"${field}"`)
    expect(await listConnectors(pool(), localActor)).toEqual([])
  })

  it('of a document that is too large are refused with its bound', async () => {
    const text = apiOf('x'.repeat(limits.connectors.documentBytes))
    const response = await api.post('/api/trpc/connectors.save', { name: 'large', text })
    expect(JSON.stringify(await response.json())).toContain('larger than 1024 kB')
    const huge = await api.post('/api/trpc/connectors.save', { name: 'huge', text: 'x'.repeat(20 * 1024 * 1024) })
    expect(huge.status).toBe(413)
  })

  it('whose operations take too much room are refused', async () => {
    const path = `/${'x'.repeat(limits.connectors.documentBytes / 2)}`
    const paths = { [path]: { get: {}, put: {}, post: {} } }
    const text = JSON.stringify({ openapi: '3.0.0', servers: [{ url: 'https://a.example' }], paths })
    const saved = saveConnector(pool(), localActor, { name: 'wide', text })
    await expect(saved).rejects.toMatchObject({ code: 'TOO_LARGE', field: 'operations' })
  })

  it('are bounded in number', async () => {
    const { most } = limits.connectors
    for (let at = 0; at < most; at += 1) {
      await saveConnector(pool(), localActor, { name: `c${at}`, text: apiOf('Shop') })
    }
    const one = saveConnector(pool(), localActor, { name: 'more', text: apiOf('Shop') })
    await expect(one).rejects.toMatchObject({ code: 'TOO_LARGE', field: 'name' })
  })
})
