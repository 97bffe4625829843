'use client'

import { Download } from 'lucide-react'
import { createContext, useContext } from 'react'
import { sizeWords } from '../text/size-words.ts'
import { uiTexts } from '../texts/ui.ts'

/** The address of an offloaded value by its hash; null where the address is unknown. */
export const PayloadAddress = createContext<((sha256: string) => string) | null>(null)

/** The placeholder for an offloaded value, which is too large to be shown inline. */
export function OffloadedValue({ label, sha256, bytes }: { label: string; sha256: string; bytes: number }) {
  const addressOf = useContext(PayloadAddress)
  return (
    <li className="pl-4 wrap-anywhere">
      <span className="text-muted">{label}</span>
      <span className="font-sans text-small text-muted" title={uiTexts.largeValueStoredSeparatelyFrom}>
        {sizeWords(bytes)}{' '}
      </span>
      {addressOf && (
        <a
          href={addressOf(sha256)}
          download
          className="inline-flex items-center gap-1 rounded-s font-sans text-small text-accent hover:underline"
        >
          <Download aria-hidden className="size-3.5" />
          {uiTexts.downloadLabel}
        </a>
      )}
    </li>
  )
}
