import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { api, folder, heddle, url, withApi } from './testing/command-line.ts'

withApi()

const typed = `workflow_type: sales/order
input_schema:
  type: object
  required: [customer]
  properties:
    customer: { type: string, description: 'Who ordered */ it' }
    items: { type: array, items: { $ref: '#/$defs/item' } }
  $defs:
    item: { type: object, required: [sku], properties: { sku: { type: string }, parts: { type: array, items: { $ref: '#/$defs/item' } } } }
steps: [{ name: A, function: t.pass }]
`

it('public-run 15: writes the types of the inputs of every published workflow', async () => {
  expect((await api.publish(typed)).status).toBe(201)
  const reported = await heddle(['types', url])
  expect(reported).toMatchObject({ code: 0, said: '' })
  expect(reported.out).toContain(
    `  "sales/order": { /** Who ordered *∕ it */ customer: string; items?: { sku: string; parts?: unknown[] }[] }\n`,
  )
  expect(reported.out).toContain('  Approval: { [key: string]: unknown }\n')
  const file = join(folder, 'inputs.ts')
  expect((await heddle(['types', '-o', file])).said).toContain(file)
  expect(await readFile(file, 'utf8')).toBe(reported.out)
  expect(JSON.parse((await heddle(['types', '--json'])).out)).toMatchObject({ Approval: null })
})

it('says where it cannot write', async () => {
  const reported = await heddle(['types', '-o', join(folder, 'nowhere', 'inputs.ts')])
  expect(reported).toMatchObject({ code: 1, out: '' })
  expect(reported.said).toContain('Cannot write')
})
