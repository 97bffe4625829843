import { readStored, writeStored } from '#components/shell/browser-storage.ts'
import { limits } from '#core/limits.ts'

const key = 'heddle.name'

/** The user's display name for other users, on a machine without accounts. */
export function displayName(): string | null {
  return readStored(key)?.slice(0, limits.presence.nameCharacters) || null
}

export function callMyself(name: string): void {
  writeStored(key, name === '' ? null : name)
}
