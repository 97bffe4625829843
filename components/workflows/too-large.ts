import { sizeWords } from '#components/ui/size-words.ts'
import { limits } from '#core/limits.ts'

/** Why a text is too large to be read, in words; null when it is not. Asked before anything looks into it. */
export function tooLarge(name: string, bytes: number): string | null {
  const { textBytes } = limits.definition
  if (bytes <= textBytes) return null
  return `${name} has ${sizeWords(bytes)}; ${sizeWords(textBytes)} are possible. Nothing of it was taken: import it in parts.`
}
