'use client'

import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSession } from '../../model/session-context.tsx'

interface PickPosition {
  readonly left: number
  readonly top: number
}

/** Whether a field shows the list of values, and where. The ref is set before the focus moves into the list. */
export function usePicking() {
  const [at, setAt] = useState<PickPosition | null>(null)
  const isOpen = useRef(false)
  return {
    at,
    isOpen,
    open(place: PickPosition) {
      isOpen.current = true
      setAt(place)
    },
    close() {
      isOpen.current = false
      setAt(null)
    },
  }
}

/** Makes a field the one into which the data panel puts values, once it has had the focus and while it is shown. */
export function useValueTarget(
  field: RefObject<HTMLElement | null>,
  insert: (path: string) => void,
): (path: string) => void {
  const { valueTarget } = useSession()
  const latest = useRef(insert)
  latest.current = insert
  const [own] = useState(() => (path: string) => latest.current(path))
  useEffect(() => {
    const element = field.current
    const entered = () => {
      valueTarget.insert = own
    }
    element?.addEventListener('focusin', entered)
    return () => {
      element?.removeEventListener('focusin', entered)
      if (valueTarget.insert === own) valueTarget.insert = null
    }
  }, [field, own, valueTarget])
  return own
}
