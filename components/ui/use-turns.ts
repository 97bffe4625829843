'use client'

import { startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterFrame } from './after-frame.ts'

/** What somebody does first who begins to work. */
const beginnings = ['keydown', 'pointerdown'] as const

/**
 * Counts up to `last`, frame by frame: what is shown in a later turn does not hold up what is shown before it. Whoever
 * begins to work finds everything: a key or a press finishes the count before anything answers to it, unless
 * `leavesTurns` says that it needs nothing of what is still to come.
 */
export function useTurns(last: number, leavesTurns: (event: Event) => boolean): number {
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
