import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * True once an edit has ended, or its field has gone: an element that goes with the focus in it says that it was left, which
 * must not keep what was cancelled.
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
