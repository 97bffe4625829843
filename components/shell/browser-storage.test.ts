import { expect, it } from 'vitest'
import { browserStorage, forgetWork, type KeyValues, outlastsPage } from './browser-storage.ts'

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

/** A storage as browsers have it: its keys are its own properties. */
function storageOf(values: Record<string, string>): Storage {
  const methods = {
    removeItem: { value: (key: string) => delete values[key] },
    clear: {
      value: () => {
        for (const key of Object.keys(values)) delete values[key]
      },
    },
  }
  return Object.defineProperties(values, methods) as unknown as Storage
}

it('forgets the work of a person who signs out, and keeps how the app looks (ASVS 14.3.1)', () => {
  const kept = storageOf({
    'heddle.draft.Loan': 'workflow_type: Loan',
    'heddle.copies.Loan': '[]',
    'heddle.name': 'Ada',
    'heddle.direction': 'down',
  })
  const ofTab = storageOf({ 'heddle-invitation': 'a token' })
  forgetWork({ localStorage: kept, sessionStorage: ofTab })
  expect(Object.keys(kept)).toEqual(['heddle.direction'])
  expect(Object.keys(ofTab)).toEqual([])
  const blocked = {
    get sessionStorage(): Storage {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  }
  expect(() => forgetWork(blocked)).not.toThrow()
})
