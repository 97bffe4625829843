'use client'

import { useEffect, useRef } from 'react'
import { showToast } from '#components/ui/toast-store.ts'
import { limits } from '#core/limits.ts'
import { allStepNames } from '../find-step.ts'
import { applyRepair, repairsOf, revealProblem } from '../reveal.ts'
import { useSession } from '../session-context.tsx'
import { stepAt } from './step-at.ts'
import { createYamlView } from './yaml-view.ts'

/** A text that takes longer than this to read is read when the typing pauses, not at every key. */
const promptMs = 40
const readDelayMs = 150

/** The text beside the canvas: the same document, linked to it by selection and problems. */
export default function YamlEditor() {
  const session = useSession()
  const parent = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (parent.current === null) return
    const { document, selection, problems, view: screen } = session
    let typed: string | null = null
    let took = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      clearTimeout(timer)
      if (typed === null) return
      const text = typed
      typed = null
      const startedAt = performance.now()
      document.type(text)
      took = performance.now() - startedAt
    }
    const view = createYamlView(parent.current, document.store.getState().text, {
      typed(text) {
        typed = text
        clearTimeout(timer)
        if (took < promptMs) flush()
        else timer = setTimeout(flush, readDelayMs)
      },
      cursorMoved(offset) {
        const { parsed } = document.store.getState()
        const step = stepAt(parsed, offset)
        if (step === null) return
        const { steps } = selection.store.getState()
        if (steps.size !== 1 || !steps.has(step)) selection.selectStep(step)
      },
      undo: () => document.undo(),
      redo: () => document.redo(),
      tooLong: () =>
        showToast({
          tone: 'failed',
          title: 'That is too much text',
          detail: `A workflow may have ${limits.definition.textBytes / 1024} kB. Nothing was changed.`,
        }),
      names: () => ({
        steps: allStepNames(document.store.getState().definition),
        functions: session.known()?.functions ?? [],
        workflows: session.known()?.workflows ?? [],
      }),
      repairsOf: (problem) => repairsOf(session, problem),
      repair: (repair) => applyRepair(session, repair),
      problemChosen: (problem) => revealProblem(session, problem),
    })
    const showStep = () => {
      const { steps } = selection.store.getState()
      const [step] = steps.size === 1 ? steps : []
      const { source } = document.store.getState().parsed
      view.showStep(step === undefined ? null : (source.stepRange(step) ?? null))
    }
    const showRequest = () => {
      const { textRequest } = screen.store.getState()
      if (textRequest === null) return
      view.reveal(textRequest.range)
      screen.met('textRequest')
    }
    const goThere = () => {
      if (screen.store.getState().panelRequest?.tab !== 'yaml') return
      view.focus()
      screen.met('panelRequest')
    }
    view.setProblems(problems.store.getState().all)
    showStep()
    showRequest()
    goThere()
    const stops = [
      document.holdTyping(flush),
      document.store.subscribe((state, before) => {
        if (state.text !== before.text) {
          view.setText(state.text, state.change?.splices)
          view.setProblems(problems.store.getState().all)
          showStep()
        }
      }),
      problems.store.subscribe((state) => view.setProblems(state.all)),
      selection.store.subscribe((state, before) => {
        if (state.steps !== before.steps) showStep()
      }),
      screen.store.subscribe((state, before) => {
        if (state.textRequest !== before.textRequest) showRequest()
        if (state.panelRequest !== before.panelRequest) goThere()
      }),
    ]
    return () => {
      flush()
      for (const stop of stops) stop()
      view.destroy()
    }
  }, [session])

  return <div ref={parent} className="h-full min-h-0" />
}
