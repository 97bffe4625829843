'use client'

import { useEffect } from 'react'
import { afterFrame } from '#components/ui/after-frame.ts'
import { announce } from '#components/ui/announce.ts'
import { describeChange } from './document/describe-change.ts'
import type { Session } from './session.ts'

/** Announces the effect of an edit to screen readers, whether it came from a key, a menu or the pointer. */
export function useAnnouncements(session: Session): void {
  useEffect(
    () =>
      session.document.store.subscribe((state, before) => {
        if (state.change === before.change) return
        // The announcement runs after the frame: screen readers speak no sooner, and describing the change takes longer
        // than drawing it.
        afterFrame(() => {
          const words = describeChange(before, state)
          if (words !== null) announce(words)
        })
      }),
    [session],
  )
}
