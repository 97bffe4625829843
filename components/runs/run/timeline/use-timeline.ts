'use client'

import { useEffect, useMemo, useState } from 'react'
import { useStepTitle } from '#components/canvas/step-titles.tsx'
import { useNow } from '#components/ui/text/use-now.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { RunEvent } from '#core/run/event.ts'
import { type Axis, foldedAxis } from './axis/axis.ts'
import { criticalPath } from './spans/critical-path.ts'
import { type Row, visibleRows } from './spans/rows.ts'
import type { SpanList, Visit } from './spans/spans.ts'
import { useChildSpans } from './spans/use-child-spans.ts'
import { useSpanTree } from './spans/use-span-tree.ts'

export interface Timeline {
  readonly list: SpanList
  readonly rows: readonly Row[]
  readonly axis: Axis
  readonly critical: ReadonlySet<Visit>
  /** The right end of pending bars. */
  readonly now: number
}

export interface TimelineLook {
  readonly expanded: ReadonlySet<string>
  /** Opened idle stretches, by their beginnings; null when folding is off. */
  readonly unfolded: ReadonlySet<number> | null
}

const none: readonly string[] = []

/** A history as rows over an axis. */
export function useTimeline(
  events: readonly RunEvent[],
  steps: readonly string[],
  executable: ExecutableDefinition | null,
  hasEnded: boolean,
  { expanded, unfolded }: TimelineLook,
): Timeline {
  const tree = useSpanTree(events)
  const titleOf = useStepTitle()
  const clock = useNow()
  const now = hasEnded ? tree.to : Math.max(clock, tree.to)
  const [childIds, setChildIds] = useState(none)
  const childSpans = useChildSpans(childIds)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the tree is the same object however it grows; the events say that it did
  const axis = useMemo(() => {
    if (unfolded === null) return foldedAxis(tree.from, now, [], new Set())
    const { idles, idleSince } = tree
    const open = idleSince !== null && now > idleSince ? [{ from: idleSince, to: now }] : []
    return foldedAxis(tree.from, now, [...idles, ...open], unfolded)
  }, [tree, events, now, unfolded])
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const rows = useMemo(
    () => visibleRows(tree.list, steps, expanded, childSpans, titleOf),
    [tree, events, steps, expanded, childSpans, titleOf],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const critical = useMemo(() => {
    const leadingTo = (step: string) =>
      executable?.has(step)
        ? executable
            .flowOf(step)
            .incoming(step)
            .map(({ from }) => from)
        : none
    return criticalPath(tree.list, leadingTo)
  }, [tree, events, executable])

  const wanted = useMemo(
    () => [...new Set(rows.flatMap(({ runId }) => (runId === null ? [] : [runId])))].join(' '),
    [rows],
  )
  useEffect(() => setChildIds(wanted === '' ? none : wanted.split(' ')), [wanted])
  return { list: tree.list, rows, axis, critical, now }
}
