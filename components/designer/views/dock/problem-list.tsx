'use client'

import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { WithCode } from '#components/ui/text/with-code.tsx'
import { escapeInvisible } from '#core/definition/escape-invisible.ts'
import type { Problem } from '#core/definition/problem.ts'
import { titleOfId } from '#core/definition/title.ts'
import { applyRepair, repairsOf, revealLine, revealProblem } from '../../commands/reveal.ts'
import { sortProblems } from '../../model/problems/problem-store.ts'
import { useDocument, useProblems, useSession, useView } from '../../model/session-context.tsx'
import type { DockTab } from '../../model/view-store.ts'
import { designerTexts } from '../../texts/designer.ts'
import { lineOf } from '../text/line-of.ts'
import { useWindowedRows } from './use-windowed-rows.ts'

const signs = {
  error: { Icon: CircleAlert, word: 'Error', tone: 'tone-failed' },
  warning: { Icon: TriangleAlert, word: designerTexts.warning, tone: 'tone-human' },
  info: { Icon: CircleDashed, word: designerTexts.toDo, tone: 'tone-active' },
} as const

const keyOf = ({ code, path, range, message }: Problem) => `${code} ${path.join('.')} ${range.start} ${message}`

/** Everything that is wrong, worst first. A row goes to the step and its field, its line number to the text. */
export function ProblemList() {
  const problems = useProblems((state) => state.all)
  const sorted = useMemo(() => sortProblems(problems), [problems])
  const panel = useRef<HTMLDivElement>(null)
  usePanelFocus('problems', panel)
  const keys = useMemo(() => sorted.map(keyOf), [sorted])
  const [focused, setFocused] = useState<string>()
  const virtual = useWindowedRows(panel, keys, focused)
  return (
    <div ref={panel} tabIndex={-1} className="h-full overflow-y-auto outline-none">
      {sorted.length === 0 ? (
        <p className="flex items-center gap-2 px-3.5 py-4 text-muted">
          <CircleCheck aria-hidden="true" className="size-3.5 text-done" />
          {designerTexts.noProblemsReadyToPublish}
        </p>
      ) : (
        <ul
          aria-label={designerTexts.problems}
          className="relative"
          style={{ height: virtual.getTotalSize() }}
          onBlur={() => setFocused(undefined)}
        >
          {virtual.getVirtualItems().map(({ index, key, start }) => {
            const problem = sorted[index]
            return (
              problem && (
                <li
                  key={key}
                  ref={virtual.measureElement}
                  data-index={index}
                  aria-setsize={sorted.length}
                  aria-posinset={index + 1}
                  onFocus={() => setFocused(keyOf(problem))}
                  style={{ transform: `translateY(${start}px)` }}
                  className="absolute inset-x-0 top-0 flex items-start gap-2 px-1.5 hover:bg-hover"
                >
                  <ProblemRow problem={problem} />
                </li>
              )
            )
          })}
        </ul>
      )}
    </div>
  )
}

function ProblemRow({ problem }: { problem: Problem }) {
  const session = useSession()
  const steps = useDocument((document) => document.definition?.steps)
  const line = useDocument((document) => lineOf(document.text, problem.range.start))
  const { Icon, word, tone } = signs[problem.severity]
  const repairs = repairsOf(session, problem)
  return (
    <>
      <button
        type="button"
        onClick={() => revealProblem(session, problem)}
        className="flex min-w-0 flex-1 items-start gap-2 rounded-s px-2 py-1 text-left focus-visible:-outline-offset-2"
      >
        <Icon aria-label={word} className={classNames('mt-0.75 size-3.5 shrink-0 text-tone', tone)} />
        <span className="min-w-0">
          <WithCode text={escapeInvisible(problem.message)} />
          {problem.step !== undefined && <span className="ml-2 text-muted">{titleOfId(steps, problem.step)}</span>}
        </span>
      </button>
      {repairs.map((repair) => (
        <Button
          key={repair.title}
          size="small"
          className="mt-0.5"
          onClick={() => applyRepair(session, problem, repair)}
        >
          {repair.title}
        </Button>
      ))}
      <button
        type="button"
        aria-label={designerTexts.lineOfYAML(line)}
        onClick={() => revealLine(session, problem)}
        className="shrink-0 rounded-s px-2 py-1 font-mono text-code text-muted hover:text-ink hover:underline"
      >
        {line}
      </button>
    </>
  )
}

/** Focuses the first focusable element of a panel when a panel request names the panel. */
function usePanelFocus(tab: DockTab, panel: RefObject<HTMLElement | null>): void {
  const { view } = useSession()
  const request = useView((state) => state.panelRequest)
  useEffect(() => {
    if (request?.tab !== tab || panel.current === null) return
    const first = panel.current.querySelector<HTMLElement>('button, a, [tabindex="0"]')
    if (first) first.focus()
    else panel.current.focus()
    view.met('panelRequest')
  }, [request, tab, panel, view])
}
