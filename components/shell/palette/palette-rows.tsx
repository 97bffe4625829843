'use client'

import { Command } from 'cmdk'
import { ArrowRight } from 'lucide-react'
import { Kbd } from '#components/ui/controls/kbd.tsx'
import { rowClasses } from '#components/ui/overlay/popup.ts'
import { type Action, isEnabled } from '../actions/action.ts'
import type { PaletteEntry } from './palette-entries.ts'

const groupClasses =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-label [&_[cmdk-group-heading]]:text-muted'

/** A line of the palette: an action of the page, or a place to open. */
export type PaletteLine = Action | PaletteEntry

interface PaletteGroupProps {
  group: string
  lines: readonly PaletteLine[]
  onDone(line: PaletteLine): void
}

export function PaletteGroup({ group, lines, onDone }: PaletteGroupProps) {
  return (
    <Command.Group heading={group} className={groupClasses}>
      {lines.map((line) => (
        <PaletteRow key={line.id} line={line} onDone={onDone} />
      ))}
    </Command.Group>
  )
}

function PaletteRow({ line, onDone }: { line: PaletteLine; onDone(line: PaletteLine): void }) {
  const Icon = line.icon ?? ArrowRight
  const { hint } = line as PaletteEntry
  const { shortcut, why } = line as Action
  const isOff = !isEnabled(line as Action)
  return (
    <Command.Item value={line.id} disabled={isOff} onSelect={() => onDone(line)} className={rowClasses}>
      <Icon className="text-muted" />
      <span className="min-w-0 flex-1 truncate">
        {line.label}
        {isOff && <span className="block text-small">{why}</span>}
      </span>
      {hint && <span className="max-w-[45%] truncate text-small text-muted">{hint}</span>}
      {shortcut && <Kbd keys={shortcut} />}
    </Command.Item>
  )
}
