'use client'

import { useAnnouncement } from './announce.ts'

/** The one live region for what `announce` is told. */
export function Announcer() {
  const { text, serial } = useAnnouncement()
  return (
    <div role="status" aria-label="What has just happened" className="sr-only">
      <p key={serial}>{text}</p>
    </div>
  )
}
