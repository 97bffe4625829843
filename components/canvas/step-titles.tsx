'use client'

import { createContext, useCallback, useContext } from 'react'
import type { Step } from '#core/definition/definition.ts'
import { titleOfId } from '#core/definition/title.ts'

const StepsContext = createContext<readonly Step[] | undefined>(undefined)

/** Provides the steps whose titles a page shows; ids without a step are shown readable. */
export const StepTitlesProvider = StepsContext.Provider

/** The title of a step by its id. */
export function useStepTitle(): (id: string) => string {
  const steps = useContext(StepsContext)
  return useCallback((id) => titleOfId(steps, id), [steps])
}
