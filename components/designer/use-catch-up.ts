import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import type { Session } from './session.ts'

/** What somebody does first who turns to something. */
const beginnings = ['keydown', 'pointerdown'] as const

/** What is around the canvas is as new as the canvas before a key or a press is answered. */
export function useCatchUp({ around }: Session): void {
  useEffect(() => {
    const catchUp = () => flushSync(around.catchUp)
    for (const event of beginnings) window.addEventListener(event, catchUp, true)
    return () => {
      for (const event of beginnings) window.removeEventListener(event, catchUp, true)
    }
  }, [around])
}
