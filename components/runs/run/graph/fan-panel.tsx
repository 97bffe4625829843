'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import { X } from 'lucide-react'
import Link from 'next/link'
import { useMemo, useRef, useState } from 'react'
import { useStepTitle } from '#components/canvas/step-titles.tsx'
import { runPath } from '#components/shell/paths.ts'
import { classNames } from '#components/ui/class-names.ts'
import { IconButton } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import type { Tone } from '#components/ui/layout/tone.ts'
import { formatDuration } from '#components/ui/text/format-time.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import type { RunEvent } from '#core/run/event.ts'
import { shortId } from '../../short-id.ts'
import { runGraphTexts } from '../../texts/run-graph.ts'
import { type FanItem, fanItems, itemStates } from './fan-items.ts'

const words: Record<FanItem['now'], { readonly tone: Tone; readonly word: string }> = {
  failed: { tone: 'failed', word: runGraphTexts.failed },
  person: { tone: 'human', word: runGraphTexts.waitsForPerson },
  retrying: { tone: 'async', word: runGraphTexts.tryingAgain },
  child: { tone: 'child', word: runGraphTexts.subWorkflow },
  running: { tone: 'active', word: runGraphTexts.running },
  done: { tone: 'done', word: runGraphTexts.done },
  abandoned: { tone: 'idle', word: runGraphTexts.abandoned },
}
const rowHeight = 28
const failureHeight = 44
const mostHeight = 256

export interface FanPanelProps {
  step: string
  /** The history up to the instant. */
  events: readonly RunEvent[]
  onClose(): void
}

/** The items of a PARALLEL step, which the graph folds to one node: those of one status at a time, or all. */
export function FanPanel({ step, events, onClose }: FanPanelProps) {
  const titleOf = useStepTitle()
  const items = useMemo(() => fanItems(events, step), [events, step])
  const counts = itemStates.flatMap((kind) => {
    const count = items.filter(({ now }) => now === kind).length
    return count === 0 ? [] : [{ kind, count }]
  })
  // Failed items are shown first, because readers look for them first.
  const [chosen, setOnly] = useState<FanItem['now'] | null | undefined>(undefined)
  const only = chosen === undefined ? (counts[0]?.kind === 'failed' ? 'failed' : null) : chosen
  const shown = useMemo(() => (only === null ? items : items.filter(({ now }) => now === only)), [items, only])
  const scroller = useRef<HTMLUListElement>(null)
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: (position) => (shown[position]?.error ? failureHeight : rowHeight),
    overscan: 8,
  })
  return (
    <section
      aria-label={runGraphTexts.itemsOf(titleOf(step))}
      className="nowheel nodrag flex max-h-full w-84 max-w-full flex-col rounded-m border bg-surface shadow-high"
    >
      <header className="flex items-center gap-2 py-1.5 pr-1.5 pl-3">
        <h2 className="min-w-0 flex-1 truncate font-semibold">{titleOf(step)}</h2>
        <span className="text-small text-muted">×{items.length}</span>
        <IconButton label={runGraphTexts.closeItems} size="small" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <div role="toolbar" aria-label={runGraphTexts.filterItems} className="flex flex-wrap gap-1 border-b px-3 pb-2">
        {counts.map(({ kind, count }) => (
          <button
            key={kind}
            type="button"
            aria-pressed={only === kind}
            onClick={() => setOnly(only === kind ? null : kind)}
            className={classNames('rounded-s', only === kind && 'ring-2 ring-accent')}
          >
            <Chip tone={words[kind].tone} icon>
              {count} {words[kind].word.toLowerCase()}
            </Chip>
          </button>
        ))}
        {items.length === 0 && <p className="text-small text-muted">{runGraphTexts.noItemHadStartedBy}</p>}
      </div>
      <ul
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys
        tabIndex={0}
        aria-label={runGraphTexts.items}
        className="min-h-0 overflow-y-auto"
        style={{ height: Math.min(virtual.getTotalSize(), mostHeight) }}
      >
        <li aria-hidden="true" style={{ height: virtual.getVirtualItems()[0]?.start ?? 0 }} />
        {virtual.getVirtualItems().map(({ index, size }) => {
          const item = shown[index]
          return item && <ItemLine key={item.index} item={item} height={size} />
        })}
        <li
          aria-hidden="true"
          style={{ height: virtual.getTotalSize() - (virtual.getVirtualItems().at(-1)?.end ?? 0) }}
        />
      </ul>
    </section>
  )
}

function ItemLine({ item, height }: { item: FanItem; height: number }) {
  const { name, now, attempt, startedAt, endedAt, error, childRunId } = item
  const { tone, word } = words[now]
  return (
    <li className="grid content-center border-b px-3 last:border-b-0" style={{ height }}>
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-body">{name}</span>
        {childRunId && (
          <Link href={runPath(childRunId)} className="font-mono text-small text-accent hover:underline">
            {shortId(childRunId)}
          </Link>
        )}
        {attempt > 1 && <span className="text-small text-muted">{runGraphTexts.attempts(attempt)}</span>}
        <span className="w-14 text-right font-mono text-small text-muted">
          {endedAt === null ? '' : formatDuration(endedAt - startedAt)}
        </span>
        <Chip tone={tone} icon>
          <span className="sr-only">{word}</span>
        </Chip>
      </span>
      {error && (
        <span className="truncate text-small text-muted" title={isolateText(error.message)}>
          {isolateText(error.message)}
        </span>
      )}
    </li>
  )
}
