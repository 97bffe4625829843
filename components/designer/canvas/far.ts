'use client'

import { createContext, useContext } from 'react'

/** Below this zoom nothing on a node can be read: it is drawn as a plain box of the same size. */
export const farZoom = 0.4

const FarContext = createContext(false)
export const FarProvider = FarContext.Provider
export const useFar = (): boolean => useContext(FarContext)
