'use client'

import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { matchPress } from './match-press.ts'

/** Maximum pause between the keys of a sequence. */
const sequenceMs = 1_000

/**
 * Performs the actions of key presses, for the whole page. Menus keep their own keys; so do dialogs, except for actions
 * in the scope of dialogs.
 */
export function ShortcutListener() {
  useEffect(() => {
    let pending: string | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    function press(event: KeyboardEvent) {
      const match = matchPress(event, pending)
      if (match.kind === 'left') return
      clearTimeout(timer)
      pending = null
      if (match.kind === 'perform') {
        event.preventDefault()
        // The synchronous flush applies this action before the next key, however quick: a decision is sent as it was
        // just made.
        flushSync(() => match.action.perform())
      } else if (match.kind === 'unavailable') {
        event.preventDefault()
      } else if (match.kind === 'wait') {
        pending = event.key.toLowerCase()
        timer = setTimeout(() => {
          pending = null
        }, sequenceMs)
      }
    }
    window.addEventListener('keydown', press)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', press)
    }
  }, [])
  return null
}
