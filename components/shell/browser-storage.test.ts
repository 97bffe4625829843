import { expect, it } from 'vitest'
import { browserStorage, type KeyValues, outlastsPage } from './browser-storage.ts'

it('is the storage of the browser, and one that lasts as long as the page where the browser gives none', () => {
  const own: KeyValues = { getItem: () => 'kept', setItem: () => undefined, removeItem: () => undefined }
  expect(browserStorage('localStorage', { localStorage: own, sessionStorage: own })).toBe(own)
  const blocked = {
    get localStorage(): KeyValues {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
    get sessionStorage(): KeyValues {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  }
  expect(outlastsPage('localStorage', { localStorage: own, sessionStorage: own })).toBe(true)
  expect(outlastsPage('localStorage', blocked)).toBe(false)
  browserStorage('localStorage', blocked).setItem('a', '1')
  expect(browserStorage('localStorage', blocked).getItem('a')).toBe('1')
  expect(browserStorage('sessionStorage', blocked).getItem('a')).toBeNull()
  browserStorage('localStorage', blocked).removeItem('a')
  expect(browserStorage('localStorage', blocked).getItem('a')).toBeNull()
  browserStorage('localStorage', {}).setItem('a', '2')
  expect(browserStorage('localStorage', blocked).getItem('a')).toBe('2')
})
