import { expect, it } from 'vitest'
import { ownPath } from './own-path.ts'

it.each(['/', '/runs?status=failed&q=a%20b', '/workflows/Loan%20approval#step=Check', '/settings/sessions'])(
  'goes on to %s (access 9; ASVS 3.7.2)',
  (path) => {
    expect(ownPath(path)).toBe(path)
  },
)

it.each([
  null,
  undefined,
  '',
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/%5c/../\\evil',
  '/./\n/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'https:evil.example',
  'https://evil.example/runs',
  'http://heddle.invalid/runs',
  'javascript:alert(1)',
  'data:text/html,x',
  ' /runs',
  '/\u200b/evil.example',
  'runs',
  '//[',
  '/api/auth/sessions',
  '/v1/workflow-runs',
  '/login?to=/login',
])('leads %j to the first page (access 9; ASVS 3.7.2)', (address) => {
  expect(ownPath(address)).toBe('/')
})

it('keeps an encoded address as part of a path of ours (access 9; ASVS 3.7.2)', () => {
  expect(ownPath('/%2f%2fevil.example')).toBe('/%2f%2fevil.example')
  expect(ownPath('/runs?to=https://evil.example')).toBe('/runs?to=https://evil.example')
})
