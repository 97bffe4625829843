'use client'

import { type FocusEvent, useEffect, useRef, useState } from 'react'

interface FocusWithin {
  readonly within: boolean
  readonly handlers: {
    onFocus(): void
    onBlur(event: FocusEvent): void
  }
}

/** Whether the keyboard is in what has the handlers. */
export function useFocusWithin(): FocusWithin {
  const [within, setWithin] = useState(false)
  // An element removed while it has the focus fires no blur event.
  useEffect(() => {
    if (within && document.activeElement === document.body) setWithin(false)
  })
  return {
    within,
    handlers: {
      onFocus: () => setWithin(true),
      onBlur({ currentTarget, relatedTarget }) {
        // When the whole window loses the focus, the field keeps the focus within the page.
        const stays = currentTarget.contains(relatedTarget) || currentTarget.contains(document.activeElement)
        if (!stays) setWithin(false)
      },
    },
  }
}

/** A value that decides which control is shown, frozen while the user types into that control. */
export function useFrozen<T>(held: boolean, fresh: T): T {
  const last = useRef(fresh)
  if (!held) last.current = fresh
  return last.current
}
