'use client'

import { Download } from 'lucide-react'
import { createContext, useContext } from 'react'
import { isolateText } from '#core/definition/escape-invisible.ts'
import type { FileValue } from '#core/definition/files/file-value.ts'
import { sizeWords } from '../text/size-words.ts'
import { uiTexts } from '../texts/ui.ts'

/** The address of a file by its id; null where the address is unknown. */
export const FileAddress = createContext<((fileId: string) => string) | null>(null)

/** An uploaded file in a value: its name, its size, and its download where the run is known. */
export function FileEntry({ label, file }: { label: string; file: FileValue }) {
  return (
    <li className="pl-4 wrap-anywhere">
      <span className="text-muted">{label}</span>
      <FileLink file={file} />
    </li>
  )
}

export function FileLink({ file: { heddle_file, name, bytes } }: { file: FileValue }) {
  const addressOf = useContext(FileAddress)
  return (
    <span className="font-sans">
      {isolateText(name)} <span className="text-small text-muted">{sizeWords(bytes)} </span>
      {addressOf && (
        <a
          href={addressOf(heddle_file)}
          download
          className="inline-flex items-center gap-1 rounded-s text-small text-accent hover:underline"
        >
          <Download aria-hidden className="size-3.5" />
          {uiTexts.downloadLabel}
        </a>
      )}
    </span>
  )
}
