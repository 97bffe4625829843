import { limits } from '#core/limits.ts'

const key = 'heddle.name'

/** How somebody on a machine without accounts calls themselves, for the others. */
export function displayName(): string | null {
  try {
    return window.localStorage.getItem(key)?.slice(0, limits.presence.nameCharacters) || null
  } catch {
    return null
  }
}

export function callMyself(name: string): void {
  try {
    if (name === '') window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, name)
  } catch {
    // Storage is switched off: then there is no name.
  }
}
