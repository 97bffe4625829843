import { uiTexts } from '../texts/ui.ts'

/** `12 kB`, `5.2 MB`. */
export const sizeWords = (bytes: number) =>
  bytes < 1024 * 1024 ? uiTexts.kB(Math.ceil(bytes / 1024)) : uiTexts.mb((bytes / 1024 / 1024).toFixed(1))
