'use client'

import { createElement } from 'react'
import { type Action, isEnabled } from '#components/shell/actions/action.ts'
import { IconButton } from '#components/ui/controls/button.tsx'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { runTimelineTexts } from '../../texts/run-timeline.ts'

const shown = [
  'timeline.zoomOut',
  'timeline.zoomIn',
  'timeline.fit',
  'timeline.folds',
  'timeline.critical',
  'timeline.expandAll',
]

/** The most frequent actions on the timeline, above the names. */
export function TimelineTools({ actions, said }: { actions: readonly Action[]; said: string }) {
  return (
    <div
      role="toolbar"
      aria-label={runTimelineTexts.timeline}
      className="flex w-(--names) shrink-0 items-center pl-2 max-md:pl-1"
    >
      {shown.flatMap((id) => {
        const action = actions.find((each) => each.id === id)
        if (action?.icon === undefined) return []
        const { label, shortcut, icon, perform } = action
        const enabled = isEnabled(action)
        return (
          <Tooltip key={id} content={label} shortcut={shortcut} side="top">
            <IconButton label={label} size="small" aria-disabled={!enabled} onClick={() => enabled && perform()}>
              {createElement(icon)}
            </IconButton>
          </Tooltip>
        )
      })}
      <span className="min-w-0 flex-1 truncate pr-2 text-right font-mono text-small text-muted max-md:hidden">
        {said}
      </span>
    </div>
  )
}
