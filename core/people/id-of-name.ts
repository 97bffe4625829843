import { limits } from '../limits.ts'

/** The id that a name suggests: `Ana López` is `ana.lopez`. */
export function idOfName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '.')
    .replace(/^\.|\.$/g, '')
    .slice(0, limits.directory.idCharacters)
}
