'use client'

import { Panel } from '@xyflow/react'
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { StepIcon } from '#components/canvas/step-icon.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { IconButton } from '#components/ui/controls/button.tsx'
import { popupClasses, rowClasses } from '#components/ui/overlay/popup.ts'
import { type FoundStep, findSteps } from '#core/graph/find.ts'
import { findStep } from '../../algorithms/steps/find-step.ts'
import type { Session } from '../../model/session.ts'
import { useDocument, useSession } from '../../model/session-context.tsx'
import { viewsCanvasTexts } from '../../texts/views-canvas.ts'
import { useNotes } from '../annotations/use-notes.ts'
import { useResultTypes } from '../expression/use-step-types.ts'

/** Find on canvas: what is found is listed, marked, and brought into view one by one. */
export function FindPanel() {
  const open = useStore(useSession().find.store, (find) => find.open)
  return open ? <OpenPanel /> : null
}

function OpenPanel() {
  const session = useSession()
  const { search, at, asked } = useStore(session.find.store)
  const definition = useDocument((document) => document.definition)
  const notes = useNotes()
  const results = useResultTypes()
  const found = useMemo(
    () => (definition === null ? [] : findSteps(definition, notes, search, results)),
    [definition, notes, search, results],
  )
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (asked > 0) input.current?.select()
  }, [asked])
  useEffect(() => session.find.show(found.map(({ step }) => step)), [session, found])
  useEffect(() => () => session.find.show([]), [session])
  const go = (to: number) => {
    if (found.length > 0) goTo(session, found, (to + found.length) % found.length)
  }
  return (
    <Panel position="top-right" className={classNames(popupClasses, '!m-3 w-76')}>
      <search aria-label={viewsCanvasTexts.findOnCanvas}>
        <div className="flex items-center gap-1 border-b p-1 pl-2.5">
          <Search aria-hidden="true" className="size-3.5 shrink-0 text-faint" />
          <input
            ref={input}
            type="text"
            aria-label={viewsCanvasTexts.findOnCanvas}
            placeholder={viewsCanvasTexts.nameTypeExpressionOrUses}
            autoComplete="off"
            spellCheck={false}
            value={search}
            onChange={(event) => session.find.type(event.target.value)}
            onKeyDown={(event) => {
              event.stopPropagation()
              if (event.key === 'Enter') go(event.shiftKey ? at - 1 : isShown(session, found[at]) ? at + 1 : at)
              else if (event.key === 'ArrowDown') go(at + 1)
              else if (event.key === 'ArrowUp') go(at - 1)
              else if (event.key === 'Escape') session.find.close()
              else return
              event.preventDefault()
            }}
            className="h-7 min-w-0 flex-1 bg-transparent px-1 outline-none"
          />
          <output className="text-small whitespace-nowrap text-muted">{countWords(search, at, found.length)}</output>
          <IconButton label={viewsCanvasTexts.previous} disabled={found.length === 0} onClick={() => go(at - 1)}>
            <ChevronUp />
          </IconButton>
          <IconButton label={viewsCanvasTexts.next} disabled={found.length === 0} onClick={() => go(at + 1)}>
            <ChevronDown />
          </IconButton>
          <IconButton label={viewsCanvasTexts.closeSearch} onClick={session.find.close}>
            <X />
          </IconButton>
        </div>
        {found.length > 0 && (
          <ul aria-label={viewsCanvasTexts.searchResults} className="max-h-60 overflow-y-auto p-1">
            {found.map((hit, index) => (
              <li key={hit.step}>
                <Hit hit={hit} current={index === at} onGo={() => go(index)} />
              </li>
            ))}
          </ul>
        )}
      </search>
    </Panel>
  )
}

function Hit({ hit, current, onGo }: { hit: FoundStep; current: boolean; onGo(): void }) {
  const type = useDocument(({ definition }) => findStep(definition, hit.step)?.step.type)
  return (
    <button
      type="button"
      aria-current={current}
      onClick={onGo}
      className={classNames(rowClasses, 'w-full text-left hover:bg-hover', current && 'bg-hover')}
    >
      <StepIcon type={type ?? 'UNKNOWN'} className="text-muted" />
      <span className="max-w-32 shrink-0 truncate font-medium">{hit.step}</span>
      {hit.field !== 'name' && (
        <span className="truncate text-small text-muted">
          {hit.field} <span className="font-mono text-small">{hit.excerpt}</span>
        </span>
      )}
    </button>
  )
}

function goTo(session: Session, found: readonly FoundStep[], at: number): void {
  const step = found[at]?.step
  if (step === undefined) return
  session.find.goTo(at)
  session.selection.selectStep(step)
  session.view.showStep(step)
}

/** The first Enter goes to the first step, the next ones on from there. */
function isShown(session: Session, hit: FoundStep | undefined): boolean {
  const { steps } = session.selection.store.getState()
  return hit !== undefined && steps.size === 1 && steps.has(hit.step)
}

function countWords(search: string, at: number, count: number): string {
  if (search.trim() === '') return ''
  return count === 0 ? 'None' : viewsCanvasTexts.of(Math.min(at + 1, count), count)
}
