'use client'

import { useState } from 'react'

/**
 * Returns the focus to an element, unless another element has it by now; for a removed element the content gets the
 * focus.
 */
export function returnFocus(before: Element | null): void {
  const { activeElement } = document
  if (activeElement !== null && activeElement !== document.body) return
  const target = before?.isConnected && before !== document.body ? before : document.getElementById('main')
  if (target instanceof HTMLElement || target instanceof SVGElement) target.focus()
}

/**
 * For surfaces above the page without a button of their own: remembers the focused element at the first render, and
 * returns the focus on closing.
 */
export function useReturnFocus() {
  const [before] = useState(() => (typeof document === 'undefined' ? null : document.activeElement))
  return (event: Event) => {
    event.preventDefault()
    returnFocus(before)
  }
}
