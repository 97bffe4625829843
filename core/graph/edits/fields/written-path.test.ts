import { expect, it } from 'vitest'
import { edited } from '../../testing/edit-text.ts'

const text = `workflow_type: Row
steps:
  - name: Request
    type: HTTP
    url: "https://example.com"   # old place
    query_params: { a: "1" }
  - name: Start
    type: FIRE_AND_FORGET
    target_workflow_type: Mail
    initial_data_template: { to: us }
`

it('a key is edited where it is written: in the step itself, or under another name', () => {
  const request = { type: 'set_field', step: 'Request' } as const
  expect(edited(text, { ...request, path: ['http_config', 'url'], value: 'https://example.org' })).toBe(
    text.replace('"https://example.com"', '"https://example.org"'),
  )
  expect(edited(text, { ...request, path: ['http_config', 'query', 'a'], value: '2' })).toBe(text.replace('"1"', '"2"'))
  const start = { type: 'set_field', step: 'Start' } as const
  expect(edited(text, { ...start, path: ['workflow_type'], value: 'Post' })).toBe(text.replace('Mail', 'Post'))
  expect(edited(text, { ...start, path: ['input', 'to'], value: 'them' })).toBe(text.replace('us }', 'them }'))
})
