import { importTexts } from '../texts/import.ts'
import { tooLarge } from './too-large.ts'

export interface ImportFile {
  readonly name: string
  readonly text: string
}

/**
 * The text of a file, or the reason why it cannot be read. A folder is no file, and a file may have been removed since
 * it was chosen.
 */
export async function readImportFile(file: File): Promise<ImportFile | string> {
  const refusal = tooLarge(file.name, file.size)
  if (refusal !== null) return refusal
  try {
    return { name: file.name, text: await file.text() }
  } catch {
    return importTexts.cannotReadSelectFilesNot(file.name)
  }
}
