import { cleanText } from '#core/clean-text.ts'
import { limits } from '#core/limits.ts'

/** Control and invisible characters, marks of direction among them, and what a path or a header has a use for. */
const unfit = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"<>:|?*]/gu

/**
 * The name under which a file is stored and shown: without folders, controls and marks that turn its direction around.
 * The ending stays where a long name is cut.
 */
export function cleanFileName(given: string): string {
  const last = cleanText(given)
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
  const name = last
    .replace(unfit, '')
    .trim()
    .replace(/^\.+|\.+$/g, '')
  if (name === '') return 'file'
  const ending = /\.[^.]{1,16}$/.exec(name)?.[0] ?? ''
  const characters = [...name]
  return characters.length <= limits.uploads.nameCharacters
    ? name
    : characters.slice(0, limits.uploads.nameCharacters - ending.length).join('') + ending
}
