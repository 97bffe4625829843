'use client'

import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { DocumentState } from './document/document.ts'
import type { ProblemState } from './problems/problem-store.ts'
import type { AutosaveState } from './saving/autosave.ts'
import type { Selection } from './selection-store.ts'
import type { Session } from './session.ts'
import type { TrialState } from './trial/trial-store.ts'
import type { ViewState } from './view-store.ts'

const SessionContext = createContext<Session | null>(null)
export const SessionProvider = SessionContext.Provider

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('No workflow is open here.')
  return session
}

/** The values of these hooks are deferred: they follow an edit one frame after the canvas, all together. */
export function useDocument<Selected>(select: (state: DocumentState) => Selected): Selected {
  return useStore(useSession().deferred.document, select)
}
export function useSelection<Selected>(select: (state: Selection) => Selected): Selected {
  return useStore(useSession().deferred.selection, select)
}
export function useProblems<Selected>(select: (state: ProblemState) => Selected): Selected {
  return useStore(useSession().deferred.problems, select)
}
export function useView<Selected>(select: (state: ViewState) => Selected): Selected {
  return useStore(useSession().view.store, select)
}
/** The view state for the fields of a step that may be about to be shown, delayed in the same way. */
export function useFieldsView<Selected>(select: (state: ViewState) => Selected): Selected {
  return useStore(useSession().deferred.view, select)
}
export function useAutosave<Selected>(select: (state: AutosaveState) => Selected): Selected {
  return useStore(useSession().deferred.autosave, select)
}
export function useTrial<Selected>(select: (state: TrialState) => Selected): Selected {
  return useStore(useSession().deferred.trial, select)
}
