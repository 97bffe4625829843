import { expect, test } from 'vitest'
import { refusedHost } from './refused-host.ts'

test.each([
  ['api.example', '443', null],
  ['api.example', '8443', 'Port 8443 of api.example is not allowed. Allow it with HEDDLE_HTTP_ALLOW: api.example:8443'],
  ['10.0.0.1', '80', '10.0.0.1 is not a public address. Allow it with HEDDLE_HTTP_ALLOW: 10.0.0.1:80'],
  ['8.8.8.8', '80', null],
  ['inside.example', '80', null],
  [
    'inside.example',
    '9000',
    'Port 9000 of inside.example is not allowed. Allow it with HEDDLE_HTTP_ALLOW: inside.example:9000',
  ],
  ['10.0.0.9', '8080', null],
  ['10.0.0.8', '443', null],
])('a request to %s:%s', (host, port, refusal) => {
  expect(refusedHost({ host, port }, new Set(['10.0.0.9:8080', '10.0.0.8', 'inside.example']))).toBe(refusal)
})
