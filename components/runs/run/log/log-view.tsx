'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { toneClasses } from '#components/ui/layout/tone.ts'
import { formatClock, formatDuration } from '#components/ui/text/format-time.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import type { RunEvent } from '#core/run/event.ts'
import { runLogTexts } from '../../texts/run-log.ts'
import { filterLog, type LogFilter, type LogLine, logLines } from './log-lines.ts'
import { LogToolbar } from './log-toolbar.tsx'

const lineHeight = 24
/** Within this distance of its end, the log counts as read to its end. */
const nearEnd = 2 * lineHeight

export interface LogViewProps {
  /** The events of the run until the shown instant. */
  events: readonly RunEvent[]
  /** When the run was created, for times since then. */
  createdAt: number
  /** More lines may come. */
  isLive: boolean
  selected: string | null
  onSelect(step: string | null): void
}

const nothing: LogFilter = { step: null, levels: [], text: '' }

/** The logs of all steps of a run together: by time, narrowed by step, level and text, and followed while it runs. */
export function LogView({ events, createdAt, isLive, selected, onSelect }: LogViewProps) {
  const [filter, setFilter] = useState(nothing)
  const [isRelative, setRelative] = useState(false)
  const lines = useMemo(() => logLines(events), [events])
  const deferred = useDeferredValue(filter)
  const shown = useMemo(() => filterLog(lines, deferred), [lines, deferred])
  const scroller = useRef<HTMLOListElement>(null)
  const [follows, setFollows] = useState(true)
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 12,
  })
  const count = shown.length
  useEffect(() => {
    if (follows && isLive && count > 0) virtual.scrollToIndex(count - 1, { align: 'end' })
  }, [follows, isLive, count, virtual])
  return (
    <div className="flex h-full min-h-0 flex-col">
      <LogToolbar
        lines={lines}
        filter={filter}
        onFilter={(change) => setFilter((before) => ({ ...before, ...change }))}
        found={shown.length}
        selected={selected}
        isRelative={isRelative}
        onRelative={setRelative}
        follow={isLive ? { isOn: follows, onChange: setFollows } : null}
      />
      {shown.length === 0 ? (
        <p className="px-4 py-6 text-muted">{lines.length === 0 ? runLogTexts.noLogsYet : runLogTexts.noLinesMatch}</p>
      ) : (
        <ol
          ref={scroller}
          aria-label={runLogTexts.logsOfThisRun}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
          tabIndex={0}
          className="relative min-h-0 flex-1 overflow-auto font-mono text-code focus-visible:-outline-offset-2"
          onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) =>
            setFollows(scrollTop + clientHeight >= scrollHeight - nearEnd)
          }
        >
          <li aria-hidden="true" style={{ height: virtual.getTotalSize() }} />
          {virtual.getVirtualItems().map(({ index, start }) => {
            const line = shown[index]
            return (
              line && (
                <li
                  key={`${line.seq} ${line.level}`}
                  ref={virtual.measureElement}
                  data-index={index}
                  className="absolute inset-x-0 top-0"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Line
                    line={line}
                    time={isRelative ? `+${formatDuration(line.at - createdAt)}` : formatClock(line.at)}
                    isSelected={line.step === selected}
                    onSelect={onSelect}
                  />
                </li>
              )
            )
          })}
        </ol>
      )}
    </div>
  )
}

const levelTones = { error: 'failed', warning: 'undone', info: 'idle', debug: 'idle', progress: 'active' } as const

interface LineProps {
  line: LogLine
  time: string
  isSelected: boolean
  onSelect(step: string): void
}

function Line({ line: { step, level, text, fraction, attempt }, time, isSelected, onSelect }: LineProps) {
  return (
    <div
      className={classNames(
        'grid grid-cols-[6.5rem_9rem_4.5rem_1fr] gap-x-2.5 px-3.5 py-0.5 hover:bg-hover max-md:grid-cols-[auto_1fr]',
        isSelected && 'bg-accent-soft',
      )}
    >
      <span className="text-faint">{time}</span>
      <button
        type="button"
        onClick={() => onSelect(step)}
        title={runLogTexts.attempt(attempt)}
        className="truncate rounded-s text-left text-muted hover:text-ink hover:underline"
      >
        {isolateText(step)}
      </button>
      <span className={classNames('text-tone max-md:sr-only', toneClasses[levelTones[level]])}>
        {runLogTexts.levels[level]}
      </span>
      <span className={classNames('min-w-0 wrap-anywhere whitespace-pre-wrap', level === 'error' && 'text-failed')}>
        {fraction !== null && <span className="text-muted">{Math.round(fraction * 100)} % </span>}
        {isolateText(text)}
      </span>
    </div>
  )
}
