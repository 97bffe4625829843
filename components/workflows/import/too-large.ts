import { sizeWords } from '#components/ui/text/size-words.ts'
import { limits } from '#core/limits.ts'

/** The reason why a text is too large to be read, in words; null when it is not. Checked before the text is parsed. */
export function tooLarge(name: string, bytes: number): string | null {
  const { textBytes } = limits.definition
  if (bytes <= textBytes) return null
  return `${name} has ${sizeWords(bytes)}; the limit is ${sizeWords(textBytes)}. Nothing was imported: split it into parts.`
}
