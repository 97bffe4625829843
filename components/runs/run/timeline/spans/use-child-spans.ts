'use client'

import { useMemo } from 'react'
import type { RunEvent } from '#core/run/event.ts'
import { useChildRuns } from '../../live/use-child-runs.ts'
import type { ChildSpans } from './rows.ts'
import { SpanTree } from './span-tree.ts'

/** The spans of opened child runs. */
export function useChildSpans(runIds: readonly string[]): ChildSpans {
  const { details, unread } = useChildRuns(runIds)
  return useMemo(() => {
    const known = new Map(details.map(({ runId, events }) => [runId, treeOf(events).list]))
    return (runId) => known.get(runId) ?? (unread.includes(runId) ? 'unread' : undefined)
  }, [details, unread])
}

const trees = new WeakMap<readonly RunEvent[], SpanTree>()

function treeOf(events: readonly RunEvent[]): SpanTree {
  const known = trees.get(events)
  if (known !== undefined) return known
  const tree = new SpanTree(events)
  trees.set(events, tree)
  return tree
}
