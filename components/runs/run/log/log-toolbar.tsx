'use client'

import { useMemo } from 'react'
import { SearchBox } from '#components/shell/search-box.tsx'
import { FilterFold } from '#components/ui/controls/filter-fold.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { formatNumber } from '#components/ui/text/format-number.ts'
import { runLogTexts } from '../../texts/run-log.ts'
import { type LogFilter, type LogLine, logLevels } from './log-lines.ts'

const allSteps = '*'

export interface LogToolbarProps {
  lines: readonly LogLine[]
  filter: LogFilter
  onFilter(filter: Partial<LogFilter>): void
  found: number
  selected: string | null
  isRelative: boolean
  onRelative(isRelative: boolean): void
  /** Whether the view stays at the newest line; null for a run that has ended. */
  follow: { readonly isOn: boolean; onChange(isOn: boolean): void } | null
}

/** Narrows the log by text, step and level; chooses the clock or the time since the start, and whether to follow. */
export function LogToolbar(props: LogToolbarProps) {
  const { lines, filter, onFilter, found, selected, isRelative, onRelative, follow } = props
  const { step, levels, text } = filter
  const options = useMemo(() => {
    const names = [...new Set([selected, step, ...lines.map((line) => line.step)])].filter((name) => name !== null)
    return [
      { value: allSteps, label: runLogTexts.allSteps },
      ...names.map((name) => ({ value: `=${name}`, label: name })),
    ]
  }, [lines, step, selected])
  const present = logLevels.filter((level) => levels.includes(level) || lines.some((line) => line.level === level))
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b px-3 py-1">
      <SearchBox
        value={text}
        onChange={(next) => onFilter({ text: next })}
        label={runLogTexts.searchLogs}
        placeholder={runLogTexts.search}
        action={{ label: runLogTexts.searchLogs, group: runLogTexts.thisRun }}
        className="w-44 max-sm:grow max-sm:basis-40"
      />
      <FilterFold count={levels.length + (step === null ? 0 : 1)}>
        <Select
          aria-label={runLogTexts.logsOfStep}
          className="h-6.5 w-32 text-body"
          value={step === null ? allSteps : `=${step}`}
          onValueChange={(value) => onFilter({ step: value === allSteps ? null : value.slice(1) })}
          options={options}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would stand in the way of the one line that this is */}
        <div role="group" aria-label={runLogTexts.levelsShown} className="flex flex-wrap gap-1">
          {present.map((level) => {
            const isOn = levels.includes(level)
            const next = isOn ? levels.filter((one) => one !== level) : [...levels, level]
            return (
              <Toggle key={level} isOn={isOn} onChange={() => onFilter({ levels: next })}>
                {runLogTexts.levels[level]}
              </Toggle>
            )
          })}
        </div>
      </FilterFold>
      <div className="ml-auto flex items-center gap-1.5">
        <p role="status" className="text-small text-muted">
          {found < lines.length ? runLogTexts.of(formatNumber(found), formatNumber(lines.length)) : ''}
        </p>
        <Toggle isOn={isRelative} onChange={() => onRelative(!isRelative)}>
          {runLogTexts.sinceStart}
        </Toggle>
        {follow && (
          <Toggle isOn={follow.isOn} onChange={() => follow.onChange(!follow.isOn)}>
            {runLogTexts.follow}
          </Toggle>
        )}
      </div>
    </div>
  )
}

function Toggle({ isOn, onChange, children }: { isOn: boolean; onChange(): void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onChange}
      className="h-6 rounded-full border px-2 text-small whitespace-nowrap text-muted hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
    >
      {children}
    </button>
  )
}
