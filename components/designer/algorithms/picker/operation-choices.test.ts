import { expect, it } from 'vitest'
import { operationChoices } from './choice.ts'
import { findChoices } from './find-choices.ts'

const operation = { id: 'addOrder', title: 'Add an order', method: 'POST', path: '/orders', stepName: 'addOrder' }

it('an operation of a connector adds an HTTP step with its request and connection', () => {
  const body = { total: '{{ input.total }}' }
  const [choice] = operationChoices({
    name: 'shop',
    server: 'https://api.example.com',
    connection: 'crm',
    operations: [{ ...operation, query: { dry: 'true' }, headers: { 'X-Region': 'eu' }, body }],
  })
  expect(choice).toMatchObject({ group: 'Connectors', label: 'Add an order', description: 'shop: POST /orders' })
  const request = { method: 'POST', url: 'https://api.example.com/orders', query: { dry: 'true' }, body }
  expect(choice?.adds).toEqual({
    step: {
      type: 'HTTP',
      name: 'addOrder',
      fields: { http_config: { ...request, headers: { 'X-Region': 'eu' } }, connection: 'crm' },
    },
  })
})

it('without a server, the URL begins with the path, and GET is not written', () => {
  const connector = { name: 'shop', server: null, connection: 'crm', operations: [{ ...operation, method: 'GET' }] }
  const [choice] = operationChoices(connector)
  expect(choice?.adds).toMatchObject({ step: { fields: { http_config: { url: '/orders' }, connection: 'crm' } } })
  expect(findChoices(operationChoices(connector), 'order')[0]).toMatchObject({ group: 'Connectors' })
})
