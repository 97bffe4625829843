import { limits } from '#core/limits.ts'

const kilobytes = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** Why a text is too large to be read, in words; null when it is not. Asked before anything looks into it. */
export function tooLarge(name: string, bytes: number): string | null {
  const { textBytes } = limits.definition
  if (bytes <= textBytes) return null
  return `${name} has ${kilobytes(bytes)}; ${kilobytes(textBytes)} are possible. Nothing of it was taken: import it in parts.`
}
