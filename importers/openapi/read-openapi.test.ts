import { describe, expect, it } from 'vitest'
import { templateParts } from '#core/expression/template/template-parts.ts'
import { limits } from '#core/limits.ts'
import { readOpenApi } from './read-openapi.ts'
import { createReferences } from './references.ts'
import { sampleOf } from './sample-of.ts'

const documentOf = (more: object) =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop', version: '2' }, ...more })
const apiOf = (more: object) => {
  const read = readOpenApi(documentOf(more))
  if (!read.ok) throw new Error(read.message)
  return read.api
}
const messageOf = (text: string) => {
  const read = readOpenApi(text)
  return read.ok ? 'read' : read.message
}
const operationOf = (operation: object, path = '/orders', more: object = {}) =>
  apiOf({ paths: { [path]: { post: operation } }, ...more }).operations[0]
const jsonBody = (schema: object) => ({ requestBody: { content: { 'application/json; charset=utf-8': { schema } } } })

describe('an OpenAPI document', () => {
  it('offers each operation as the request of a step, with expressions where the author has to say more', () => {
    const text = `openapi: 3.0.3
info: { title: Shop, version: "2" }
servers: [{ url: "https://{region}.example.com/v1/", variables: { region: { default: eu } } }]
paths:
  /orders/{order-id}/items/{item}:
    parameters:
      - { name: order-id, in: path, required: true, schema: { type: string } }
      - { name: X-Region, in: header, required: true, schema: { default: eu } }
      - { name: Authorization, in: header, required: true }
    put:
      operationId: changeItem
      summary: Change an item
      parameters:
        - $ref: '#/components/parameters/reason'
        - { name: page, in: query, schema: { type: integer } }
      requestBody: { $ref: '#/components/requestBodies/item' }
    get: {}
components:
  parameters:
    reason: { name: reason, in: query, required: true }
  requestBodies:
    item:
      content:
        application/json:
          schema: { type: object, required: [count], properties: { count: { type: integer }, note: { type: string } } }
`
    const read = readOpenApi(text)
    expect(read).toEqual({
      ok: true,
      api: {
        title: 'Shop',
        version: '2',
        server: 'https://eu.example.com/v1',
        leftOut: [],
        operations: [
          {
            id: 'GET /orders/{order-id}/items/{item}',
            title: 'GET /orders/{order-id}/items/{item}',
            method: 'GET',
            path: '/orders/{{ input["order-id"] }}/items/{{ input.item }}',
            headers: { 'X-Region': 'eu' },
            stepName: 'GET_orders_order-id_items_item',
          },
          {
            id: 'changeItem',
            title: 'Change an item',
            method: 'PUT',
            path: '/orders/{{ input["order-id"] }}/items/{{ input.item }}',
            query: { reason: '{{ input.reason }}' },
            headers: { 'X-Region': 'eu' },
            body: { count: '{{ input.count }}' },
            stepName: 'changeItem',
          },
        ],
      },
    })
  })

  it('has a body with the required properties, or with all, or a value of the input', () => {
    const nested = { type: 'object', properties: { city: { type: 'string' }, kind: { const: 'home' } } }
    expect(operationOf(jsonBody({ required: ['to'], properties: { to: nested, note: {} } }))?.body).toEqual({
      to: { city: '{{ input.to.city }}', kind: 'home' },
    })
    expect(operationOf(jsonBody({ type: 'array' }))?.body).toBe('{{ input.body }}')
    const whole = { allOf: [{ $ref: '#/components/schemas/base' }, { properties: { b: {} }, required: ['b'] }] }
    const components = { schemas: { base: { required: ['a'], properties: { a: {}, c: {} } } } }
    expect(operationOf(jsonBody(whole), '/x', { components })?.body).toEqual({ a: '{{ input.a }}', b: '{{ input.b }}' })
  })

  it('has an expression where a schema goes in a circle', () => {
    const components = { schemas: { node: { properties: { next: { $ref: '#/components/schemas/node' } } } } }
    const body = JSON.stringify(
      operationOf(jsonBody({ $ref: '#/components/schemas/node' }), '/x', { components })?.body,
    )
    expect(body).toBe('{"next":{"next":{"next":{"next":"{{ input.next.next.next.next }}"}}}}')
    const circle = { schemas: { a: { $ref: '#/components/schemas/b' }, b: { $ref: '#/components/schemas/a' } } }
    expect(operationOf(jsonBody({ $ref: '#/components/schemas/a' }), '/x', { components: circle })?.body).toBe(
      '{{ input.body }}',
    )
  })

  it('is bounded where references multiply', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`p${at}`, { $ref: '#/components/schemas/n' }]),
    )
    const post = jsonBody({ $ref: '#/components/schemas/n' })
    const paths = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`/${at}`, { post }]))
    const { operations } = apiOf({ paths, components: { schemas: { n: { properties: wide } } } })
    const values = JSON.stringify(operations).match(/\{\{/g) ?? []
    expect(values.length).toBeLessThan(limits.connectors.properties * 1.1)
    expect(operations.at(-1)?.body).toBe('{{ input.body }}')
  })

  it('takes no expression from the document', () => {
    const schema = {
      properties: { a: { default: '{{ secrets.KEY }}' }, b: { const: ['{{ state }}'] }, c: { default: 0 } },
    }
    expect(operationOf(jsonBody(schema))?.body).toEqual({ a: '{{ input.a }}', b: '{{ input.b }}', c: 0 })
  })

  it('has no server and no path with an expression', () => {
    const variables = { secret: { default: '{{ vars.KEY }}' }, brace: { default: '{' } }
    const servers = [
      { url: 'https://a.example/{secret}', variables },
      { url: 'https://a.example/{brace}{brace} vars.KEY }', variables },
      { url: 'https://b.example' },
    ]
    const paths = { '/a/{{ vars.KEY }}': { get: {} }, '/b': { get: {} } }
    const { server, operations, leftOut } = apiOf({ servers, paths })
    expect([server, operations.map(({ path }) => path)]).toEqual(['https://b.example', ['/b']])
    expect(leftOut).toEqual([
      'GET /a/{{ vars.KEY }}: a path of a document has no {{ }}.',
      'The server https://a.example/{{ vars.KEY }}: an address of a document has no {{ }}.',
      'The server https://a.example/{{ vars.KEY }: an address of a document has no {{ }}.',
    ])
    const name = '}} {{ vars.KEY'
    const parameters = [{ name, in: 'query', required: true }]
    const query = operationOf({ parameters })?.query ?? {}
    expect(templateParts(query[name] as string)).toEqual([
      { kind: 'expression', source: ` input["${name}"] `, offset: 2 },
    ])
  })

  it('makes no more than is bounded of long values, names and lists', () => {
    const long = 'x'.repeat(500_000)
    const many = Array.from({ length: 500_000 }, (_, at) => at)
    const properties = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`p${at}`, { $ref: '#/x-long' }]))
    const parameters = Array.from({ length: 1_000 }, (_, at) => ({ name: `q${at}`, in: 'query', required: true }))
    const root = { 'x-long': { default: { long } }, 'x-many': many }
    expect(createReferences(root).outside()).toBe(null)
    const body = sampleOf({ properties: { ...properties, [long]: {} } }, [], createReferences(root))
    expect(JSON.stringify(body).length).toBeLessThan(1_000)
    expect(Object.keys(body as object)).not.toContain(long)
    const { operations } = apiOf({ paths: { '/a': { post: { parameters } } } })
    expect(Object.keys(operations[0]?.query ?? {})).toHaveLength(limits.connectors.parameters)
    const given = (value: unknown) => operationOf(jsonBody({ properties: { a: { default: value } } }))?.body
    expect(given(['y'.repeat(990)])).toEqual({ a: ['y'.repeat(990)] })
    expect([given('y'.repeat(1_001)), given(['y'.repeat(1_000)])]).toEqual(Array(2).fill({ a: '{{ input.a }}' }))
  })

  it('is read in YAML of its whole size', () => {
    const text = `openapi: 3.0.0\npaths: { /a: { get: {} } }\nx-long: |\n${`  ${'x'.repeat(97)}\n`.repeat(6_000)}`
    expect(readOpenApi(text)).toMatchObject({ ok: true })
  })

  it('tells references that lead nowhere, and follows percent-encoded ones', () => {
    const paths = {
      '/a/{id}': { get: { parameters: [{ name: 'id', in: 'query', required: true }] } },
      '/b': { get: { $ref: '#/paths/~1a~1%7Bid%7D/get' } },
      '/c': { get: { parameters: [{ $ref: '#/components/parameters/none' }, { $ref: '#/100%' }] } },
    }
    const { operations, leftOut } = apiOf({ paths })
    expect(operations.map(({ query }) => query)).toEqual([
      { id: '{{ input.id }}' },
      { id: '{{ input.id }}' },
      undefined,
    ])
    expect(leftOut).toEqual([
      '$ref #/components/parameters/none leads to nothing in the document.',
      '$ref #/100% leads to nothing in the document.',
    ])
    const none = Array.from({ length: 30 }, (_, at) => ({ $ref: `#/none/${at}` }))
    const { unresolved, resolve } = createReferences({})
    for (const one of none) resolve(one)
    expect(unresolved()).toHaveLength(limits.connectors.unresolved)
  })

  it('begins its paths with the path of a server without a host', () => {
    const apiWith = (...urls: readonly string[]) =>
      apiOf({ servers: urls.map((url) => ({ url })), paths: { '/a': { get: {} }, b: { get: {} } } })
    expect(apiWith('/api/v3/', '/other')).toMatchObject({
      server: null,
      operations: [{ id: 'GET /a', path: '/api/v3/a' }],
      leftOut: ['GET b: a path begins with /.'],
    })
    expect(apiWith('/api', 'https://a.example')).toMatchObject({
      server: 'https://a.example',
      operations: [{ path: '/a' }],
    })
    expect(apiWith('/')).toMatchObject({ operations: [{ path: '/a' }] })
  })

  it('is followed by references through lists and escaped names, and to nothing', () => {
    const parameters = [
      { $ref: '#/x-list/0' },
      { $ref: '#/x~1y' },
      { $ref: '#/nowhere/at' },
      { in: 'query', required: true },
    ]
    const one = { in: 'query', required: true }
    const more = { 'x-list': [{ ...one, name: 'a' }], 'x/y': { ...one, name: 'b' } }
    expect(operationOf({ parameters }, '/x', more)?.query).toEqual({ a: '{{ input.a }}', b: '{{ input.b }}' })
  })

  it('names an operation by method and path where its operationId is taken', () => {
    const { operations } = apiOf({ paths: { '/a': { get: { operationId: 'do' }, post: { operationId: 'do' } } } })
    expect(operations.map(({ id, stepName }) => [id, stepName])).toEqual([
      ['do', 'do'],
      ['POST /a', 'POST_a'],
    ])
    const long = `/${'x'.repeat(300)}`
    const twice = { get: { operationId: 'do' } }
    const cut = apiOf({ paths: { '/a': twice, [`${long}1`]: twice, [`${long}2`]: twice } }).operations
    const start = `GET ${long}`
    expect(cut.map(({ id }) => id)).toEqual(['do', start.slice(0, 256), `${start.slice(0, 254)} 2`])
  })

  it('leaves out what HTTP steps do not send, with the reason', () => {
    const file = { requestBody: { required: true, content: { 'multipart/form-data': {} } } }
    const { operations, leftOut } = apiOf({ paths: { '/a': { post: file, get: {} }, b: { get: {} } } })
    expect(operations.map(({ id }) => id)).toEqual(['GET /a'])
    expect(leftOut).toEqual(['POST /a takes no JSON, which is what HTTP steps send.', 'GET b: a path begins with /.'])
    expect(operationOf({ requestBody: { content: { 'text/csv': {} } } })).not.toHaveProperty('body')
  })

  it('has no server where it names no address with a host', () => {
    const serverOf = (...urls: readonly string[]) =>
      apiOf({ servers: urls.map((url) => ({ url })), paths: { '/a': { get: {} } } }).server
    expect([serverOf(), serverOf('/v1'), serverOf('ftp://a.example'), serverOf('https://me@a.example')]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(serverOf('/v1', 'https://{unknown}/', 'http://a.example:8080//')).toBe('http://a.example:8080')
    expect(apiOf({ info: 7, paths: { '/a': { get: {} } } })).toMatchObject({ title: 'Untitled API', version: '' })
  })
})

describe('a text that is no usable OpenAPI document', () => {
  it.each([
    ['nothing', ' ', 'Paste an OpenAPI document'],
    ['broken JSON', '{', 'not valid JSON'],
    ['broken YAML', 'a: [', 'Not valid YAML'],
    ['a list', '- 1', 'a map with the key openapi'],
    ['something else', '{"workflow_type":"X"}', 'it has no key openapi'],
    ['Swagger 2', '{"swagger":"2.0"}', 'Convert it to OpenAPI 3'],
    ['another version', '{"openapi":"4.0.0"}', 'OpenAPI 4.0.0 is not supported'],
    ['no operation', documentOf({ paths: { '/a': { summary: 'x' } } }), 'no operation below paths'],
    ['no paths', documentOf({}), 'no operation below paths'],
    [
      'no usable one',
      documentOf({ paths: { a: { get: {} } } }),
      'No operation can be used. GET a: a path begins with /.',
    ],
  ])('%s is refused with the reason', (_, text, words) => {
    expect(messageOf(text)).toContain(words)
  })

  it('a reference out of the document is refused, wherever it is', () => {
    const paths = { '/a': { get: { parameters: [{ $ref: 'https://example.com/common.json#/page' }] } } }
    expect(messageOf(documentOf({ paths }))).toContain(
      '$ref https://example.com/common.json#/page leads out of the document',
    )
  })

  it('one that is too large, too deep or has too many operations is refused', () => {
    expect(messageOf('x'.repeat(limits.connectors.documentBytes + 1))).toContain('larger than 1024 kB')
    expect(messageOf('ä'.repeat(limits.connectors.documentBytes / 2 + 1))).toContain('larger than 1024 kB')
    expect(messageOf(`{"a":${'['.repeat(100)}${']'.repeat(100)}}`)).toContain('nested deeper than')
    const paths = Object.fromEntries(
      Array.from({ length: limits.connectors.operations + 1 }, (_, at) => [`/${at}`, { get: {} }]),
    )
    expect(messageOf(documentOf({ paths }))).toContain(`the limit is ${limits.connectors.operations}`)
  })
})
