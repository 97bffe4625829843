'use client'

import { Command } from 'cmdk'
import { FilePlus2, LayoutTemplate } from 'lucide-react'
import { kindClasses, StepIcon } from '#components/canvas/step-icon.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { escapeInvisible } from '#core/definition/escape-invisible.ts'
import type { Choice } from '../../algorithms/picker/choice.ts'
import { useSession } from '../../model/session-context.tsx'
import { startStepDrag } from '../canvas/drag-step.ts'

export interface ChoiceRowProps {
  readonly choice: Choice
  readonly isDraggable: boolean
  onPick(choice: Choice): void
}

/** One entry of the picker: its icon, its name, and what it does. A step can be dragged onto the canvas as well. */
export function ChoiceRow({ choice, isDraggable, onPick }: ChoiceRowProps) {
  const { id, icon, label, description, adds } = choice
  const session = useSession()
  // Ids are in the type of code; titles and words are not.
  const isId = id === `function ${label}` || id === `workflow ${label}`
  return (
    <Command.Item
      value={id}
      draggable={isDraggable && 'step' in adds}
      onDragStart={({ dataTransfer }) => {
        if (!('step' in adds)) return
        startStepDrag(dataTransfer, adds.step)
        // The browser takes its picture of the row after this event: the picker hides a frame later.
        requestAnimationFrame(() => session.view.drag(adds.step))
      }}
      onDragEnd={() => {
        session.view.drag(null)
        session.view.stopAdding()
      }}
      onSelect={() => onPick(choice)}
      className="flex items-start gap-2.5 rounded-m px-2 py-1.5 outline-none select-none data-[selected=true]:bg-hover"
    >
      <span
        className={classNames(
          'grid size-7 shrink-0 place-items-center rounded-s [&_svg]:size-4',
          'step' in adds ? `bg-(--kind-soft) text-(--kind) ${kindClasses[icon]}` : 'bg-sunken text-muted',
        )}
      >
        <ChoiceIcon choice={choice} />
      </span>
      <span className="grid min-w-0 flex-1">
        <span className={classNames('truncate', isId ? 'font-mono text-code' : 'font-medium')}>
          {escapeInvisible(label)}
        </span>
        <span className="line-clamp-2 text-small text-muted">{escapeInvisible(description)}</span>
      </span>
    </Command.Item>
  )
}

function ChoiceIcon({ choice: { group, icon, adds } }: { choice: Choice }) {
  if ('newFunction' in adds) return <FilePlus2 aria-hidden="true" />
  return group === 'Templates' ? <LayoutTemplate aria-hidden="true" /> : <StepIcon type={icon} />
}
