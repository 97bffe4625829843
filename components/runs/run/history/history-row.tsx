import { Braces } from 'lucide-react'
import { memo } from 'react'
import { eventPath } from '#components/shell/paths.ts'
import { classNames } from '#components/ui/class-names.ts'
import { IconButton } from '#components/ui/controls/button.tsx'
import { formatClock } from '#components/ui/text/format-time.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import type { RunEvent } from '#core/run/event.ts'
import { describeEvent } from '#core/run/sentence/describe-event.ts'
import { runTexts } from '../../texts/run.ts'
import { stepOf } from './history-filter.ts'
import { roomFor } from './room-for.ts'

const cell = 'h-7 overflow-hidden border-b px-3 text-ellipsis whitespace-nowrap'

export interface HistoryRowProps {
  runId: string
  event: RunEvent
  rowIndex: number
  /** The event is the last one at the shown instant. */
  isCurrent: boolean
  /** The event is after the shown instant. */
  isLater: boolean
  isOfSelected: boolean
  isOpen: boolean
  onChoose(event: RunEvent): void
  onToggle(seq: number): void
}

/** A row of the history. A click shows the run after the event; its number is a link to the event for the keyboard. */
export const HistoryRow = memo(function HistoryRow({
  runId,
  event,
  rowIndex,
  isCurrent,
  isLater,
  isOfSelected,
  isOpen,
  onChoose,
  onToggle,
}: HistoryRowProps) {
  const { seq } = event
  const said = describeEvent(event)
  const tint = isLater ? 'text-faint' : 'text-muted'
  return (
    <tr
      aria-rowindex={rowIndex}
      aria-current={isCurrent || undefined}
      onClick={() => onChoose(event)}
      className={classNames(
        'hover:bg-hover aria-[current]:bg-accent-soft',
        isOfSelected && !isCurrent && 'bg-sunken',
        isLater && 'italic',
      )}
    >
      <td className={cell}>
        <a
          href={eventPath(runId, seq)}
          aria-label={runTexts.event(seq)}
          onClick={(click) => {
            if (click.metaKey || click.ctrlKey || click.shiftKey) click.stopPropagation()
            else click.preventDefault()
          }}
          className="inline-flex h-6 min-w-8 items-center rounded-s text-accent tabular-nums hover:underline"
        >
          {seq}
        </a>
      </td>
      <td className={classNames(cell, 'font-mono text-code', tint)}>{formatClock(event.at)}</td>
      <td className={classNames(cell, 'font-mono text-code', roomFor.type, isLater && tint)}>
        {event.type.replace(/^workflow\./, '')}
      </td>
      <td className={classNames(cell, roomFor.details, isLater && tint)}>{isolateText(stepOf(event) ?? '')}</td>
      <td className={classNames(cell, roomFor.details, tint)}>{'attempt' in event ? event.attempt : ''}</td>
      <td className={classNames(cell, tint)} title={said}>
        {said}
      </td>
      <td className="h-7 border-b px-1">
        <IconButton
          label={runTexts.eventAsJSONSeq(seq)}
          size="small"
          aria-expanded={isOpen}
          onClick={(click) => {
            click.stopPropagation()
            onToggle(seq)
          }}
        >
          <Braces />
        </IconButton>
      </td>
    </tr>
  )
})
