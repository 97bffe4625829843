export type KeyValues = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Kind = 'localStorage' | 'sessionStorage'

/** In-memory storage for a page without browser storage; its values last as long as the page. */
const instead: Readonly<Record<Kind, KeyValues>> = { localStorage: inMemory(), sessionStorage: inMemory() }

/**
 * The browser's storage for all tabs of Heddle, or for one tab. Where storage is blocked for the site, the browser
 * throws on access; callers then get the in-memory storage. The server has no browser storage.
 */
export function browserStorage(kind: Kind, scope: Readonly<Partial<Record<Kind, KeyValues>>> = globalThis): KeyValues {
  try {
    return scope[kind] ?? instead[kind]
  } catch {
    return instead[kind]
  }
}

/** Whether stored values outlast the page. */
export function outlastsPage(kind: Kind, scope: Readonly<Partial<Record<Kind, KeyValues>>> = globalThis): boolean {
  return browserStorage(kind, scope) !== instead[kind]
}

/** A small value shared by all tabs; null where there is none. */
export function readStored(key: string): string | null {
  return browserStorage('localStorage').getItem(key)
}

/** Stores a small value for all tabs, or removes it with null. Without free space nothing is stored. */
export function writeStored(key: string, value: string | null): void {
  const storage = browserStorage('localStorage')
  try {
    if (value === null) storage.removeItem(key)
    else storage.setItem(key, value)
  } catch {
    // The loss is small: the person has to make the choice again.
  }
}

/** The settings of appearance in this browser. They stay when a person signs out. */
const looks = [
  ...['heddle.direction', 'heddle.heat', 'heddle.canvas', 'heddle-designer-panels', 'heddle.run.graph-share'],
]

/** Removes what this browser has stored of a person's work: copies of drafts, tokens, names. */
export function forgetWork(scope: Readonly<Partial<Record<Kind, Storage>>> = globalThis): void {
  try {
    scope.sessionStorage?.clear()
    for (const key of Object.keys(scope.localStorage ?? {}))
      if (!looks.includes(key)) scope.localStorage?.removeItem(key)
  } catch {
    // The browser stores nothing for this site.
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
