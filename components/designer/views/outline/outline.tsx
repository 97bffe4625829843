'use client'

import {
  type FocusEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { ContextMenu } from '#components/ui/overlay/menu.tsx'
import { nextInList, outlineRows, type OutlineRow as Row, unfolded } from '../../algorithms/steps/outline-rows.ts'
import { type Pick, pickedSteps } from '../../algorithms/steps/rows-between.ts'
import { itemsInParts, outlineMenu } from '../../commands/actions/menu-parts.ts'
import { outlineActions } from '../../commands/actions/outline-actions.ts'
import { useDesignerActionItems } from '../../commands/actions/use-designer-actions.ts'
import { useDocument, useSelection, useSession, useView } from '../../model/session-context.tsx'
import { designerTexts } from '../../texts/designer.ts'
import { staysMeant } from '../annotations/use-annotation.ts'
import { useWindowedRows } from '../dock/use-windowed-rows.ts'
import { AnnotationRows } from './annotation-rows.tsx'
import { OutlineRow } from './outline-row.tsx'
import { OutlineTools } from './outline-tools.tsx'

const offered = outlineMenu.flat()

/** The steps as a list from top to bottom: an equal editor for keyboards, screen readers and small screens. */
export function Outline() {
  const graph = useDocument((document) => document.graph)
  const all = useMemo(() => outlineRows(graph), [graph])
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => unfolded(all, folded), [all, folded])
  const next = useMemo(() => nextInList(rows), [rows])
  const list = useRef<HTMLDivElement>(null)
  const current = useCurrent(rows)
  const scroller = useRef<HTMLDivElement>(null)
  const steps = useMemo(() => rows.map(({ node }) => node.id), [rows])
  // The row in the Tab order stays rendered: it may have the focus, or get the focus next.
  const virtual = useWindowedRows(scroller, steps, current)
  const pick = usePick(rows, current)
  useOutlineKeys(rows, current, { folded, setFolded, pick })
  const focus = useFocusOfRemovedRow(list, rows, current)
  const fold = useCallback((step: string) => setFolded((before) => toggled(before, step)), [])
  const session = useSession()
  const items = itemsInParts(useDesignerActionItems(offered), outlineMenu)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div
      data-outline=""
      role="group"
      aria-label={designerTexts.outline}
      className="flex h-full min-h-0 flex-col"
      onBlur={({ relatedTarget }) => staysMeant(relatedTarget) || session.annotations.left()}
    >
      <OutlineTools />
      <ContextMenu items={items}>
        <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
          {rows.length === 0 ? (
            <p className="px-3.5 py-4 text-muted">{designerTexts.noStepsYetAddFirst}</p>
          ) : (
            <div
              ref={list}
              role="tree"
              aria-label={designerTexts.steps}
              aria-multiselectable="true"
              className="relative"
              style={{ height: virtual.getTotalSize() }}
              onFocus={focus.onFocus}
              onBlur={focus.onBlur}
            >
              {virtual.getVirtualItems().map(({ index, key, start }) => {
                const row = rows[index]
                return (
                  row && (
                    <div
                      key={key}
                      ref={virtual.measureElement}
                      role="none"
                      data-index={index}
                      style={{ transform: `translateY(${start}px)` }}
                      className="absolute inset-x-0 top-0"
                    >
                      <OutlineRow
                        row={row}
                        next={next.get(row.node.id)}
                        isCurrent={row.node.id === current}
                        isFolded={folded.has(row.node.id)}
                        onFold={fold}
                        onPick={pick}
                      />
                    </div>
                  )
                )
              })}
            </div>
          )}
          <AnnotationRows />
        </div>
      </ContextMenu>
    </div>
  )
}

/** The row in the Tab order: the step that the keyboard is on, else the first step. */
function useCurrent(rows: readonly Row[]): string | undefined {
  const current = useSelection((selection) => selection.current)
  return rows.some((row) => row.node.id === current) ? (current ?? undefined) : rows[0]?.node.id
}

type SetFolded = (change: (before: ReadonlySet<string>) => ReadonlySet<string>) => void

type PickStep = (step: string, how: Pick) => void

/** Selects by a row as the canvas does by a node; both share one selection. */
function usePick(rows: readonly Row[], current: string | undefined): PickStep {
  const session = useSession()
  const anchor = useRef<string | undefined>(undefined)
  const shown = useRef(rows)
  const at = useRef(current)
  useLayoutEffect(() => {
    shown.current = rows
    at.current = current
  }, [rows, current])
  return useCallback(
    (step, asked) => {
      const { steps: selected, notes } = session.selection.store.getState()
      // Touch has no Ctrl key.
      const how = asked === 'only' && session.view.store.getState().selectsSeveral ? 'toggle' : asked
      const begins = anchor.current !== undefined && selected.has(anchor.current) ? anchor.current : at.current
      if (how !== 'range') anchor.current = step
      else anchor.current = begins
      const picked = pickedSteps(shown.current, { selected, anchor: begins, step, how })
      session.selection.selectSteps(picked, how === 'only' ? undefined : notes)
      session.selection.moveTo(step)
      session.view.showStep(step)
    },
    [session],
  )
}

interface OutlineKeys {
  readonly folded: ReadonlySet<string>
  readonly setFolded: SetFolded
  readonly pick: PickStep
}

function useOutlineKeys(rows: readonly Row[], current: string | undefined, { folded, setFolded, pick }: OutlineKeys) {
  const session = useSession()
  const actions = useMemo(() => {
    const at = rows.findIndex((row) => row.node.id === current)
    const row = rows[at]
    const goTo = (step: string | null | undefined, how: Pick | 'none' = 'only') => {
      if (step === null || step === undefined) return
      if (how === 'none') session.selection.moveTo(step)
      else if (how === 'only') session.selection.selectStep(step)
      else pick(step, how)
      session.view.showStep(step)
      session.view.goToPanel('outline')
    }
    const targets = { previous: at - 1, next: at + 1, first: 0, last: rows.length - 1 }
    return outlineActions({
      go: (to, how) => goTo(rows[targets[to]]?.node.id, how),
      toggle: () => row !== undefined && pick(row.node.id, 'toggle'),
      fields() {
        if (row !== undefined) session.selection.selectStep(row.node.id)
        session.view.showField(['title'], 'main')
      },
      fold(open) {
        if (row === undefined) return
        const isFolded = folded.has(row.node.id)
        if (row.hasBranches && isFolded === open) setFolded((before) => toggled(before, row.node.id))
        else if (open && row.hasBranches) goTo(rows[at + 1]?.node.id)
        else if (!open) goTo(row.parent)
      },
    })
  }, [rows, current, folded, setFolded, pick, session])
  useOfferActions(actions)
}

function toggled(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(names)
  if (!next.delete(name)) next.add(name)
  return next
}

/**
 * Keeps the focus in the list: the focus goes to the requested row. When the focused row is gone (deleted, renamed,
 * undone), the focus goes to the row in its place.
 */
function useFocusOfRemovedRow(list: RefObject<HTMLElement | null>, rows: readonly Row[], current: string | undefined) {
  const session = useSession()
  const request = useView((view) => view.panelRequest)
  const had = useRef<{ readonly step: string; readonly index: number } | null>(null)
  useEffect(() => {
    if (request?.tab !== 'outline') return
    focusRow(list.current, current)
    session.view.met('panelRequest')
  }, [request, list, current, session])
  useLayoutEffect(() => {
    if (had.current === null || document.activeElement !== document.body) return
    const { step, index } = had.current
    const { change } = session.document.store.getState()
    const name = change?.renamed?.from === step ? change.renamed.to : step
    const row = rows.find(({ node }) => node.id === name) ?? rows[Math.min(index, rows.length - 1)]
    if (row === undefined) return
    session.selection.selectStep(row.node.id)
    // A row out of view is rendered once it is the current row.
    if (!focusRow(list.current, row.node.id)) session.view.goToPanel('outline')
  }, [rows, list, session])
  return {
    onFocus(event: FocusEvent) {
      const step = (event.target as HTMLElement).dataset.step
      if (step === undefined) return
      had.current = { step, index: rows.findIndex(({ node }) => node.id === step) }
      session.view.comeFrom('outline')
    },
    // A removed element fires no blur event: in this case the row is still recorded.
    onBlur() {
      had.current = null
    },
  }
}

function focusRow(list: HTMLElement | null, step: string | undefined): boolean {
  const row = step === undefined ? null : list?.querySelector<HTMLElement>(`[data-step="${CSS.escape(step)}"]`)
  row?.focus()
  return row instanceof HTMLElement
}
