export type KeyValues = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Kind = 'localStorage' | 'sessionStorage'

/** One of each for a page that may keep nothing: what is put there lasts as long as the page. */
const instead: Readonly<Record<Kind, KeyValues>> = { localStorage: inMemory(), sessionStorage: inMemory() }

/**
 * What the browser keeps for all tabs of Heddle, or for one. Where somebody has blocked that for the site, the browser
 * throws as soon as it is asked for it; whatever uses it has to go on all the same. On the server there is none.
 */
export function browserStorage(kind: Kind, place: Readonly<Partial<Record<Kind, KeyValues>>> = globalThis): KeyValues {
  try {
    return place[kind] ?? instead[kind]
  } catch {
    return instead[kind]
  }
}

/** Does what is put there outlast the page? */
export function outlastsPage(kind: Kind, place: Readonly<Partial<Record<Kind, KeyValues>>> = globalThis): boolean {
  return browserStorage(kind, place) !== instead[kind]
}

/** A small thing that all tabs know; null where there is none. */
export function readKept(key: string): string | null {
  return browserStorage('localStorage').getItem(key)
}

/** Keeps a small thing for all tabs, or with null forgets it; where there is no room nothing is kept. */
export function keep(key: string, value: string | null): void {
  const storage = browserStorage('localStorage')
  try {
    if (value === null) storage.removeItem(key)
    else storage.setItem(key, value)
  } catch {
    // Only what one would have to say again is lost.
  }
}

function inMemory(): KeyValues {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}
