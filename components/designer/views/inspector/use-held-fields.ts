'use client'

import { useRef, useState } from 'react'
import type { KeySpec } from '#core/definition/catalogue.ts'
import { useFocusWithin } from './use-focus-within.ts'
import { type HeldFields, keepKey, noneHeld } from './values/relevant-keys.ts'

/**
 * The fields that the keyboard has been in since it came: they stay where they
 * are until it is gone, for one that moved would lose the focus, and the next
 * letters would be shortcuts.
 */
export function useHeldFields(keys: readonly KeySpec[]) {
  const { within, handlers } = useFocusWithin()
  const [visited, setVisited] = useState(noneHeld)
  const before = useRef(keys)
  const held = within ? visited : noneHeld
  const shown = keepKey(keys, before.current, held.current)
  before.current = shown
  const entered = (key: string, isFolded: boolean) =>
    setVisited((): HeldFields => {
      const folded = held.folded.get(key) ?? isFolded
      if (held.current === key && held.folded.has(key)) return held
      return { current: key, folded: new Map([...held.folded, [key, folded]]) }
    })
  return { shown, held, entered, handlers }
}
