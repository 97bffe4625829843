'use client'

import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { matchPress } from './match-press.ts'

/** How long the first key of a sequence waits for the second. */
const sequenceMs = 1_000

/** Turns key presses into actions, for the whole page. Menus keep their own keys; so do dialogs, but for actions made for them. */
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
        // The next key, however quick, finds what this one did: a decision is sent as it was just made.
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
