'use client'

import { createContext, useContext } from 'react'

/**
 * How much of a step is drawn. `near`: everything. `far`: a box, with the dots
 * to draw edges from. `crowd`, for many steps from far away: nothing but boxes,
 * and all edges as one drawing.
 */
export type Detail = 'near' | 'far' | 'crowd'

const DetailContext = createContext<Detail>('near')
export const DetailProvider = DetailContext.Provider
export const useDetail = (): Detail => useContext(DetailContext)
