'use client'

import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { toneClasses } from '#components/ui/layout/tone.ts'
import { isolateSentence, isolateText } from '#core/definition/escape-invisible.ts'
import type { View } from './axis/axis.ts'
import { type DrawnBar, drawnBars } from './axis/drawn-bars.ts'
import { indentWidth, mostIndents } from './axis/names-width.ts'
import { barTitle, rowWords } from './spans/row-words.ts'
import type { Row } from './spans/rows.ts'
import type { Visit } from './spans/spans.ts'

export const rowHeight = 24
export const rowId = (index: number) => `timeline-row-${index}`

export interface TimelineRowProps {
  row: Row
  index: number
  count: number
  view: View
  now: number
  critical: ReadonlySet<Visit>
  isSelected: boolean
  isActive: boolean
  onToggle(row: Row): void
  onChoose(row: Row, index: number): void
  onZoom(row: Row): void
}

/** One line: its name, its duration, and its bars. A line is drawn again only when its content changes. */
export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { row, index, count, view, now, critical, isSelected, isActive, onToggle, onChoose, onZoom } = props
  const { took, said } = rowWords(row, now)
  const inWords = isolateSentence(said)
  const drawn = drawnBars(row, view, now, critical)
  const isFaint = row.kind === 'pending' || row.kind === 'reading'
  return (
    // The tree itself has the focus and handles the keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      id={rowId(index)}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.depth + 1}
      aria-setsize={count}
      aria-posinset={index + 1}
      aria-selected={isSelected}
      aria-expanded={row.isExpanded ?? undefined}
      aria-label={inWords}
      title={inWords}
      onClick={() => onChoose(row, index)}
      onDoubleClick={() => onZoom(row)}
      className={classNames(
        'absolute inset-x-0 top-0 flex h-6 items-center select-none',
        isSelected ? 'bg-accent-soft' : 'hover:bg-hover',
        isActive && 'outline-accent group-focus-visible:outline-2 group-focus-visible:-outline-offset-2',
      )}
      style={{ transform: `translateY(${index * rowHeight}px)` }}
    >
      <div
        className="flex h-6 w-(--names) shrink-0 items-center gap-1 pr-2"
        style={{ paddingLeft: 6 + Math.min(row.depth, mostIndents) * indentWidth }}
      >
        {row.isExpanded === null ? (
          <span className="w-4.5 shrink-0" />
        ) : (
          // The arrow keys of the tree have the function of this button.
          // biome-ignore lint/a11y: a button inside of a treeitem is none to a screen reader
          <span
            data-toggle=""
            className="grid size-4.5 shrink-0 place-items-center rounded-s text-muted hover:bg-line"
            onClick={(event) => {
              event.stopPropagation()
              onToggle(row)
            }}
            onDoubleClick={(event) => event.stopPropagation()}
          >
            <ChevronRight className={classNames('size-3.5', row.isExpanded && 'rotate-90')} />
          </span>
        )}
        <span
          className={classNames(
            'min-w-0 flex-1 truncate text-body',
            isFaint && 'text-faint',
            row.kind === 'unread' && 'text-failed',
          )}
        >
          {isolateText(row.label)}
        </span>
        <span className="shrink-0 font-mono text-small text-faint">{took}</span>
      </div>
      <div data-bars="" className="relative h-6 flex-1 overflow-hidden">
        {drawn.map((each, slot) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: elements are used again as bars move through them
          <BarShape key={slot} drawn={each} now={now} isOpen={row.isExpanded === true} />
        ))}
        {drawn.length === 0 && <Elsewhere row={row} view={view} />}
      </div>
    </div>
  )
})

function BarShape({
  drawn: { x, width, bar, isCritical, more },
  now,
  isOpen,
}: {
  drawn: DrawnBar
  now: number
  isOpen: boolean
}) {
  const isThin = bar.kind === 'around' && isOpen
  return (
    <span
      title={barTitle(bar, now, more)}
      className={classNames(
        'absolute left-0 rounded-[3px]',
        isThin ? 'top-2.75 h-0.75' : 'top-1.75 h-2.5',
        toneClasses[bar.tone],
        bar.kind === 'wait' ? 'border border-[color-mix(in_srgb,var(--tone)_40%,transparent)] bg-tone-soft' : 'bg-tone',
      )}
      style={{ width, transform: `translateX(${x}px)` }}
    >
      {isCritical && !isThin && <span className="absolute inset-x-0 top-2.75 h-0.5 rounded-full bg-accent" />}
    </span>
  )
}

/** The side on which the bars of the row are out of view. */
function Elsewhere({ row: { visits }, view }: { row: Row; view: View }) {
  const [first] = visits
  if (first === undefined) return null
  const isEarlier = first.from < view.scale.at(view.left)
  return (
    <ChevronRight
      aria-hidden="true"
      className={classNames('absolute top-1.5 size-3 text-faint', isEarlier ? 'left-0.5 rotate-180' : 'right-0.5')}
    />
  )
}
