'use client'

import { createContext, useContext } from 'react'

const FieldStep = createContext<string | null>(null)

/** The context that tells fields which step they belong to. */
export const FieldStepProvider = FieldStep.Provider

/** The step that the fields belong to; null for fields of the workflow. */
export const useFieldStep = (): string | null => useContext(FieldStep)
