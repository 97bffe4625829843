'use client'

import { uiTexts } from '../texts/ui.ts'
import { useAnnouncement } from './announce.ts'

/** The one live region for the texts of `announce`. */
export function Announcer() {
  const { text, serial } = useAnnouncement()
  return (
    // The explicit attributes keep the region exposed to screen readers while a dialog is open.
    <div role="status" aria-live="polite" aria-label={uiTexts.latestUpdate} className="sr-only">
      <p key={serial}>{text}</p>
    </div>
  )
}
