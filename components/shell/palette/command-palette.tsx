'use client'

import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { useRef, useState } from 'react'
import { Kbd } from '#components/ui/controls/kbd.tsx'
import { useReturnFocus } from '#components/ui/overlay/use-return-focus.ts'
import { type Action, groupActions, isShown, pageFirst } from '../actions/action.ts'
import { useActions } from '../actions/action-store.ts'
import { useShellStore } from '../frame/shell-store.ts'
import { shellTexts } from '../texts/shell.ts'
import { usePaletteEntries } from './palette-entries.ts'
import { PaletteGroup, type PaletteLine } from './palette-rows.tsx'
import { type RankedGroup, rankEntries } from './rank-entries.ts'
import { useFoundEntries } from './use-found-entries.ts'

/** The command palette: one search over actions, steps, workflows, runs, tasks, functions, settings and documentation. */
export function CommandPalette() {
  const { open, show } = useShellStore()
  const isOpen = open === 'palette'
  return (
    <Primitive.Root open={isOpen} onOpenChange={(next) => show(next ? 'palette' : null)}>
      {isOpen && (
        <Primitive.Portal>
          <Primitive.Overlay className="fixed inset-0 z-40 bg-scrim data-[state=open]:animate-appear" />
          <PaletteDialog onClose={() => show(null)} />
        </Primitive.Portal>
      )}
    </Primitive.Root>
  )
}

function PaletteDialog({ onClose }: { onClose: () => void }) {
  const giveBack = useReturnFocus()
  const chosen = useRef<PaletteLine | null>(null)
  return (
    <Primitive.Content
      aria-describedby={undefined}
      // The focus returns to its former place before the action runs; the action may then move it.
      onCloseAutoFocus={(event) => {
        giveBack(event)
        chosen.current?.perform()
      }}
      className="fixed inset-x-3 top-[12vh] z-50 mx-auto max-w-160 overflow-hidden rounded-l border border-line-strong bg-surface shadow-high outline-none data-[state=open]:animate-appear"
    >
      <Primitive.Title className="sr-only">{shellTexts.commandPalette}</Primitive.Title>
      <Palette
        onDone={(line) => {
          chosen.current = line
          onClose()
        }}
      />
    </Primitive.Content>
  )
}

/** Lines of one group before anything is typed. */
const mostAtRest = 50

function Palette({ onDone }: { onDone: (line: PaletteLine) => void }) {
  const [typed, setTyped] = useState('')
  const [selected, setSelected] = useState('')
  const [isMoving, setMoving] = useState(false)
  const actions = pageFirst(useActions().filter((action) => isShown(action) && action.family === undefined))
  const offered = usePaletteEntries()
  const { entries: found, isSearching } = useFoundEntries(typed)
  const groups =
    typed.trim() === '' ? atRest(actions, found) : rankEntries<PaletteLine>([...offered, ...actions, ...found], typed)
  const first = groups[0]?.entries[0]?.id ?? ''
  // Results arrive one after the other: the first line is selected until a person moves to another one. Derived while
  // rendering, as Enter may come before an effect.
  return (
    <Command
      label={shellTexts.searchEverything}
      loop
      shouldFilter={false}
      value={isMoving ? selected : first}
      onValueChange={setSelected}
      onKeyDownCapture={({ key }) => key.startsWith('Arrow') && setMoving(true)}
      // Browsers report a pointer at rest as moved when lines move below it: such a report selects nothing.
      onPointerMoveCapture={(event) => {
        if (event.movementX === 0 && event.movementY === 0) event.stopPropagation()
        else setMoving(true)
      }}
    >
      <div className="flex items-center gap-2.5 border-b px-3.5">
        <Search className="size-4 text-faint" />
        <Command.Input
          value={typed}
          onValueChange={(next) => {
            setMoving(false)
            setTyped(next)
          }}
          placeholder={shellTexts.searchOrTypeCommand}
          className="h-11 min-w-0 flex-1 text-title font-normal outline-none"
        />
        <Kbd keys="escape" />
      </div>
      <Command.List label={shellTexts.searchEverything} className="h-[52vh] max-h-105 overflow-y-auto p-1.5">
        <Command.Empty className="px-3 py-8 text-center text-muted">
          {isSearching ? shellTexts.searching : shellTexts.noResults}
        </Command.Empty>
        {groups.map(({ group, entries }) => (
          <PaletteGroup key={group} group={group} lines={entries} onDone={onDone} />
        ))}
      </Command.List>
    </Command>
  )
}

/** Before anything is typed: the actions of the page, and workflows to open. Each group is there once. */
function atRest(actions: readonly Action[], found: readonly PaletteLine[]): readonly RankedGroup<PaletteLine>[] {
  const workflows = found.filter(({ group }) => group === shellTexts.workflows).slice(0, mostAtRest)
  const lines: readonly PaletteLine[] = [...groupActions(actions).flatMap((group) => group.actions), ...workflows]
  return [...Map.groupBy(lines, ({ group }) => group)].map(([group, entries]) => ({ group, entries }))
}
