'use client'

import { useAnnouncement } from './announce.ts'

/** The one live region for the texts of `announce`. */
export function Announcer() {
  const { text, serial } = useAnnouncement()
  return (
    // The explicit attributes keep the region exposed to screen readers while a dialog is open.
    <div role="status" aria-live="polite" aria-label="Latest update" className="sr-only">
      <p key={serial}>{text}</p>
    </div>
  )
}
