/** A small OpenAPI document, of an API with that title. */
export const apiOf = (title: string): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1.0' },
    servers: [{ url: 'https://api.example.com/v1' }],
    paths: { '/orders/{id}': { get: { operationId: 'readOrder', summary: 'Read an order' } } },
  })
