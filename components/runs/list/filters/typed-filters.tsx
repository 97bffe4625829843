'use client'

import { X } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { formatDuration } from '#components/ui/text/format-time.ts'
import { limits } from '#core/limits.ts'
import { readValueCondition } from '#core/run/search/value-condition.ts'
import { listFiltersTexts } from '../../texts/list-filters.ts'
import { Choices } from './choice-filters.tsx'
import { FilterPill } from './filter-pill.tsx'
import { readSeconds } from './read-seconds.ts'
import { instantOf, spanWords } from './run-address.ts'

interface FormPillProps {
  label: string
  isOn: boolean
  onClear(): void
  clearLabel: string
  /** False: the typed value is invalid, and the form stays open. */
  onApply(): boolean
  children: ReactNode
}

/** A pill whose popup is a small form: Enter applies it. */
export function FormPill({ onApply, children, ...pill }: FormPillProps) {
  const [open, setOpen] = useState(false)
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (onApply()) setOpen(false)
  }
  return (
    <FilterPill {...pill} open={open} onOpenChange={setOpen}>
      <form onSubmit={apply} className="grid w-72 gap-2 p-1">
        {children}
        <Button type="submit" look="primary" className="justify-self-end">
          {listFiltersTexts.apply}
        </Button>
      </form>
    </FilterPill>
  )
}

interface TextFilterProps {
  /** The property of the filter, as a noun. */
  name: string
  value: string
  onChange(value: string): void
  placeholder?: string
  pattern?: RegExp
  hint?: string
  says?: string
}

/** A filter that is one short text. */
export function TextFilter({ name, value, onChange, placeholder, pattern, hint, says = 'is' }: TextFilterProps) {
  const [typed, setTyped] = useState(value)
  const [error, setError] = useState<string>()
  return (
    <FormPill
      label={value === '' ? name : `${name} ${says} ${value}`}
      isOn={value !== ''}
      onClear={() => {
        setTyped('')
        onChange('')
      }}
      clearLabel={listFiltersTexts.any(name)}
      onApply={() => {
        const trimmed = typed.trim()
        const isWrong = trimmed !== '' && pattern !== undefined && !pattern.test(trimmed)
        setError(isWrong ? hint : undefined)
        if (!isWrong) onChange(trimmed)
        return !isWrong
      }}
    >
      <Field label={name[0]?.toUpperCase() + name.slice(1)} hint={error ? undefined : hint} error={error}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            maxLength={limits.text.search}
            value={typed}
            placeholder={placeholder}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
    </FormPill>
  )
}

const valueHint = listFiltersTexts.valueInInputOrState
const { leaves, depth, textCharacters } = limits.search
const valueBounds = listFiltersTexts.searchesUpToValuesPer(
  leaves,
  depth,
  textCharacters,
  limits.run.inlineCharacters / 1_024,
)

/** Conditions on values, one below the other. */
export function ValueFilter({ value, onChange }: { value: readonly string[]; onChange(value: string[]): void }) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const label =
    value.length === 0 ? 'value' : value.length === 1 ? (value[0] ?? '') : listFiltersTexts.values(value.length)
  return (
    <FormPill
      label={label}
      isOn={value.length > 0}
      onClear={() => onChange([])}
      clearLabel={listFiltersTexts.anyValue}
      onApply={() => {
        const text = typed.trim()
        if (text === '') return true
        if (readValueCondition(text) === null) {
          setError(listFiltersTexts.enterPathComparisonAndValue)
          return false
        }
        setError(undefined)
        setTyped('')
        onChange([...new Set([...value, text])])
        return true
      }}
    >
      {value.map((text) => (
        <div key={text} className="flex items-center gap-1 rounded-s bg-hover pl-2 font-mono text-small">
          <span className="min-w-0 flex-1 truncate">{text}</span>
          <IconButton
            label={listFiltersTexts.remove(text)}
            size="small"
            onClick={() => onChange(value.filter((other) => other !== text))}
          >
            <X />
          </IconButton>
        </div>
      ))}
      <Field label={listFiltersTexts.value} hint={error ? undefined : valueHint} error={error}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            className="font-mono"
            maxLength={400}
            value={typed}
            placeholder={listFiltersTexts.inputOrderId17}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <p className="text-small text-muted">{valueBounds}</p>
    </FormPill>
  )
}

export interface TimeValue {
  readonly since: string
  readonly from: string
  readonly to: string
}

/** The creation time of runs: a span back from now, or between two instants. */
export function TimeFilter({ value, onChange }: { value: TimeValue; onChange(value: TimeValue): void }) {
  const [typed, setTyped] = useState({ from: localTime(value.from), to: localTime(value.to) })
  const [wrong, setWrong] = useState<readonly string[]>([])
  const label =
    spanWords.find(([span]) => span === value.since)?.[1] ??
    ([
      value.from && listFiltersTexts.from(localTime(value.from).replace('T', ' ')),
      value.to && listFiltersTexts.to(localTime(value.to).replace('T', ' ')),
    ]
      .filter(Boolean)
      .join(' ') ||
      'time')
  return (
    <FormPill
      label={label === 'time' ? label : listFiltersTexts.created(value.since ? 'in ' : '', label)}
      isOn={label !== 'time'}
      onClear={() => onChange({ since: '', from: '', to: '' })}
      clearLabel={listFiltersTexts.anyTime}
      onApply={() => {
        const read = { from: instantOf(typed.from), to: instantOf(typed.to) }
        const broken = bounds.filter((end) => typed[end] !== '' && read[end] === null)
        setWrong(broken)
        if (broken.length === 0) onChange({ since: '', from: read.from ?? '', to: read.to ?? '' })
        return broken.length === 0
      }}
    >
      <Choices
        value={value.since}
        choices={spanWords.map(([span, words]) => ({ value: span, label: listFiltersTexts.in(words) }))}
        onChange={(since) => onChange({ since, from: '', to: '' })}
      />
      <div className="grid grid-cols-2 gap-2 border-t pt-2">
        {bounds.map((end) => (
          <Field
            key={end}
            label={end === 'from' ? listFiltersTexts.fromLabel : listFiltersTexts.toLabel}
            error={wrong.includes(end) ? listFiltersTexts.enterYearFromTo(firstYear, lastYear) : undefined}
          >
            {(control) => (
              <Input
                {...control}
                type="datetime-local"
                className="px-1 text-small"
                value={typed[end]}
                onChange={(event) => setTyped({ ...typed, [end]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </FormPill>
  )
}

export interface DurationValue {
  /** Seconds; null for no bound. */
  readonly longer: number | null
  readonly shorter: number | null
}

/** The duration of runs, so far for running ones. */
export function DurationFilter({ value, onChange }: { value: DurationValue; onChange(value: DurationValue): void }) {
  const [typed, setTyped] = useState({ longer: `${value.longer ?? ''}`, shorter: `${value.shorter ?? ''}` })
  const [wrong, setWrong] = useState<readonly string[]>([])
  const words = [
    value.longer !== null && listFiltersTexts.over(formatDuration(value.longer * 1_000)),
    value.shorter !== null && listFiltersTexts.under(formatDuration(value.shorter * 1_000)),
  ].filter(Boolean)
  const id = useId()
  return (
    <FormPill
      label={words.length === 0 ? 'duration' : listFiltersTexts.duration(words.join(', '))}
      isOn={words.length > 0}
      onClear={() => onChange({ longer: null, shorter: null })}
      clearLabel={listFiltersTexts.anyDuration}
      onApply={() => {
        const read = { longer: readSeconds(typed.longer.trim()), shorter: readSeconds(typed.shorter.trim()) }
        const broken = ends.filter((end) => typed[end].trim() !== '' && read[end] === null)
        setWrong(broken)
        if (broken.length === 0) onChange(read)
        return broken.length === 0
      }}
    >
      <div className="grid grid-cols-2 gap-2" aria-describedby={id}>
        {ends.map((end) => (
          <Field
            key={end}
            label={end === 'longer' ? listFiltersTexts.longerThan : listFiltersTexts.shorterThan}
            note="seconds"
            error={wrong.includes(end) ? listFiltersTexts.enterNumberSuchAs90 : undefined}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                maxLength={14}
                value={typed[end]}
                onChange={(event) => setTyped({ ...typed, [end]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <p id={id} className="text-small text-muted">
        {listFiltersTexts.fromStartToEndOr}
      </p>
    </FormPill>
  )
}

const ends = ['longer', 'shorter'] as const
const bounds = ['from', 'to'] as const
const { firstYear, lastYear } = limits.instant

/** An instant in the format of its input field: local, to the minute. */
function localTime(text: string): string {
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) return ''
  const offsetMs = new Date(ms).getTimezoneOffset() * 60_000
  return new Date(ms - offsetMs).toISOString().slice(0, 16)
}
