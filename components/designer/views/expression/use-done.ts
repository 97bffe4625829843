import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * True once an edit has ended or its field is unmounted. An element that is removed while it has the focus fires a blur
 * event, which must not commit a cancelled edit.
 */
export function useDone(): RefObject<boolean> {
  const done = useRef(false)
  useLayoutEffect(() => {
    done.current = false
    return () => {
      done.current = true
    }
  }, [])
  return done
}
