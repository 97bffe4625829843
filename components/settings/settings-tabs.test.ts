import { expect, it } from 'vitest'
import { settingsTabs, tabsOf } from './settings-tabs.ts'

it('offers the pages that the permissions and the mode allow', () => {
  expect(tabsOf({ permissions: [], mode: 'local' })).toEqual([])
  expect(tabsOf({ permissions: ['me'], mode: 'local' }).map(({ href }) => href)).toContain('/settings')
  expect(new Set(settingsTabs.map(({ href }) => href)).size).toBe(settingsTabs.length)
})

it('offers API keys to members who may have them, with login only (access 10)', () => {
  const offered = (mode: 'local' | 'login', permissions: readonly ('me' | 'key.own')[]) =>
    tabsOf({ permissions: [...permissions], mode }).some(({ href }) => href === '/settings/keys')
  expect(offered('login', ['me', 'key.own'])).toBe(true)
  expect(offered('login', ['me'])).toBe(false)
  expect(offered('local', ['me', 'key.own'])).toBe(false)
})
