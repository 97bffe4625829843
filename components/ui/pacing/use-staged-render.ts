'use client'

import { startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterFrame } from './after-frame.ts'

/** The events that begin a person's input. */
const beginnings = ['keydown', 'pointerdown'] as const

/**
 * Counts up to `last`, frame by frame, so that parts of a later turn do not delay parts of an earlier turn. A key or a
 * press finishes the count before any handler runs, so all parts are mounted for it, unless `leavesTurns` says that the
 * event needs none of the later parts.
 */
export function useStagedRender(last: number, leavesTurns: (event: Event) => boolean): number {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (turn === last) return
    const finish = (event: Event) => {
      if (!leavesTurns(event)) flushSync(() => setTurn(last))
    }
    const cancel = afterFrame(() => startTransition(() => setTurn(turn + 1)))
    for (const event of beginnings) window.addEventListener(event, finish, true)
    return () => {
      cancel()
      for (const event of beginnings) window.removeEventListener(event, finish, true)
    }
  }, [turn, last, leavesTurns])
  return turn
}
