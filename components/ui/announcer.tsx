'use client'

import { useAnnouncement } from './announce.ts'

/** The one live region for what `announce` is told. */
export function Announcer() {
  const { text, serial } = useAnnouncement()
  return (
    // Said in so many words, so that an open dialog does not hide it from those who listen.
    <div role="status" aria-live="polite" aria-label="What has just happened" className="sr-only">
      <p key={serial}>{text}</p>
    </div>
  )
}
