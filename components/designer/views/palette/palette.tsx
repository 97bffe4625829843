'use client'

import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { StepIcon } from '#components/canvas/step-icon.tsx'
import { Kbd } from '#components/ui/controls/kbd.tsx'
import type { StepType } from '#core/definition/definition.ts'
import { paletteSearchId } from '../../commands/actions/palette-search-id.ts'
import { addStep } from '../../commands/step-commands.ts'
import { useSession } from '../../model/session-context.tsx'
import { designerTexts } from '../../texts/designer.ts'
import { startTypeDrag } from '../canvas/drag-type.ts'
import { stepChoices } from './step-choices.ts'

/** The palette of step types: drag a type onto the canvas, or click to add a step after the selected one. */
export function Palette() {
  const session = useSession()
  const [search, setSearch] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const groups = stepChoices(search)
  const buttons = () => [...(list.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])]
  const add = (type: StepType) => {
    setSearch('')
    addStep(session, type)
  }
  const walk = (event: React.KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const all = buttons()
    const at = all.indexOf(event.target as HTMLButtonElement)
    const next = event.key === 'ArrowDown' ? at + 1 : at - 1
    if (next < 0) document.getElementById(paletteSearchId)?.focus()
    else all[Math.min(next, all.length - 1)]?.focus()
  }
  return (
    <section
      aria-label={designerTexts.stepsToAdd}
      className="flex w-50 shrink-0 flex-col overflow-y-auto border-r bg-surface p-2.5"
    >
      <label className="flex h-7.5 shrink-0 items-center gap-1.75 rounded-s border border-thread px-2.25 focus-within:border-accent hover:border-faint">
        <Search aria-hidden="true" className="size-3.25 shrink-0 text-faint" />
        <input
          id={paletteSearchId}
          type="search"
          aria-label={designerTexts.addStep}
          placeholder={designerTexts.addStep}
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            const first = groups[0]?.choices[0]
            if (event.key === 'Enter' && search !== '' && first) add(first.type)
            else if (event.key === 'Escape') {
              setSearch('')
              event.currentTarget.blur()
            } else walk(event)
          }}
          className="min-w-0 flex-1 bg-transparent outline-none [&::-webkit-search-cancel-button]:hidden"
        />
        <Kbd keys="n" />
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys are a shortcut between buttons that Tab reaches as well */}
      <div ref={list} onKeyDown={walk}>
        {groups.map(({ group, choices }) => (
          <section key={group} aria-labelledby={`palette-${group}`} className="grid gap-0.5">
            <h2 id={`palette-${group}`} className="px-1.5 pt-3 pb-0.5 text-label text-muted">
              {group}
            </h2>
            {choices.map(({ type, label, description }) => (
              <button
                key={type}
                type="button"
                draggable
                title={description}
                onDragStart={(event) => {
                  startTypeDrag(event.dataTransfer, type)
                  session.view.drag(type)
                }}
                onDragEnd={() => session.view.drag(null)}
                onClick={() => add(type)}
                className="group flex cursor-grab items-center gap-2.25 rounded-s px-1.5 py-1 text-left font-medium hover:bg-hover active:cursor-grabbing"
              >
                <span className="grid size-6 place-items-center rounded-[6px] bg-sunken text-muted group-hover:bg-surface [&_svg]:size-3.25">
                  <StepIcon type={type} />
                </span>
                {label}
              </button>
            ))}
          </section>
        ))}
        {groups.length === 0 && <p className="px-1.5 py-4 text-muted">{designerTexts.noMatchingStepType}</p>}
      </div>
    </section>
  )
}
