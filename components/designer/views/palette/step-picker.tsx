'use client'

import { Command } from 'cmdk'
import { Popover as Primitive } from 'radix-ui'
import { useEffect, useMemo, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { Kbd } from '#components/ui/controls/kbd.tsx'
import { popupClasses } from '#components/ui/overlay/popup.ts'
import { useReturnFocus } from '#components/ui/overlay/use-return-focus.ts'
import { escapeInvisible } from '#core/definition/escape-invisible.ts'
import { newFunctionChoice } from '../../algorithms/picker/choice.ts'
import { findChoices } from '../../algorithms/picker/find-choices.ts'
import { addButtonId } from '../../commands/actions/add-button-id.ts'
import { takeChoice } from '../../commands/take-choice.ts'
import { useSession, useView } from '../../model/session-context.tsx'
import type { Adding } from '../../model/view-store.ts'
import { viewsPaletteTexts } from '../../texts/views-palette.ts'
import { ChoiceRow } from './choice-row.tsx'
import { useChoices } from './use-choices.ts'

/** The picker of a step: opened by the button of the canvas, a dropped edge, a plus, a field or a key. */
export function StepPicker() {
  const adding = useView((view) => view.adding)
  return adding === null ? null : <OpenPicker key={keyOf(adding)} adding={adding} />
}

/** Opened at another place, the picker begins again. */
const keyOf = ({ at }: Adding) => `${at.left} ${at.top}`

function OpenPicker({ adding }: { adding: Adding }) {
  const session = useSession()
  const onCloseAutoFocus = useReturnFocus()
  const dragged = useView((view) => view.dragged !== null)
  const words = wordsOf(adding)
  return (
    <Primitive.Root open onOpenChange={(open) => !open && session.view.stopAdding()}>
      <Primitive.Anchor className="fixed size-0" style={adding.at} />
      <Primitive.Portal>
        <Primitive.Content
          aria-label={adding.retype === undefined ? viewsPaletteTexts.addStep : words}
          align="start"
          sideOffset={4}
          collisionPadding={12}
          className={classNames(
            popupClasses,
            'flex max-h-[min(var(--radix-popover-content-available-height),640px)] flex-col',
            // A row in the hand of a drag stays in the document, and lets the canvas below it be seen and hit.
            dragged && 'pointer-events-none opacity-0',
          )}
          onCloseAutoFocus={onCloseAutoFocus}
          // The button closes what it has opened.
          onPointerDownOutside={(event) => {
            if ((event.target as Element).closest(`#${addButtonId}`)) event.preventDefault()
          }}
        >
          <ChoiceList adding={adding} words={words} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

function ChoiceList({ adding, words }: { adding: Adding; words: string }) {
  const session = useSession()
  const [search, setSearch] = useState('')
  const choices = useChoices(adding)
  const groups = useMemo(() => findChoices(choices, search), [choices, search])
  const fallback = newFunctionChoice(search, viewsPaletteTexts.newFunction, viewsPaletteTexts.writesTypedFile)
  // The best entry is the selected one, also when functions and workflows have come after the words were typed.
  const best = groups[0]?.choices[0]?.id ?? fallback.id
  const [selected, setSelected] = useState(best)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other entries under the same best one count as well
  useEffect(() => setSelected(best), [groups, best])
  return (
    // Its label names the field, whatever name the field is given itself.
    <Command
      label={words}
      loop
      shouldFilter={false}
      value={selected}
      onValueChange={setSelected}
      className="flex min-h-0 w-105 max-w-[calc(100vw-2rem)] flex-col"
    >
      <Command.Input
        autoFocus
        placeholder={viewsPaletteTexts.findStepFunctionOr}
        value={search}
        onValueChange={setSearch}
        className="h-10 w-full shrink-0 border-b px-3.5 outline-none"
      />
      <Command.List label={viewsPaletteTexts.stepsToAdd} className="min-h-0 scroll-py-1 overflow-y-auto p-1.5">
        {groups.length === 0 && <p className="px-2 py-3 text-muted">{viewsPaletteTexts.noResults}</p>}
        {groups.map(({ group, choices: members, isCut }) => (
          <Command.Group
            key={group}
            heading={group}
            className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-small [&_[cmdk-group-heading]]:text-muted"
          >
            {members.map((choice) => (
              <ChoiceRow
                key={choice.id}
                choice={choice}
                isDraggable={adding.retype === undefined}
                onPick={(picked) => takeChoice(session, adding, picked)}
              />
            ))}
            {isCut && <p className="px-2 py-1 text-small text-muted">{viewsPaletteTexts.typeToFindMore}</p>}
          </Command.Group>
        ))}
        {adding.retype === undefined && (
          <Command.Group className="mt-1 border-t pt-1">
            <ChoiceRow choice={fallback} isDraggable={false} onPick={(picked) => takeChoice(session, adding, picked)} />
          </Command.Group>
        )}
      </Command.List>
      <p className="flex h-8 shrink-0 items-center gap-3 border-t px-3.5 text-small text-muted">
        <span>
          <Kbd keys="enter" /> {viewsPaletteTexts.add}
        </span>
        {adding.retype === undefined && <span className="max-sm:hidden">{viewsPaletteTexts.orDragOnto}</span>}
      </p>
    </Command>
  )
}

function wordsOf({ connect, onEdge, before, retype, within }: Adding): string {
  if (retype !== undefined) return viewsPaletteTexts.changeTypeOf(escapeInvisible(retype))
  if (onEdge !== undefined)
    return viewsPaletteTexts.addStepBetweenAnd(escapeInvisible(onEdge.from), escapeInvisible(onEdge.to))
  if (before !== undefined) return viewsPaletteTexts.addStepBefore(escapeInvisible(before))
  if (within !== undefined) return viewsPaletteTexts.addStepIn(escapeInvisible(within))
  return connect === undefined
    ? viewsPaletteTexts.addStep
    : viewsPaletteTexts.addStepAfter(escapeInvisible(connect.from))
}
