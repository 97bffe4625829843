import { expect, it } from 'vitest'
import { settingsTabs, tabsOf } from './settings-tabs.ts'

it('offers the pages that the permissions and the mode allow', () => {
  expect(tabsOf({ permissions: [], mode: 'local' })).toEqual([])
  expect(tabsOf({ permissions: ['me'], mode: 'local' }).map(({ href }) => href)).toContain('/settings')
  expect(new Set(settingsTabs.map(({ href }) => href)).size).toBe(settingsTabs.length)
})
