'use client'

import { useState } from 'react'

/** Gives the focus to an element again, unless it is elsewhere by now; what is gone is stood in for by the content. */
export function returnFocus(before: Element | null): void {
  const { activeElement } = document
  if (activeElement !== null && activeElement !== document.body) return
  const target = before?.isConnected && before !== document.body ? before : document.getElementById('main')
  if (target instanceof HTMLElement || target instanceof SVGElement) target.focus()
}

/**
 * For what opens above the page without a button of its own: remembers what
 * had the focus when it was first rendered, and gives it back when it closes.
 */
export function useReturnFocus() {
  const [before] = useState(() => (typeof document === 'undefined' ? null : document.activeElement))
  return (event: Event) => {
    event.preventDefault()
    returnFocus(before)
  }
}
