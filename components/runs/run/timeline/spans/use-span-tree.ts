'use client'

import { useState } from 'react'
import type { RunEvent } from '#core/run/event.ts'
import { SpanTree } from './span-tree.ts'

/**
 * The spans of a history. A history that was extended continues its tree, so that each event is processed once; any
 * other history is processed anew.
 */
export function useSpanTree(events: readonly RunEvent[]): SpanTree {
  const [held] = useState(() => ({ tree: new SpanTree(), last: undefined as RunEvent | undefined }))
  if (held.last !== events[held.tree.count - 1]) held.tree = new SpanTree()
  if (held.tree.count < events.length) {
    held.tree.add(events.slice(held.tree.count))
    held.last = events.at(-1)
  }
  return held.tree
}
