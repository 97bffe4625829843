'use client'

import { useEffect } from 'react'
import { afterFrame } from '#components/ui/after-frame.ts'
import { announce } from '#components/ui/announce.ts'
import { describeChange } from './document/describe-change.ts'
import type { Session } from './session.ts'

/** Says to screen readers what an edit did, whoever made it: a key, a menu, the pointer. */
export function useAnnouncements(session: Session): void {
  useEffect(
    () =>
      session.document.store.subscribe((state, before) => {
        if (state.change === before.change) return
        // Nobody hears it sooner, and to find the words takes longer than to draw.
        afterFrame(() => {
          const words = describeChange(before, state)
          if (words !== null) announce(words)
        })
      }),
    [session],
  )
}
