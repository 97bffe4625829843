import { expect, it } from 'vitest'
import { withConnections } from './with-connections.ts'

it('replaces the named connections, and nothing else', () => {
  const text = 'steps:\n  - name: A\n    connection: mail\n    text: "connection: mail"\n  - connection: other\n'
  expect(withConnections(text, { mail: 'shop', constructor: 'x' })).toBe(
    text.replace('connection: mail\n', 'connection: shop\n'),
  )
})
