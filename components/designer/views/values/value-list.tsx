'use client'

import { Command } from 'cmdk'
import { useMemo, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { escapeInvisible } from '#core/definition/escape-invisible.ts'
import {
  type AvailableValue,
  availableValues,
  findValues,
  shownValue,
  valueGroups,
} from '../../algorithms/values/available-values.ts'
import { viewsValuesTexts } from '../../texts/views-values.ts'
import { useSample } from '../expression/use-sample.ts'
import { useStepTypes } from '../expression/use-step-types.ts'

export interface ValueListProps {
  /** The step at which the values are read; null for the end of the workflow. */
  readonly step: string | null
  /** Whether the field may name secrets. */
  readonly hasSecrets?: boolean
  /** Whether the search takes the focus. */
  readonly begin?: boolean
  readonly className?: string
  onPick(path: string): void
}

/** The values that a step can read, with what the last run had for them. */
export function ValueList({ step, hasSecrets = false, begin = false, className, onPick }: ValueListProps) {
  const [search, setSearch] = useState('')
  const types = useStepTypes(step, hasSecrets)
  const sample = useSample(step)
  const all = useMemo(() => availableValues(types.types(), sample?.scope ?? null), [types, sample])
  const found = useMemo(() => findValues(all, search), [all, search])
  const isSearched = search.trim() !== ''
  return (
    <Command
      label={viewsValuesTexts.insertValue}
      loop
      shouldFilter={false}
      className={classNames('@container flex min-h-0 flex-col', className)}
    >
      <Command.Input
        autoFocus={begin}
        placeholder={viewsValuesTexts.findValue}
        value={search}
        onValueChange={setSearch}
        className="h-9 w-full shrink-0 border-b px-3 outline-none"
      />
      <Command.List label={viewsValuesTexts.values} className="min-h-0 flex-1 overflow-y-auto p-1">
        {found.length === 0 && <p className="px-2 py-4 text-muted">{viewsValuesTexts.noValue}</p>}
        {valueGroups.map((group) => {
          const members = found.filter((value) => value.group === group)
          if (members.length === 0) return null
          return (
            <Command.Group
              key={group}
              heading={viewsValuesTexts.groups[group]}
              className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-1.5 [&_[cmdk-group-heading]]:pb-0.5 [&_[cmdk-group-heading]]:text-small [&_[cmdk-group-heading]]:text-muted"
            >
              {members.map((value) => (
                <ValueRow key={value.path} value={value} isWhole={isSearched} onPick={onPick} />
              ))}
            </Command.Group>
          )
        })}
      </Command.List>
      {sample !== null && (
        <p className="shrink-0 border-t px-3 py-1.5 text-small text-muted">
          {viewsValuesTexts.valuesOf(sample.origin)}
        </p>
      )}
    </Command>
  )
}

interface ValueRowProps {
  readonly value: AvailableValue
  /** Whether the whole path is shown, as among what a search finds; else the name alone, below what it is in. */
  readonly isWhole: boolean
  onPick(path: string): void
}

function ValueRow({ value: { path, name, depth, type, value }, isWhole, onPick }: ValueRowProps) {
  return (
    <Command.Item
      value={path}
      onSelect={() => onPick(path)}
      title={path}
      style={{ paddingLeft: isWhole ? 8 : 8 + depth * 14 }}
      className="flex min-h-7 items-baseline gap-2 rounded-s py-1 pr-2 outline-none select-none data-[selected=true]:bg-hover"
    >
      <span className="flex min-w-0 items-baseline gap-2 @min-[36rem]:w-72 @min-[36rem]:shrink-0">
        <span className={classNames('truncate font-mono text-code', depth === 0 && !isWhole && 'font-medium')}>
          {escapeInvisible(isWhole ? path : name)}
        </span>
        <span className="shrink-0 text-small text-faint">{type}</span>
      </span>
      <span className="ml-auto max-w-1/2 min-w-0 truncate font-mono text-small text-muted @min-[36rem]:ml-0 @min-[36rem]:max-w-none">
        {escapeInvisible(shownValue(value))}
      </span>
    </Command.Item>
  )
}
