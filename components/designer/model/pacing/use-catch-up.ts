import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import type { Session } from '../session.ts'

/** The events that begin a user interaction. */
const beginnings = ['keydown', 'pointerdown'] as const

/** Brings the parts around the canvas up to date before a key or a press is handled. */
export function useCatchUp(session: Session): void {
  useEffect(() => {
    const catchUp = () => flushSync(() => session.catchUp())
    for (const event of beginnings) window.addEventListener(event, catchUp, true)
    return () => {
      for (const event of beginnings) window.removeEventListener(event, catchUp, true)
    }
  }, [session])
}
