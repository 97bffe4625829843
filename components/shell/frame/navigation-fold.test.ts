import { expect, test } from 'vitest'
import { navigationFoldOf } from './navigation-fold.ts'

test('a cookie folds the navigation; anything else leaves it to the width of the window', () => {
  expect(navigationFoldOf('folded')).toBe('folded')
  expect(navigationFoldOf('unfolded')).toBe('unfolded')
  expect(navigationFoldOf('<script>')).toBeNull()
  expect(navigationFoldOf(undefined)).toBeNull()
})
