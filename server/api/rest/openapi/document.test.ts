import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { routeTable, verbPermissions } from '../../matrix/permission-table.ts'
import { operationAt } from '../../testing/conformance.ts'
import { routesOf, wholeApp } from '../../testing/routes-of.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { documentedOperations, openApiDocument, operations } from './document.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

/** The id of nothing. */
const anId = '0197f000-0000-4000-8000-000000000009'

/** Routes with protocols of their own: that of the browser, and MCP. */
const internal = ['ALL /api/trpc/*', 'ALL /mcp']

describe('public-run 5: the OpenAPI document', () => {
  it('has every route of the app, and no other', () => {
    const routes = routesOf(wholeApp(api, () => localActor)).filter((route) => !internal.includes(route))
    expect(Object.keys(operations).toSorted()).toEqual(routes.toSorted())
  })

  it('is valid, and the same at its route', async () => {
    const response = await api.fetch('/v1/openapi.json')
    const document = (await response.json()) as { openapi: string; info: { version: string } }
    expect(document.openapi).toBe('3.1.0')
    expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true })
    expect(JSON.parse(JSON.stringify(openApiDocument(document.info.version)))).toEqual(document)
  })

  it('has each operation under a name of its own', () => {
    const names = documentedOperations.map(({ id }) => id)
    expect(new Set(names).size).toBe(names.length)
  })

  it.each(documentedOperations.filter(({ anyQuery }) => !anyQuery))(
    'names the parameters that $method $path takes',
    async ({ method, path, query }) => {
      const address = path
        .replace('{org}', 'local')
        .replace('{name}', 'Some')
        .replace(/\{\w+\}/g, anId)
      const asked = { method: method.toUpperCase() }
      const refused = await wholeApp(api, () => localActor).request(`${address}?unheard_of=1`, asked)
      const { error } = (await refused.json()) as { error: { message: string } }
      const [, listed = ''] = /Allowed here: (.*)\.$/.exec(error.message) ?? []
      const { parameters = [] } = operationObject(path, method)
      const named = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
      expect(error.message).toMatch(/^Unknown parameter unheard_of\./)
      expect(listed === '' ? [] : listed.split(', ')).toEqual(named)
      expect(named.length > 0).toBe(query !== undefined)
    },
  )

  it('names the permission of each route', () => {
    for (const [route, needed] of Object.entries(routeTable)) {
      const entry = operations[route]
      expect(entry, route).toBeDefined()
      if (entry === undefined || 'verbs' in entry || route === 'GET /metrics') continue
      expect({ route, needed: entry.permission === undefined ? [] : [entry.permission] }).toEqual({ route, needed })
    }
    for (const { route, path, permission } of documentedOperations) {
      const verb = path.split('/').at(-1) ?? ''
      if (!route.endsWith(':verb') || verb === 'assign') continue
      expect({ path, permission }).toEqual({ path, permission: verbPermissions[verb] })
    }
  })

  it('finds the operation of a request, also of a workflow whose name has slashes', () => {
    expect(operationAt('GET', '/v1/workflows/a/b')?.id).toBe('getWorkflow')
    expect(operationAt('GET', '/v1/workflows/a/b/schemas')?.id).toBe('getWorkflowSchemas')
    expect(operationAt('GET', '/v1/keys/current')?.id).toBe('getCurrentKey')
    expect(operationAt('DELETE', '/v1/workflows/a')).toBeUndefined()
  })
})

interface Documented {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
}

function operationObject(path: string, method: string): Documented {
  const { paths } = openApiDocument('test') as { paths: Record<string, Record<string, Documented>> }
  return paths[path]?.[method] ?? {}
}
