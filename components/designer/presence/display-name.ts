import { keep, readKept } from '#components/shell/browser-storage.ts'
import { limits } from '#core/limits.ts'

const key = 'heddle.name'

/** How somebody on a machine without accounts calls themselves, for the others. */
export function displayName(): string | null {
  return readKept(key)?.slice(0, limits.presence.nameCharacters) || null
}

export function callMyself(name: string): void {
  keep(key, name === '' ? null : name)
}
