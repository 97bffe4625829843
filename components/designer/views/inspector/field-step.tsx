'use client'

import { createContext, useContext } from 'react'

const FieldStep = createContext<string | null>(null)

/** Tells the fields within which step they belong to. */
export const FieldStepProvider = FieldStep.Provider

/** The step whose fields these are; null for those of the workflow. */
export const useFieldStep = (): string | null => useContext(FieldStep)
