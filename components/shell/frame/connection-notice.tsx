'use client'

import { useOffline } from 'next/offline'
import { useEffect, useState } from 'react'
import { useChangesStore } from '#components/api/changes-store.ts'
import { ToneIcon } from '#components/ui/layout/tone-icon.tsx'
import { shellTexts } from '../texts/shell.ts'

/** Grace period: a shorter reconnect is not worth a notice. */
const graceMs = 1_500

/** A notice that the page is no longer live; it disappears when the page is live again. */
export function ConnectionNotice() {
  const isSilent = useChangesStore((state) => state.liveness === 'lost')
  /** A request for a page failed because the server was unreachable. */
  const isAway = useOffline()
  const isLost = isSilent || isAway
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(isLost), isLost ? graceMs : 0)
    return () => clearTimeout(timer)
  }, [isLost])
  return (
    <div role="status">
      {isShown && (
        <div className="tone-human flex items-center justify-center gap-2 border-b bg-tone-soft px-3 py-1 text-small font-medium text-tone">
          <ToneIcon tone="async" className="size-3.5" />
          {shellTexts.connectionToServerLostThis}
          {isAway && shellTexts.pageYouSelectedOpensThen}
        </div>
      )}
    </div>
  )
}
