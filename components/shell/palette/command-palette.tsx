'use client'

import { Command } from 'cmdk'
import { ArrowRight, Search } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { useRef } from 'react'
import { Kbd } from '#components/ui/controls/kbd.tsx'
import { rowClasses } from '#components/ui/overlay/popup.ts'
import { useReturnFocus } from '#components/ui/overlay/use-return-focus.ts'
import { type Action, groupActions, isEnabled, isShown, pageFirst } from '../actions/action.ts'
import { useActions } from '../actions/action-store.ts'
import { useShellStore } from '../frame/shell-store.ts'
import { shellTexts } from '../texts/shell.ts'
import { matchWords } from './match-words.ts'
import { PaletteWorkflows } from './palette-workflows.tsx'

/** The command palette finds and performs any action, and opens any workflow, by typing. */
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
  const chosen = useRef<Action | null>(null)
  return (
    <Primitive.Content
      aria-describedby={undefined}
      // The focus returns to its former place before the action runs; the action may then move it.
      onCloseAutoFocus={(event) => {
        giveBack(event)
        chosen.current?.perform()
      }}
      className="fixed inset-x-3 top-[12vh] z-50 mx-auto max-w-140 overflow-hidden rounded-l border border-line-strong bg-surface shadow-high outline-none data-[state=open]:animate-appear"
    >
      <Primitive.Title className="sr-only">{shellTexts.commandPalette}</Primitive.Title>
      <Palette
        onDone={(action) => {
          chosen.current = action ?? null
          onClose()
        }}
      />
    </Primitive.Content>
  )
}

function Palette({ onDone }: { onDone: (action?: Action) => void }) {
  const groups = groupActions(
    pageFirst(useActions().filter((action) => isShown(action) && action.family === undefined)),
  )
  return (
    <Command label={shellTexts.commandsAndWorkflows} loop filter={matchWords}>
      <div className="flex items-center gap-2.5 border-b px-3.5">
        <Search className="size-4 text-faint" />
        <Command.Input
          placeholder={shellTexts.typeCommandOrWorkflowName}
          className="h-11 flex-1 text-title font-normal outline-none"
        />
        <Kbd keys="escape" />
      </div>
      <Command.List label={shellTexts.commandsAndWorkflows} className="max-h-[52vh] overflow-y-auto p-1.5">
        <Command.Empty className="px-3 py-8 text-center text-muted">{shellTexts.noResults}</Command.Empty>
        {groups.map(({ group, actions }) => (
          <Command.Group key={group} heading={group} className={groupClasses}>
            {actions.map((action) => (
              <ActionRow key={action.id} action={action} onDone={onDone} />
            ))}
          </Command.Group>
        ))}
        <PaletteWorkflows className={groupClasses} onDone={onDone} />
      </Command.List>
    </Command>
  )
}

const groupClasses =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-label [&_[cmdk-group-heading]]:text-muted'

function ActionRow({ action, onDone }: { action: Action; onDone: (action: Action) => void }) {
  const Icon = action.icon ?? ArrowRight
  return (
    <Command.Item
      value={`${action.label} ${action.id}`}
      disabled={!isEnabled(action)}
      {...(action.keywords ? { keywords: [...action.keywords] } : {})}
      onSelect={() => onDone(action)}
      className={rowClasses}
    >
      <Icon className="text-muted" />
      <span className="flex-1">
        {action.label}
        {!isEnabled(action) && <span className="block text-small">{action.why}</span>}
      </span>
      {action.shortcut && <Kbd keys={action.shortcut} />}
    </Command.Item>
  )
}
