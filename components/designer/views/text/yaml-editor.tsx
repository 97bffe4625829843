'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { limits } from '#core/limits.ts'
import { allStepNames } from '../../algorithms/steps/find-step.ts'
import { applyRepair, repairsOf, revealProblem } from '../../commands/reveal.ts'
import type { Session } from '../../model/session.ts'
import { useSession } from '../../model/session-context.tsx'
import { designerTexts } from '../../texts/designer.ts'
import { typesOfStep } from '../expression/step-types.ts'
import { useResultTypes, useSecretNames } from '../expression/use-step-types.ts'
import type { YamlKnowledge } from './yaml-assist.ts'
import type { NamedFunction } from './yaml-help.ts'
import { YamlSync } from './yaml-sync.ts'
import { createYamlView } from './yaml-view.ts'

/** What only React knows, for the editor that lives outside of React. */
interface Latest {
  readonly functions: readonly NamedFunction[]
  readonly typesIn: YamlKnowledge['typesIn']
}

/** The text beside the canvas: the same document, linked to the canvas by selection and problems. */
export default function YamlEditor() {
  const session = useSession()
  const parent = useRef<HTMLDivElement>(null)
  const results = useResultTypes()
  const secrets = useSecretNames()
  const { data } = useQuery(useApi().workflows.functions.queryOptions())
  const latest = useRef<Latest>({ functions: [], typesIn: () => null })
  latest.current = {
    functions: data ?? [],
    typesIn: (step, hasSecrets) =>
      typesOfStep(session.document.store.getState().definition, step, hasSecrets ? secrets : null, results),
  }
  useEffect(
    () => (parent.current === null ? undefined : openEditor(session, parent.current, () => latest.current)),
    [session],
  )
  return <div ref={parent} className="h-full min-h-0" />
}

/** Opens the editor in an element; the returned function closes it. */
function openEditor(session: Session, place: HTMLElement, latest: () => Latest): () => void {
  const { document } = session
  const sync = new YamlSync(session)
  const view = createYamlView(place, document.store.getState().text, {
    typed: (text) => sync.typed(text),
    cursorMoved: (offset) => sync.cursorMoved(offset),
    undo: () => document.undo(),
    redo: () => document.redo(),
    tooLong: () =>
      showToast({
        tone: 'failed',
        title: designerTexts.tooMuchText,
        detail: designerTexts.workflowCanHaveUpTo(limits.definition.textBytes / 1024),
      }),
    known: {
      names: () => ({
        steps: allStepNames(document.store.getState().definition),
        functions: latest().functions,
        workflows: session.known()?.workflows ?? [],
        connections: session.known()?.connections,
      }),
      typesIn: (step, hasSecrets) => latest().typesIn(step, hasSecrets),
    },
    repairsOf: (problem) => repairsOf(session, problem),
    repair: (problem, repair) => applyRepair(session, problem, repair),
    problemChosen: (problem) => revealProblem(session, problem),
  })
  return sync.begin(view, place)
}
