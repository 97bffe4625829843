'use client'

import { ChevronsDownUp, ChevronsUpDown, FoldHorizontal, Maximize, Spline, ZoomIn, ZoomOut } from 'lucide-react'
import { useMemo } from 'react'
import type { Action } from '#components/shell/actions/action.ts'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { runTimelineTexts } from '../../texts/run-timeline.ts'

export interface TimelineVerbs {
  /** Zooms around the middle of the pane. */
  zoom(factor: number): void
  fit(): void
  /** Scrolls by a share of the pane. */
  pan(part: number): void
  expandAll(): void
  collapseAll(): void
  toggleFolds(): void
  toggleCritical(): void
}

export interface TimelineState {
  readonly isZoomed: boolean
  readonly hasFolds: boolean
  readonly showsCritical: boolean
}

const factor = 1.6
const part = 0.2

/** All functions of the timeline's buttons, for its keys, the palette and the shortcut sheet. */
export function useTimelineActions(verbs: TimelineVerbs, { isZoomed, hasFolds, showsCritical }: TimelineState) {
  const actions = useMemo((): readonly Action[] => {
    const common = { group: runTimelineTexts.timeline, scope: 'timeline' } as const
    const pan = { ...common, enabled: isZoomed, family: runTimelineTexts.scrollTimeline }
    return [
      {
        ...common,
        id: 'timeline.zoomIn',
        label: runTimelineTexts.zoomInOnTimeline,
        icon: ZoomIn,
        shortcut: 'plus',
        perform: () => verbs.zoom(factor),
      },
      {
        ...common,
        id: 'timeline.zoomOut',
        label: runTimelineTexts.zoomOutOfTimeline,
        icon: ZoomOut,
        shortcut: '-',
        enabled: isZoomed,
        perform: () => verbs.zoom(1 / factor),
      },
      {
        ...common,
        id: 'timeline.fit',
        label: runTimelineTexts.showWholeRun,
        icon: Maximize,
        shortcut: '0',
        enabled: isZoomed,
        perform: verbs.fit,
      },
      {
        ...pan,
        id: 'timeline.earlier',
        label: runTimelineTexts.earlierOnTimeline,
        shortcut: 'shift+arrowleft',
        perform: () => verbs.pan(-part),
      },
      {
        ...pan,
        id: 'timeline.later',
        label: runTimelineTexts.laterOnTimeline,
        shortcut: 'shift+arrowright',
        perform: () => verbs.pan(part),
      },
      {
        ...common,
        id: 'timeline.expandAll',
        label: runTimelineTexts.expandAllRows,
        icon: ChevronsUpDown,
        shortcut: 'e',
        perform: verbs.expandAll,
      },
      {
        ...common,
        id: 'timeline.collapseAll',
        label: runTimelineTexts.collapseAllRows,
        icon: ChevronsDownUp,
        shortcut: 'shift+e',
        perform: verbs.collapseAll,
      },
      {
        ...common,
        id: 'timeline.folds',
        label: hasFolds ? runTimelineTexts.showIdleTime : runTimelineTexts.hideIdleTime,
        icon: FoldHorizontal,
        shortcut: 'i',
        perform: verbs.toggleFolds,
      },
      {
        ...common,
        id: 'timeline.critical',
        label: showsCritical ? runTimelineTexts.hideCriticalPath : runTimelineTexts.showCriticalPath,
        icon: Spline,
        shortcut: 'c',
        perform: verbs.toggleCritical,
      },
    ]
  }, [verbs, isZoomed, hasFolds, showsCritical])
  useOfferActions(actions)
  return actions
}
