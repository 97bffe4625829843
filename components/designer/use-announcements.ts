'use client'

import { useEffect } from 'react'
import { announce } from '#components/ui/overlay/announce.ts'
import { afterFrame } from '#components/ui/pacing/after-frame.ts'
import { describeChange } from './model/document/describe-change.ts'
import type { Session } from './model/session.ts'

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
