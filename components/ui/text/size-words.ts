import { uiTexts } from '../texts/ui.ts'

const MEGABYTE = 1024 ** 2
const GIGABYTE = 1024 ** 3

/** `12 kB`, `5.2 MB`, `1.4 GB`. */
export function sizeWords(bytes: number): string {
  if (bytes < MEGABYTE) return uiTexts.kB(Math.ceil(bytes / 1024))
  return bytes < GIGABYTE ? uiTexts.mb((bytes / MEGABYTE).toFixed(1)) : uiTexts.gb((bytes / GIGABYTE).toFixed(1))
}
