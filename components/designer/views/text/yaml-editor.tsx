'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { limits } from '#core/limits.ts'
import { allStepNames } from '../../algorithms/steps/find-step.ts'
import { applyRepair, repairsOf, revealProblem } from '../../commands/reveal.ts'
import { performLater } from '../../model/pacing/perform-later.ts'
import { createWritingPace } from '../../model/pacing/writing-pace.ts'
import { useSession } from '../../model/session-context.tsx'
import { typesOfStep } from '../expression/step-types.ts'
import { useResultTypes } from '../expression/use-step-types.ts'
import { fieldOfCursor, focusedField } from './field-link.ts'
import { stepAt } from './yaml/step-at.ts'
import type { YamlKnowledge } from './yaml-assist.ts'
import type { NamedFunction } from './yaml-help.ts'
import { createYamlView } from './yaml-view.ts'

/** The time that showing the text may take after every frame, and the idle time required where it takes longer. */
const frameMs = 8
const pauseMs = 150

type AskTypes = YamlKnowledge['typesIn']

/** The events with which the user begins to use the text. */
const catching = ['pointerdown', 'focusin', 'paste'] as const

/** The text beside the canvas: the same document, linked to the canvas by selection and problems. */
export default function YamlEditor() {
  const session = useSession()
  const parent = useRef<HTMLDivElement>(null)
  const results = useResultTypes()
  const { data } = useQuery(useApi().workflows.functions.queryOptions())
  const functions = useRef<readonly NamedFunction[]>([])
  functions.current = data ?? []
  const askTypes = useRef<AskTypes>(() => null)
  askTypes.current = (step, hasSecrets) =>
    typesOfStep(session.document.store.getState().definition, step, hasSecrets, results)

  useEffect(() => {
    if (parent.current === null) return
    const { document, selection, problems, view: screen } = session
    let typed: string | null = null
    const pace = createWritingPace()
    let cancelRead = () => {}
    const flush = () => {
      cancelRead()
      if (typed === null) return
      const text = typed
      typed = null
      const startedAt = performance.now()
      document.type(text)
      pace.wrote(performance.now() - startedAt)
    }
    let cursor = 0
    /** Marks the field at the cursor; pending typing is marked after it is parsed. */
    const point = () => {
      if (typed === null) screen.pointAt(...fieldOfCursor(session, cursor))
    }
    const view = createYamlView(parent.current, document.store.getState().text, {
      typed(text) {
        typed = text
        cancelRead()
        const when = pace.next()
        if (when === 'at_once') flush()
        else cancelRead = performLater(when, flush)
      },
      cursorMoved(offset) {
        cursor = offset
        const { parsed } = document.store.getState()
        const step = stepAt(parsed, offset)
        const { steps } = selection.store.getState()
        if (step !== null && (steps.size !== 1 || !steps.has(step))) selection.selectStep(step)
        point()
      },
      undo: () => document.undo(),
      redo: () => document.redo(),
      tooLong: () =>
        showToast({
          tone: 'failed',
          title: 'That is too much text',
          detail: `A workflow may have ${limits.definition.textBytes / 1024} kB. Nothing was changed.`,
        }),
      known: {
        names: () => ({
          steps: allStepNames(document.store.getState().definition),
          functions: functions.current,
          workflows: session.known()?.workflows ?? [],
        }),
        typesIn: (step, hasSecrets) => askTypes.current(step, hasSecrets),
      },
      repairsOf: (problem) => repairsOf(session, problem),
      repair: (problem, repair) => applyRepair(session, problem, repair),
      problemChosen: (problem) => revealProblem(session, problem),
    })
    let tookMs = 0
    /** Shows the text. Returns false if typing is pending: parsing the typed text shows the text again. */
    const showText = (): boolean => {
      cancelShow()
      if (typed !== null) return false
      const startedAt = performance.now()
      const { text, change } = document.store.getState()
      // If several changes are shown at once, the editor computes the smallest difference.
      view.showText({ text, splices: change?.splices })
      tookMs = performance.now() - startedAt
      return true
    }
    const showMarks = () => {
      const { parsed } = document.store.getState()
      const { steps } = selection.store.getState()
      const [step] = steps.size === 1 ? steps : []
      view.showMarks({
        problems: problems.store.getState().all,
        step: step === undefined ? null : (parsed.source.stepRange(step) ?? null),
        field: focusedField(session),
      })
    }
    const show = () => {
      if (showText()) showMarks()
    }
    /** Text and marks are shown in two consecutive frames. */
    const showInFrames = () => {
      if (showText()) cancelShow = performLater('behind_frame', showMarks)
    }
    let cancelShow = () => {}
    /**
     * Shows the text after the frame in which the canvas shows the change, or in a pause if that would delay the next
     * frames. Shows it at once if the editor has the focus and the change is not typing.
     */
    const showSoon = () => {
      const { change } = document.store.getState()
      if (view.hasFocus && change?.origin !== 'typing') show()
      else {
        cancelShow()
        cancelShow = performLater(tookMs < frameMs ? 'behind_frame' : pauseMs, showInFrames)
      }
    }
    const showRequest = () => {
      const { textRequest } = screen.store.getState()
      if (textRequest === null) return
      show()
      view.reveal(textRequest.range)
      screen.met('textRequest')
    }
    const goThere = () => {
      if (screen.store.getState().panelRequest?.tab !== 'yaml') return
      show()
      view.focus()
      screen.met('panelRequest')
    }
    show()
    showRequest()
    goThere()
    const stops = [
      document.holdTyping(flush),
      document.store.subscribe((state, before) => {
        if (state.text !== before.text) showSoon()
        if (state.parsed !== before.parsed && view.hasFocus) point()
      }),
      problems.store.subscribe(showSoon),
      selection.store.subscribe((state, before) => {
        if (state.steps !== before.steps) showSoon()
      }),
      screen.store.subscribe((state, before) => {
        if (state.textRequest !== before.textRequest) showRequest()
        if (state.panelRequest !== before.panelRequest) goThere()
        if (state.fieldInFocus !== before.fieldInFocus) showSoon()
      }),
    ]
    const { current: place } = parent
    // The text is brought up to date before the user types into it.
    const catchUp = () => show()
    for (const event of catching) place.addEventListener(event, catchUp, true)
    const left = () => screen.pointAt(null)
    place.addEventListener('focusout', left)
    return () => {
      left()
      place.removeEventListener('focusout', left)
      flush()
      cancelShow()
      for (const event of catching) place.removeEventListener(event, catchUp, true)
      for (const stop of stops) stop()
      view.destroy()
    }
  }, [session])

  return <div ref={parent} className="h-full min-h-0" />
}
